// test: pass simplify promote resimplify forward select sweep
// test: run smaller(2.5, -1.0) == -1.0
// test: run smaller(3.0, 4.0) == 3.0
// test: run larger(2.5, -1.0) == 2.5
// test: run range(7) == 6
// The smaller and the larger of two numbers, also where they are floating-point.
double smaller(double a, double b) { return a < b ? a : b; }

double larger(double a, double b) { return a > b ? a : b; }

static double data[] = {4.0, -2.0, 1.0, 3.5};

int range(int unused) {
  double low = data[0], high = data[0];
  for (int i = 1; i < 4; i++) {
    if (data[i] < low)
      low = data[i];
    if (high < data[i])
      high = data[i];
  }
  return (int)(high - low);
}
//// pass simplify promote resimplify forward select sweep
local global $data 32:8 = { zero 6, i8 16, 64, zero 7, i8 -64, zero 6, i8 -16, 63, zero 6, i8 12, 64 }

sea $smaller(f64, f64) -> (f64) source "extremes.c" {
  v0: ctrl = start
  v1: f64 = parameter index=0 v0 @7:23
  v2: f64 = parameter index=1 v0 @7:33
  v3: mem = initial_memory class=0 v0
  v4: i1 = flt v1, v2 @7:47
  v5: f64 = select v4, v1, v2 @7:47
  v6: ctrl = return v0, v3, v5 @7:38
  v7: ctrl = end v6
}

sea $larger(f64, f64) -> (f64) source "extremes.c" {
  v0: ctrl = start
  v1: f64 = parameter index=1 v0 @9:32
  v2: f64 = parameter index=0 v0 @9:22
  v3: mem = initial_memory class=0 v0
  v4: i1 = flt v1, v2 @9:46
  v5: f64 = select v4, v2, v1 @9:46
  v6: ctrl = return v0, v3, v5 @9:37
  v7: ctrl = end v6
}

sea $range(i32) -> (i32) source "extremes.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: i32 = constant 1 @15:12
  v3: ptr = symbol $data @14:10  // NON_NULL
  v4: f64 = load tag=1 v0, v1, v3 @14:20

  v5: ctrl = region v0, v12 @15:21
  v6: i32 = phi v5, v2, v13 @16:14
  v7: f64 = phi v5, v4, v20 @18:9
  v8: f64 = phi v5, v4, v22 @16:19
  v9: i32 = constant 3 @15:21
  v10: i1 = lt v6, v9 @15:21
  v11: tuple = if v5, v10 @15:21

  v12: ctrl = projection index=1 v11 @15:21
  v13: i32 = add nsw v6, v2 @15:27
  v14: i64 = sign_extend v6 @16:13  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v15: i64 = constant 3 @16:13
  v16: i64 = shl v14, v15 @16:13  // i64[-17179869184..17179869176, u 0..18446744073709551608, bits .............................................................000]
  v17: ptr = offset inbounds v3, v16 @16:13
  v18: f64 = load tag=1 v5, v1, v17 @16:13
  v19: i1 = flt v7, v18 @18:14
  v20: f64 = select v19, v18, v7 @18:14
  v21: i1 = flt v18, v8 @16:17
  v22: f64 = select v21, v18, v8 @16:17

  v23: ctrl = projection index=0 v11 @15:21
  v24: f64 = fsub v20, v22 @21:21
  v25: i32 = float_to_int v24 @21:10
  v26: ctrl = return v23, v1, v25 @21:3
  v27: ctrl = end v26
}
