// A sum of ints goes round four at a time; what is left over goes round alone. The sum behind the
// loop on vectors is that of its four lanes.
// test: run sum(0) == 0
// test: run sum(1) == 3
// test: pass simplify promote resimplify select vectorise
// test: run sum(4) == 24
// test: run sum(23) == 575
static int numbers[64];

int sum(int n) {
  for (int i = 0; i < n; i++) numbers[i] = 2 * i + 3;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += numbers[i];
  return sum;
}
//// pass simplify promote resimplify select vectorise
local global $numbers 256:4

sea $sum(i32) -> (i32) source "sum.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @10:13
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @11:12
  v4: i1 = lt v3, v1 @11:21
  v5: tuple = if v0, v4 @11:21

  v6: ctrl = projection index=1 v5 @11:21
  v7: i32 = constant -1 @13:21
  v8: i32 = add v1, v7 @13:21
  v9: i32 = constant 2 @13:21
  v10: i32 = shr v8, v9 @13:21  // i32[0..1073741823, bits 00..............................]
  v11: i1 = ne v10, v3 @13:21
  v12: tuple = if v6, v11 @11:21

  v13: ctrl = projection index=1 v12 @11:21

  v14: ctrl = loop v13, v36 @11:21
  v15: i32 = phi v14, v10, v37 @11:21
  v16: mem = phi class=0 v14, v2, v33 @11:21
  v17: i32 = phi v14, v3, v39 @11:21
  v18: ptr = symbol $numbers @11:31  // NON_NULL
  v19: i64 = sign_extend v17 @11:42  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v20: i64 = constant 2 @11:38
  v21: i64 = shl v19, v20 @11:42  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v22: ptr = offset inbounds v18, v21 @11:42
  v23: v128 = splat v17 @11:39
  v24: i64 = constant 4294967296 @11:39
  v25: i64 = constant 12884901890 @11:39
  v26: v128 = vector_pair v24, v25 @11:39
  v27: v128 = vector_binary each=add lane=i32 v23, v26 @11:39
  v28: i32 = constant 1 @11:46
  v29: v128 = vector_shift each=shl lane=i32 v27, v28 @11:46
  v30: i32 = constant 3 @11:46
  v31: v128 = splat v30 @11:50
  v32: v128 = vector_binary each=add lane=i32 v29, v31 @11:50
  v33: mem = store v14, v16, v22, v32 @11:42
  v34: i1 = ne v15, v28 @11:21
  v35: tuple = if v14, v34 @11:21

  v36: ctrl = projection index=1 v35 @11:21
  v37: i32 = add v15, v7 @11:21
  v38: i32 = constant 4 @13:21
  v39: i32 = add nsw v17, v38 @11:21

  v40: ctrl = projection index=0 v35 @11:21
  v41: i32 = constant -4 @13:21
  v42: i32 = and v8, v41 @13:21  // i32[-2147483648..2147483644, u 0..4294967292, bits ..............................00]

  v43: ctrl = projection index=0 v12 @11:21

  v44: ctrl = region v43, v40 @11:21
  v45: i32 = phi v44, v3, v42 @11:21
  v46: mem = phi class=0 v44, v2, v33 @11:21

  v47: ctrl = region v44, v59 @11:21
  v48: i32 = phi v47, v45, v56 @11:39
  v49: mem = phi class=0 v47, v46, v55 @11:42
  v50: i64 = sign_extend v48 @11:38  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v51: i64 = shl v50, v20 @11:38  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v52: ptr = offset inbounds v18, v51 @11:38
  v53: i32 = shl nsw v48, v28 @11:46  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v54: i32 = add nsw v53, v30 @11:50  // i32[-2147483647..2147483647, u 1..4294967295, bits ...............................1]
  v55: mem = store tag=1 v47, v49, v52, v54 @11:42
  v56: i32 = add nsw v48, v28 @11:27
  v57: i1 = lt v56, v1 @11:21
  v58: tuple = if v47, v57 @11:21

  v59: ctrl = projection index=1 v58 @11:21

  v60: ctrl = projection index=0 v58 @11:21

  v61: ctrl = projection index=0 v5 @11:21

  v62: ctrl = region v61, v60 @11:21
  v63: mem = phi class=0 v62, v2, v55 @13:21
  v64: tuple = if v62, v4 @13:21

  v65: ctrl = projection index=1 v64 @13:21
  v66: tuple = if v65, v11 @13:21

  v67: ctrl = projection index=1 v66 @13:21
  v68: v128 = splat v3 @13:21

  v69: ctrl = loop v67, v75 @13:21
  v70: i32 = phi v69, v10, v76 @13:21
  v71: i32 = phi v69, v3, v77 @13:21
  v72: v128 = phi v69, v68, v82 @13:21
  v73: i1 = ne v70, v28 @13:21
  v74: tuple = if v69, v73 @13:21

  v75: ctrl = projection index=1 v74 @13:21
  v76: i32 = add v70, v7 @13:21
  v77: i32 = add nsw v71, v38 @13:21
  v78: i64 = sign_extend v71 @13:45  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v79: i64 = shl v78, v20 @13:45  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v80: ptr = offset inbounds v18, v79 @13:45
  v81: v128 = load v69, v63, v80 @13:45
  v82: v128 = vector_binary each=add lane=i32 v81, v72 @13:35

  v83: ctrl = projection index=0 v74 @13:21
  v84: v128 = shuffle index=78 v82 @13:21
  v85: v128 = vector_binary each=add lane=i32 v82, v84 @13:21
  v86: v128 = shuffle index=177 v85 @13:21
  v87: v128 = vector_binary each=add lane=i32 v85, v86 @13:21
  v88: i32 = extract_lane index=0 v87 @13:21

  v89: ctrl = projection index=0 v66 @13:21

  v90: ctrl = region v89, v83 @13:21
  v91: i32 = phi v90, v3, v42 @13:21
  v92: i32 = phi v90, v3, v88 @13:21

  v93: ctrl = region v90, v99 @13:21
  v94: i32 = phi v93, v91, v96 @13:46
  v95: i32 = phi v93, v92, v104 @13:35
  v96: i32 = add nsw v94, v28 @13:27
  v97: i1 = lt v96, v1 @13:21
  v98: tuple = if v93, v97 @13:21

  v99: ctrl = projection index=1 v98 @13:21
  v100: i64 = sign_extend v94 @13:45  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v101: i64 = shl v100, v20 @13:45  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v102: ptr = offset inbounds v18, v101 @13:45
  v103: i32 = load tag=1 v93, v63, v102 @13:45
  v104: i32 = add nsw v103, v95 @13:35

  v105: ctrl = projection index=0 v98 @13:21

  v106: ctrl = projection index=0 v64 @13:21

  v107: ctrl = region v106, v105 @13:21
  v108: i32 = phi v107, v3, v104 @14:10
  v109: ctrl = return v107, v63, v108 @14:3
  v110: ctrl = end v109
}
