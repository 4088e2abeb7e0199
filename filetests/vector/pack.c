// Neighbouring places that are computed alike are stored at once: the operands of four sums are
// two vectors. What is read between the stores must not be what they write.
// test: run total(3) == 96
// test: pass simplify promote resimplify select pack
// test: run shifted() == 4
static int a[8], b[8];
static double d[4];

struct point { double x, y; };
static struct point p[4];

void four(int k) {
  b[0] = a[0] * k + 1;
  b[1] = a[1] * k + 2;
  b[2] = a[2] * k + 3;
  b[3] = a[3] * k + 4;
}

// Each is read after the one before it was written.
void chain(void) {
  a[1] = a[0] + 1;
  a[2] = a[1] + 1;
  a[3] = a[2] + 1;
  a[4] = a[3] + 1;
}

void move(int i, double dx) {
  p[i].x = p[i].x + dx;
  p[i].y = p[i].y + dx;
}

int total(int k) {
  for (int i = 0; i < 4; i++) a[i] = 2 * i + 4;
  four(k);
  p[1].x = 1;
  p[1].y = 2;
  move(1, 0.5);
  return b[0] + b[1] + b[2] + b[3] + (int)(p[1].x + p[1].y) - 2;
}

int shifted(void) {
  a[0] = 0;
  chain();
  return a[4];
}
//// pass simplify promote resimplify select pack
local global $a 32:4
local global $b 32:4
local global $d 32:8
local global $p 64:8

sea $four(i32) source "pack.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @12:15
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $b @12:15  // NON_NULL
  v4: v128 = splat v1 @16:8
  v5: ptr = symbol $a @12:15  // NON_NULL
  v6: v128 = load v0, v2, v5 @16:8
  v7: v128 = vector_binary each=mul lane=i32 v4, v6 @16:8
  v8: i64 = constant 8589934593 @16:8
  v9: i64 = constant 17179869187 @16:8
  v10: v128 = vector_pair v8, v9 @16:8
  v11: v128 = vector_binary each=add lane=i32 v7, v10 @16:8
  v12: mem = store v0, v2, v3, v11 @16:8
  v13: ctrl = return v0, v12 @20:1
  v14: ctrl = end v13
}

sea $chain() source "pack.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $a  // NON_NULL
  v3: i64 = constant 4 @21:8
  v4: ptr = offset inbounds v2, v3 @21:8  // NON_NULL
  v5: i32 = load tag=1 v0, v1, v2 @21:11
  v6: v128 = splat v5 @24:8
  v7: i64 = constant 8589934593 @24:8
  v8: i64 = constant 17179869187 @24:8
  v9: v128 = vector_pair v7, v8 @24:8
  v10: v128 = vector_binary each=add lane=i32 v6, v9 @24:8
  v11: mem = store v0, v1, v4, v10 @24:8
  v12: ctrl = return v0, v11 @27:1
  v13: ctrl = end v12
}

sea $move(i32, f64) source "pack.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @27:15
  v2: f64 = parameter index=1 v0 @27:25
  v3: mem = initial_memory class=0 v0
  v4: ptr = symbol $p @28:3  // NON_NULL
  v5: i64 = sign_extend v1 @28:4  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v6: i64 = constant 4 @28:4
  v7: i64 = shl v5, v6 @28:4  // i64[-34359738368..34359738352, u 0..18446744073709551600, bits ............................................................0000]
  v8: ptr = offset inbounds v4, v7 @28:4
  v9: v128 = load v0, v3, v8 @29:10
  v10: v128 = splat v2 @29:10
  v11: v128 = vector_binary each=fadd lane=f64 v9, v10 @29:10
  v12: mem = store v0, v3, v8, v11 @29:10
  v13: ctrl = return v0, v12 @32:1
  v14: ctrl = end v13
}

sea $total(i32) -> (i32) source "pack.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @32:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @33:12

  v4: ctrl = region v0, v20 @33:21
  v5: i32 = phi v4, v3, v21 @33:33
  v6: mem = phi class=0 v4, v2, v16 @33:36
  v7: ptr = symbol $a @33:31  // NON_NULL
  v8: i64 = sign_extend v5 @33:32  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v9: i64 = constant 2 @33:32
  v10: i64 = shl v8, v9 @33:32  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v11: ptr = offset inbounds v7, v10 @33:32
  v12: i32 = constant 1 @33:40
  v13: i32 = shl nsw v5, v12 @33:40  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v14: i32 = constant 4 @33:19
  v15: i32 = add nsw v13, v14 @33:44  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v16: mem = store tag=1 v4, v6, v11, v15 @33:36
  v17: i32 = constant 3 @33:21
  v18: i1 = lt v5, v17 @33:21
  v19: tuple = if v4, v18 @33:21

  v20: ctrl = projection index=1 v19 @33:21
  v21: i32 = add nsw v5, v12 @33:27

  v22: ctrl = projection index=0 v19 @33:21
  v23: tuple = call v22, v16, v1 : $four(i32) @34:3
  v24: ctrl = projection index=0 v23 @34:3
  v25: mem = projection index=1 v23 @34:3
  v26: ptr = symbol $p @34:3  // NON_NULL
  v27: i64 = constant 16 @35:10
  v28: ptr = offset inbounds v26, v27 @35:10  // NON_NULL
  v29: f64 = constant 1.0 @34:3
  v30: mem = store tag=2 v24, v25, v28, v29 @35:10
  v31: i64 = constant 24 @36:10
  v32: ptr = offset inbounds v26, v31 @36:10  // NON_NULL
  v33: f64 = constant 2.0 @35:10
  v34: mem = store tag=3 v24, v30, v32, v33 @36:10
  v35: f64 = constant 0.5 @37:8
  v36: tuple = call v24, v34, v12, v35 : $move(i32, f64) @37:3
  v37: ctrl = projection index=0 v36 @37:3
  v38: mem = projection index=1 v36 @37:3
  v39: ptr = symbol $b @37:3  // NON_NULL
  v40: i32 = load tag=1 v37, v38, v39 @38:11
  v41: i64 = constant 4 @38:18
  v42: ptr = offset inbounds v39, v41 @38:18  // NON_NULL
  v43: i32 = load tag=1 v37, v38, v42 @38:18
  v44: i32 = add nsw v40, v43 @38:15
  v45: i64 = constant 8 @38:25
  v46: ptr = offset inbounds v39, v45 @38:25  // NON_NULL
  v47: i32 = load tag=1 v37, v38, v46 @38:25
  v48: i32 = add nsw v44, v47 @38:22
  v49: i64 = constant 12 @38:32
  v50: ptr = offset inbounds v39, v49 @38:32  // NON_NULL
  v51: i32 = load tag=1 v37, v38, v50 @38:32
  v52: i32 = add nsw v48, v51 @38:29
  v53: f64 = load tag=2 v37, v38, v28 @38:49
  v54: f64 = load tag=3 v37, v38, v32 @38:58
  v55: f64 = fadd v53, v54 @38:51
  v56: i32 = float_to_int v55 @38:38
  v57: i32 = add nsw v52, v56 @38:36
  v58: i32 = constant -2 @38:61
  v59: i32 = add nsw v57, v58 @38:61
  v60: ctrl = return v37, v38, v59 @38:3
  v61: ctrl = end v60
}

sea $shifted() -> (i32) source "pack.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $a  // NON_NULL
  v3: i32 = constant 0
  v4: mem = store tag=1 v0, v1, v2, v3 @42:8
  v5: tuple = call v0, v4 : $chain() @43:3
  v6: ctrl = projection index=0 v5 @43:3
  v7: mem = projection index=1 v5 @43:3
  v8: i64 = constant 16 @44:11
  v9: ptr = offset inbounds v2, v8 @44:11  // NON_NULL
  v10: i32 = load tag=1 v6, v7, v9 @44:11
  v11: ctrl = return v6, v7, v10 @44:3
  v12: ctrl = end v11
}
