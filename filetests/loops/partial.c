// Several rounds between two tests; the rounds that are left over go alone.
// test: run sum(0) == 0
// test: run sum(1) == 3
// test: run sum(7) == 63
// test: run sum(40) == 1680
// test: run squeeze(9) == 20
// test: run fixed() == 11
// test: pass simplify promote resimplify partial
static unsigned char kept[64];
static double halves[128];

double sum(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += 2 * i + 3;
  return s;
}

// What one round stores, the next need not load.
int squeeze(int n) {
  kept[0] = 20;
  for (int i = 1; i < n; i++) kept[i] = kept[i - 1];
  return kept[n - 1];
}

// Rounds that are left over of a constant number are laid out.
int fixed(void) {
  double s = 0;
  for (int i = 0; i < 203; i++) {
    halves[i & 127] = s;
    s += i * 0.5;
  }
  return (int)s % 16;
}
//// pass simplify promote resimplify partial
local global $kept 64:1
local global $halves 1024:8

sea $sum(i32) -> (f64) source "partial.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @12:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @14:12
  v4: i1 = lt v3, v1 @14:21
  v5: tuple = if v0, v4 @14:21

  v6: ctrl = projection index=1 v5 @14:21
  v7: i32 = constant -1 @14:21
  v8: i32 = add v1, v7 @14:21
  v9: i32 = constant 3 @14:38
  v10: i32 = shr v8, v9 @14:21  // i32[0..536870911, bits 000.............................]
  v11: i1 = ne v10, v3 @14:21
  v12: tuple = if v6, v11 @14:21

  v13: ctrl = projection index=1 v12 @14:21
  v14: f64 = constant 0.0 @13:10

  v15: ctrl = region v13, v22 @14:21
  v16: i32 = phi v15, v10, v23 @14:21
  v17: i32 = phi v15, v3, v25 @14:40  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v18: f64 = phi v15, v14, v58 @14:33
  v19: i32 = constant 1 @14:38
  v20: i1 = ne v16, v19 @14:21
  v21: tuple = if v15, v20 @14:21

  v22: ctrl = projection index=1 v21 @14:21
  v23: i32 = add v16, v7 @14:21
  v24: i32 = constant 8 @14:27
  v25: i32 = add nsw v17, v24 @14:27  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v26: i32 = shl nsw v17, v19 @14:38  // i32[-2147483648..2147483632, u 0..4294967280, bits ............................0000]
  v27: i32 = add nsw v26, v9 @14:42  // i32[-2147483645..2147483635, u 3..4294967283, bits ............................0011]
  v28: f64 = int_to_float v27 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v29: f64 = fadd v18, v28 @14:33
  v30: i32 = shl v17, v19  // i32[-2147483648..2147483632, u 0..4294967280, bits ............................0000]
  v31: i32 = constant 5
  v32: i32 = add v30, v31  // i32[-2147483643..2147483637, u 5..4294967285, bits ............................0101]
  v33: f64 = int_to_float v32 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v34: f64 = fadd v29, v33 @14:33
  v35: i32 = constant 7
  v36: i32 = add v30, v35  // i32[-2147483641..2147483639, u 7..4294967287, bits ............................0111]
  v37: f64 = int_to_float v36 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v38: f64 = fadd v34, v37 @14:33
  v39: i32 = constant 9
  v40: i32 = add v30, v39  // i32[-2147483639..2147483641, u 9..4294967289, bits ............................1001]
  v41: f64 = int_to_float v40 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v42: f64 = fadd v38, v41 @14:33
  v43: i32 = constant 11
  v44: i32 = add v30, v43  // i32[-2147483637..2147483643, u 11..4294967291, bits ............................1011]
  v45: f64 = int_to_float v44 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v46: f64 = fadd v42, v45 @14:33
  v47: i32 = constant 13
  v48: i32 = add v30, v47  // i32[-2147483635..2147483645, u 13..4294967293, bits ............................1101]
  v49: f64 = int_to_float v48 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v50: f64 = fadd v46, v49 @14:33
  v51: i32 = constant 15
  v52: i32 = add v30, v51  // i32[-2147483633..2147483647, u 15..4294967295, bits ............................1111]
  v53: f64 = int_to_float v52 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v54: f64 = fadd v50, v53 @14:33
  v55: i32 = constant 17
  v56: i32 = add v30, v55  // i32[-2147483647..2147483633, u 1..4294967281, bits ............................0001]
  v57: f64 = int_to_float v56 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v58: f64 = fadd v54, v57 @14:33

  v59: ctrl = projection index=0 v21 @14:21

  v60: ctrl = projection index=0 v12 @14:21

  v61: ctrl = region v60, v59 @14:21
  v62: i32 = phi v61, v3, v25 @14:21  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v63: f64 = phi v61, v14, v58 @14:21

  v64: ctrl = region v61, v70 @14:21
  v65: i32 = phi v64, v62, v67 @14:40
  v66: f64 = phi v64, v63, v74 @14:33
  v67: i32 = add nsw v65, v19 @14:27
  v68: i1 = lt v67, v1 @14:21
  v69: tuple = if v64, v68 @14:21

  v70: ctrl = projection index=1 v69 @14:21
  v71: i32 = shl nsw v65, v19 @14:38  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v72: i32 = add nsw v71, v9 @14:42  // i32[-2147483647..2147483647, u 1..4294967295, bits ...............................1]
  v73: f64 = int_to_float v72 @14:42  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v74: f64 = fadd v66, v73 @14:33

  v75: ctrl = projection index=0 v69

  v76: ctrl = projection index=0 v5 @14:21

  v77: ctrl = region v76, v75 @14:21
  v78: f64 = phi v77, v14, v74 @15:10
  v79: ctrl = return v77, v2, v78 @15:3
  v80: ctrl = end v79
}

sea $squeeze(i32) -> (i32) source "partial.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @19:17
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $kept @19:17  // NON_NULL
  v4: i8 = constant 20 @19:17
  v5: mem = store v0, v2, v3, v4 @20:11
  v6: i32 = constant 1 @21:12
  v7: i1 = lt v6, v1 @21:21
  v8: tuple = if v0, v7 @21:21

  v9: ctrl = projection index=1 v8 @21:21
  v10: i32 = constant -2 @21:21
  v11: i32 = add v1, v10 @21:21
  v12: i32 = constant 3 @21:21
  v13: i32 = shr v11, v12 @21:21  // i32[0..536870911, bits 000.............................]
  v14: i32 = constant 0 @21:21
  v15: i1 = ne v13, v14 @21:21
  v16: tuple = if v9, v15 @21:21

  v17: ctrl = projection index=1 v16 @21:21

  v18: ctrl = region v17, v48 @21:21
  v19: i32 = phi v18, v13, v50 @21:21
  v20: i32 = phi v18, v6, v52 @21:36  // i32[-2147483647..2147483641, u 1..4294967289, bits .............................001]
  v21: mem = phi class=0 v18, v5, v45 @21:45
  v22: i64 = sign_extend v20 @21:35  // i64[-2147483647..2147483641, u 1..18446744073709551609, bits .............................................................001]
  v23: ptr = offset inbounds v3, v22 @21:35
  v24: mem = store v18, v21, v23, v4 @21:39
  v25: i64 = constant 1 @21:35
  v26: ptr = offset inbounds v23, v25 @21:35
  v27: mem = store v18, v24, v26, v4 @21:39
  v28: i64 = constant 2 @21:35
  v29: ptr = offset inbounds v23, v28 @21:35
  v30: mem = store v18, v27, v29, v4 @21:39
  v31: i64 = constant 3 @21:35
  v32: ptr = offset inbounds v23, v31 @21:35
  v33: mem = store v18, v30, v32, v4 @21:39
  v34: i64 = constant 4 @21:35
  v35: ptr = offset inbounds v23, v34 @21:35
  v36: mem = store v18, v33, v35, v4 @21:39
  v37: i64 = constant 5 @21:35
  v38: ptr = offset inbounds v23, v37 @21:35
  v39: mem = store v18, v36, v38, v4 @21:39
  v40: i64 = constant 6 @21:35
  v41: ptr = offset inbounds v23, v40 @21:35
  v42: mem = store v18, v39, v41, v4 @21:39
  v43: i64 = constant 7 @21:35
  v44: ptr = offset inbounds v23, v43 @21:35
  v45: mem = store v18, v42, v44, v4 @21:39
  v46: i1 = ne v19, v6 @21:21
  v47: tuple = if v18, v46 @21:21

  v48: ctrl = projection index=1 v47 @21:21
  v49: i32 = constant -1 @21:21
  v50: i32 = add v19, v49 @21:21
  v51: i32 = constant 8 @21:27
  v52: i32 = add nsw v20, v51 @21:27  // i32[-2147483647..2147483641, u 1..4294967289, bits .............................001]

  v53: ctrl = projection index=0 v47 @21:21

  v54: ctrl = projection index=0 v16 @21:21

  v55: ctrl = region v54, v53 @21:21
  v56: i32 = phi v55, v6, v52 @21:21  // i32[-2147483647..2147483641, u 1..4294967289, bits .............................001]
  v57: mem = phi class=0 v55, v5, v45 @21:21

  v58: ctrl = region v55, v67 @21:21
  v59: i32 = phi v58, v56, v64 @21:36
  v60: mem = phi class=0 v58, v57, v63 @21:45
  v61: i64 = sign_extend v59 @21:35  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v62: ptr = offset inbounds v3, v61 @21:35
  v63: mem = store v58, v60, v62, v4 @21:39
  v64: i32 = add nsw v59, v6 @21:27
  v65: i1 = lt v64, v1 @21:21
  v66: tuple = if v58, v65 @21:21

  v67: ctrl = projection index=1 v66 @21:21

  v68: ctrl = projection index=0 v66

  v69: ctrl = projection index=0 v8 @21:21

  v70: ctrl = region v69, v68 @21:21
  v71: mem = phi class=0 v70, v5, v63 @22:14
  v72: i64 = sign_extend v1 @22:14  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v73: ptr = offset inbounds v3, v72 @22:14
  v74: i64 = constant -1 @21:45
  v75: ptr = offset inbounds v73, v74 @22:14
  v76: i8 = load v70, v71, v75 @22:14
  v77: i32 = zero_extend v76 @22:14  // i32[0..255, bits 000000000000000000000000........]
  v78: ctrl = return v70, v71, v77 @22:3
  v79: ctrl = end v78
}

sea $fixed() -> (i32) source "partial.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: i32 = constant 50 @28:21
  v3: i32 = constant 0 @28:12
  v4: f64 = constant 0.0 @27:10

  v5: ctrl = region v0, v51 @28:21
  v6: i32 = phi v5, v2, v53 @28:21
  v7: mem = phi class=0 v5, v1, v48 @29:21
  v8: i32 = phi v5, v3, v55 @29:12  // i32[-2147483648..2147483644, u 0..4294967292, bits ..............................00]
  v9: f64 = phi v5, v4, v58 @29:23
  v10: ptr = symbol $halves @29:5  // NON_NULL
  v11: i32 = constant 127 @29:12
  v12: i32 = and v8, v11 @29:14  // i32[0..124, bits 0000000000000000000000000.....00]
  v13: i64 = zero_extend v12 @29:11  // i64[0..124, bits 000000000000000000000000000000000000000000000000000000000.....00]
  v14: i64 = constant 3 @29:11
  v15: i64 = shl v13, v14 @29:11  // i64[0..992, bits 000000000000000000000000000000000000000000000000000000.....00000]
  v16: ptr = offset inbounds v10, v15 @29:11
  v17: mem = store tag=1 v5, v7, v16, v9 @29:21
  v18: i32 = constant 1 @28:29
  v19: i32 = add nsw v8, v18 @28:29  // i32[-2147483647..2147483645, u 1..4294967293, bits ..............................01]
  v20: i32 = and v19, v11 @29:14  // i32[1..125, bits 0000000000000000000000000.....01]
  v21: i64 = zero_extend v20 @29:11  // i64[1..125, bits 000000000000000000000000000000000000000000000000000000000.....01]
  v22: i64 = shl v21, v14 @29:11  // i64[8..1000, bits 000000000000000000000000000000000000000000000000000000.....01000]
  v23: ptr = offset inbounds v10, v22 @29:11
  v24: f64 = int_to_float v8 @30:10  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v25: f64 = constant 0.5 @30:10
  v26: f64 = fmul v24, v25 @30:12
  v27: f64 = fadd v9, v26 @30:7
  v28: mem = store tag=1 v5, v17, v23, v27 @29:21
  v29: i32 = constant 2 @28:21
  v30: i32 = add nsw v8, v29 @28:29  // i32[-2147483646..2147483646, u 2..4294967294, bits ..............................10]
  v31: i32 = and v30, v11 @29:14  // i32[2..126, bits 0000000000000000000000000.....10]
  v32: i64 = zero_extend v31 @29:11  // i64[2..126, bits 000000000000000000000000000000000000000000000000000000000.....10]
  v33: i64 = shl v32, v14 @29:11  // i64[16..1008, bits 000000000000000000000000000000000000000000000000000000.....10000]
  v34: ptr = offset inbounds v10, v33 @29:11
  v35: f64 = int_to_float v19 @30:10  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v36: f64 = fmul v35, v25 @30:12
  v37: f64 = fadd v27, v36 @30:7
  v38: mem = store tag=1 v5, v28, v34, v37 @29:21
  v39: i32 = constant 3 @28:29
  v40: i32 = add nsw v8, v39 @28:29  // i32[-2147483645..2147483647, u 3..4294967295, bits ..............................11]
  v41: i32 = and v40, v11 @29:14  // i32[3..127, bits 0000000000000000000000000.....11]
  v42: i64 = zero_extend v41 @29:11  // i64[3..127, bits 000000000000000000000000000000000000000000000000000000000.....11]
  v43: i64 = shl v42, v14 @29:11  // i64[24..1016, bits 000000000000000000000000000000000000000000000000000000.....11000]
  v44: ptr = offset inbounds v10, v43 @29:11
  v45: f64 = int_to_float v30 @30:10  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v46: f64 = fmul v45, v25 @30:12
  v47: f64 = fadd v37, v46 @30:7
  v48: mem = store tag=1 v5, v38, v44, v47 @29:21
  v49: i1 = ne v6, v18 @28:21
  v50: tuple = if v5, v49 @28:21

  v51: ctrl = projection index=1 v50 @28:21
  v52: i32 = constant -1 @28:21
  v53: i32 = add v6, v52 @28:21
  v54: i32 = constant 4 @28:29
  v55: i32 = add nsw v8, v54 @28:29  // i32[-2147483648..2147483644, u 0..4294967292, bits ..............................00]
  v56: f64 = int_to_float v40 @30:10  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v57: f64 = fmul v56, v25 @30:12
  v58: f64 = fadd v47, v57 @30:7

  v59: ctrl = projection index=0 v50 @28:21
  v60: i64 = constant 576 @29:11
  v61: ptr = offset inbounds v10, v60 @29:11  // NON_NULL
  v62: mem = store tag=1 v59, v48, v61, v58 @29:21
  v63: i64 = constant 584 @29:11
  v64: ptr = offset inbounds v10, v63 @29:11  // NON_NULL
  v65: f64 = constant 100.0 @30:12
  v66: f64 = fadd v58, v65 @30:7
  v67: mem = store tag=1 v59, v62, v64, v66 @29:21
  v68: i64 = constant 592
  v69: ptr = offset inbounds v10, v68 @29:11  // NON_NULL
  v70: f64 = constant 100.5 @30:12
  v71: f64 = fadd v66, v70 @30:7
  v72: mem = store tag=1 v59, v67, v69, v71 @29:21
  v73: f64 = constant 101.0
  v74: f64 = fadd v71, v73 @30:7
  v75: i32 = float_to_int v74 @32:10
  v76: i32 = constant 31 @32:17
  v77: i32 = sar v75, v76 @32:17  // i32[-1..0, u 0..4294967295]
  v78: i32 = constant 28 @32:17
  v79: i32 = shr v77, v78 @32:17  // i32[0..15, bits 0000000000000000000000000000....]
  v80: i32 = add v75, v79 @32:17
  v81: i32 = constant -16 @32:17
  v82: i32 = and v80, v81 @32:17  // i32[-2147483648..2147483632, u 0..4294967280, bits ............................0000]
  v83: i32 = sub v75, v82 @32:17
  v84: ctrl = return v59, v72, v83 @32:3
  v85: ctrl = end v84
}
