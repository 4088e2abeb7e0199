// test: pass simplify promote resimplify reassociate sweep
// test: run cancels(5, 6) == 32
// test: run factors(3, 4, 5) == 18
// test: run linear(9) == 91
// test: run hoists(7, 8) == 132
// test: run rows(5) == 5
// test: run bits(12, 10) == 13
// Sums and the like in the cheapest order.
typedef unsigned u32;

u32 cancels(u32 x, u32 y) { return x + y - x + 3 + y * 5 - 7; }

u32 factors(u32 x, u32 a, u32 b) { return x * a + x * b - x * 3; }

u32 linear(u32 x) { return x * 7 + (x << 2) - x + 1; }

static int data[] = {1, 2, 3, 4, 5, 6, 7, 8};

int hoists(int a, int b) {
  u32 s = 0;
  for (int i = 0; i < 8; i++)
    s = s + data[i] + a + b - 1 - b + (a ^ b) - (a ^ b) + b - 2;
  return s;
}

static int at(int *m, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      s += m[y * w + x];
  return s;
}

int rows(int skipped) { return at(data, 2, 4) - at(data, 4, 2) + skipped; }

u32 bits(u32 a, u32 b) { return a ^ b ^ a ^ 5 ^ b ^ (a & b & a); }
//// pass simplify promote resimplify reassociate sweep
local global $data 32:4 = { i8 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, i8 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0, 8 }

sea $cancels(i32, i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=1 v0 @11:24
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 6 @11:58
  v4: i32 = mul v1, v3 @11:58  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v5: i32 = constant -4 @11:58
  v6: i32 = add v4, v5 @11:58  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v7: ctrl = return v0, v2, v6 @11:29
  v8: ctrl = end v7
}

sea $factors(i32, i32, i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @13:17
  v2: i32 = parameter index=1 v0 @13:24
  v3: i32 = parameter index=2 v0 @13:31
  v4: mem = initial_memory class=0 v0
  v5: i32 = add v2, v3 @13:57
  v6: i32 = mul v1, v5 @13:57
  v7: i32 = constant 3 @13:59
  v8: i32 = mul v1, v7 @13:61
  v9: i32 = sub v6, v8 @13:57
  v10: ctrl = return v0, v4, v9 @13:36
  v11: ctrl = end v10
}

sea $linear(i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @15:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 10 @15:49
  v4: i32 = mul v1, v3 @15:49  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v5: i32 = constant 1 @15:45
  v6: i32 = add v4, v5 @15:49  // i32[-2147483647..2147483647, u 1..4294967295, bits ...............................1]
  v7: ctrl = return v0, v2, v6 @15:21
  v8: ctrl = end v7
}

sea $hoists(i32, i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @19:16
  v2: i32 = parameter index=1 v0 @19:23
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 0 @20:7

  v5: ctrl = region v0, v11 @21:21
  v6: i32 = phi v5, v4, v13 @22:18
  v7: i32 = phi v5, v4, v24 @22:9
  v8: i32 = constant 7 @21:21
  v9: i1 = lt v6, v8 @21:21
  v10: tuple = if v5, v9 @21:21

  v11: ctrl = projection index=1 v10 @21:21
  v12: i32 = constant 1 @22:25
  v13: i32 = add nsw v6, v12 @21:27
  v14: ptr = symbol $data @22:13  // NON_NULL
  v15: i64 = sign_extend v6 @22:17  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v16: i64 = constant 2 @22:17
  v17: i64 = shl v15, v16 @22:17  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v18: ptr = offset inbounds v14, v17 @22:17
  v19: i32 = load tag=1 v5, v3, v18 @22:17
  v20: i32 = add v1, v2
  v21: i32 = add v19, v20
  v22: i32 = add v7, v21
  v23: i32 = constant -3
  v24: i32 = add v22, v23

  v25: ctrl = projection index=0 v10 @21:21
  v26: ctrl = return v25, v3, v24 @23:3
  v27: ctrl = end v26
}

local sea $at(ptr, i32, i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=2 v0 @26:34
  v2: i32 = parameter index=1 v0 @26:27
  v3: ptr = parameter index=0 v0 @26:20
  v4: mem = initial_memory class=0 v0
  v5: i32 = constant 0 @27:7
  v6: i1 = lt v5, v1 @28:21
  v7: tuple = if v0, v6 @28:21

  v8: ctrl = projection index=1 v7 @28:21

  v9: ctrl = region v8, v40 @28:21
  v10: i32 = phi v9, v5, v37 @29:23
  v11: i32 = phi v9, v5, v36 @29:23
  v12: i1 = lt v5, v2 @29:23
  v13: tuple = if v9, v12 @29:23

  v14: ctrl = projection index=1 v13 @29:23

  v15: ctrl = region v14, v22 @29:23
  v16: i32 = phi v15, v5, v19 @30:22
  v17: i32 = phi v15, v11, v32 @30:9
  v18: i32 = constant 1 @29:29
  v19: i32 = add nsw v16, v18 @29:29
  v20: i1 = lt v19, v2 @29:23
  v21: tuple = if v15, v20 @29:23

  v22: ctrl = projection index=1 v21 @29:23
  v23: i32 = mul nsw v2, v10
  v24: i64 = sign_extend v23 @30:13  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v25: i64 = constant 2 @30:13
  v26: i64 = shl v24, v25 @30:13  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v27: ptr = offset v3, v26 @30:13
  v28: i64 = sign_extend v16 @30:13  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v29: i64 = shl v28, v25 @30:13  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v30: ptr = offset inbounds v27, v29 @30:13
  v31: i32 = load tag=1 v15, v4, v30 @30:13
  v32: i32 = add nsw v31, v17 @30:9

  v33: ctrl = projection index=0 v21 @29:23

  v34: ctrl = projection index=0 v13 @29:23

  v35: ctrl = region v34, v33 @29:23
  v36: i32 = phi v35, v11, v32 @28:21
  v37: i32 = add nsw v10, v18 @28:27
  v38: i1 = lt v37, v1 @28:21
  v39: tuple = if v35, v38 @28:21

  v40: ctrl = projection index=1 v39 @28:21

  v41: ctrl = projection index=0 v39 @28:21

  v42: ctrl = projection index=0 v7 @28:21

  v43: ctrl = region v42, v41 @28:21
  v44: i32 = phi v43, v5, v36 @31:10
  v45: ctrl = return v43, v4, v44 @31:3
  v46: ctrl = end v45
}

sea $rows(i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @34:14
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $data @34:35  // NON_NULL
  v4: i32 = constant 2 @34:35
  v5: i32 = constant 4 @34:41
  v6: tuple = call v0, v2, v3, v4, v5 : $at(ptr, i32, i32) -> (i32) @34:32
  v7: ctrl = projection index=0 v6 @34:32
  v8: mem = projection index=1 v6 @34:32
  v9: i32 = projection index=2 v6 @34:32
  v10: tuple = call v7, v8, v3, v5, v4 : $at(ptr, i32, i32) -> (i32) @34:49
  v11: ctrl = projection index=0 v10 @34:49
  v12: mem = projection index=1 v10 @34:49
  v13: i32 = projection index=2 v10 @34:49
  v14: i32 = sub nsw v9, v13 @34:47
  v15: i32 = add nsw v1, v14 @34:64
  v16: ctrl = return v11, v12, v15 @34:25
  v17: ctrl = end v16
}

sea $bits(i32, i32) -> (i32) source "sums.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @36:14
  v2: i32 = parameter index=1 v0 @36:21
  v3: mem = initial_memory class=0 v0
  v4: i32 = and v1, v2 @36:56
  v5: i32 = constant 5 @36:39
  v6: i32 = xor v4, v5 @36:51
  v7: ctrl = return v0, v3, v6 @36:26
  v8: ctrl = end v7
}
