// A row is written from left to right, and what has just been written is read on one of two paths:
// a pointer moves along instead of an index, so that the load needs not wait for the store.
// test: pass all
// test: run common(40) == -853235149
unsigned short table[42][42];
char left[42], right[42];

unsigned common(int n) {
  unsigned hash = 7;
  for (int i = 0; i <= n; i++) {
    left[i] = (char)(i * i % 5);
    right[i] = (char)(i * 3 % 7);
  }
  for (int i = 1; i <= n; i++) {
    for (int j = 1; j <= n; j++) {
      if (left[i - 1] == right[j - 1]) {
        table[i][j] = (unsigned short)(table[i - 1][j - 1] + 1);
      } else if (table[i - 1][j] >= table[i][j - 1]) {
        table[i][j] = table[i - 1][j];
      } else {
        table[i][j] = table[i][j - 1];
      }
      hash = hash * 31 + table[i][j];
    }
  }
  return hash;
}
//// pass all
global $table 3528:2
global $left 42:1
global $right 42:1

sea $common(i32) -> (i32) source "moving.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @8:21
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant -1 @10:21
  v4: i1 = lt v3, v1 @10:21
  v5: tuple = if v0, v4 @10:21

  v6: ctrl = projection index=1 v5 @10:21
  v7: i64 = constant 0 @11:10

  v8: ctrl = region v6, v49 @10:21
  v9: i64 = phi v8, v7, v45 @11:10
  v10: mem = phi class=0 v8, v2, v43 @11:13
  v11: i64 = phi v8, v7, v51 @12:29
  v12: ptr = symbol $left @11:5  // NON_NULL
  v13: ptr = offset inbounds v12, v9 @11:9
  v14: i32 = truncate v9
  v15: i32 = mul nsw v14, v14 @11:24
  v16: i64 = mul nsw v9, v9 @11:28
  v17: i64 = constant 1717986919 @11:28
  v18: i64 = mul v16, v17 @11:28
  v19: i64 = constant 33 @11:28
  v20: i64 = sar v18, v19 @11:28  // i64[-1073741824..1073741823, u 0..18446744073709551615]
  v21: i32 = truncate v20 @11:28  // i32[-1073741824..1073741823, u 0..4294967295]
  v22: i32 = constant 31 @11:28
  v23: i32 = sar v15, v22 @11:28  // i32[-1..0, u 0..4294967295]
  v24: i32 = sub v21, v23 @11:28  // i32[-1073741824..1073741824, u 0..4294967295]
  v25: i32 = constant 5 @11:24
  v26: i32 = mul v24, v25 @11:28
  v27: i32 = sub v15, v26 @11:28
  v28: i8 = truncate v27 @11:15
  v29: mem = store v8, v10, v13, v28 @11:13
  v30: ptr = symbol $right @12:5  // NON_NULL
  v31: ptr = offset inbounds v30, v9 @12:10
  v32: i32 = constant 3 @12:23
  v33: i32 = mul nsw v14, v32 @12:25
  v34: i64 = constant 34 @12:29
  v35: i64 = sar v11, v34 @12:29  // i64[-536870912..536870911, u 0..18446744073709551615]
  v36: i32 = truncate v35 @12:29  // i32[-536870912..536870911, u 0..4294967295]
  v37: i32 = sar v33, v22 @12:29  // i32[-1..0, u 0..4294967295]
  v38: i32 = sub v36, v37 @12:29  // i32[-536870912..536870912, u 0..4294967295]
  v39: i32 = constant 7 @9:12
  v40: i32 = mul v38, v39 @12:29
  v41: i32 = sub v33, v40 @12:29
  v42: i8 = truncate v41 @12:16
  v43: mem = store v8, v29, v31, v42 @12:14
  v44: i64 = constant 1 @17:17
  v45: i64 = add nsw v9, v44 @10:28
  v46: i32 = truncate v45
  v47: i1 = le v46, v1 @10:21
  v48: tuple = if v8, v47 @10:21

  v49: ctrl = projection index=1 v48 @10:21
  v50: i64 = constant 7362801081 @12:29
  v51: i64 = add v11, v50 @12:29

  v52: ctrl = projection index=0 v48 @10:21

  v53: ctrl = projection index=0 v5 @10:21

  v54: ctrl = region v53, v52 @10:21
  v55: mem = phi class=0 v54, v2, v43 @14:21
  v56: i32 = constant 0 @10:12
  v57: i1 = lt v56, v1 @14:21
  v58: tuple = if v54, v57 @14:21

  v59: ctrl = projection index=1 v58 @14:21
  v60: i64 = constant 84 @17:14

  v61: ctrl = region v59, v117 @14:21
  v62: i64 = phi v61, v60, v118 @17:14
  v63: mem = phi class=0 v61, v55, v102 @15:23
  v64: i64 = phi v61, v44, v113 @15:23
  v65: i32 = phi v61, v39, v111 @15:23
  v66: ptr = symbol $table @17:9  // NON_NULL
  v67: ptr = offset inbounds v66, v62 @17:14
  v68: i64 = constant 2 @17:17
  v69: ptr = offset v67, v68 @17:17

  v70: ctrl = region v61, v107 @15:23
  v71: ptr = phi v70, v69, v108 @17:17
  v72: mem = phi class=0 v70, v63, v102 @16:15
  v73: i64 = phi v70, v44, v103 @16:32
  v74: i32 = phi v70, v65, v111 @23:14
  v75: ptr = offset inbounds v30, v73 @16:31
  v76: i64 = constant -1 @16:15
  v77: ptr = offset inbounds v75, v76 @16:31
  v78: i8 = load v70, v72, v77 @16:31
  v79: ptr = offset inbounds v12, v64 @16:15
  v80: ptr = offset inbounds v79, v76 @16:15
  v81: i8 = load v61, v63, v80 @16:15
  v82: i1 = eq v78, v81
  v83: tuple = if v70, v82 @16:23

  v84: ctrl = projection index=1 v83 @16:23
  v85: i64 = constant -86 @17:52
  v86: ptr = offset inbounds v71, v85 @17:52
  v87: i16 = load tag=1 v84, v72, v86 @17:52
  v88: i16 = constant 1 @17:23
  v89: i16 = add v87, v88 @17:23

  v90: ctrl = projection index=0 v83 @16:23
  v91: i64 = constant -2 @17:52
  v92: ptr = offset inbounds v71, v91 @17:52
  v93: i16 = load tag=1 v90, v72, v92 @18:45
  v94: i64 = constant -84 @17:45
  v95: ptr = offset inbounds v71, v94 @18:30
  v96: i16 = load tag=1 v90, v72, v95 @18:30
  v97: i1 = ule v93, v96 @18:34
  v98: i16 = select v97, v96, v93 @18:34

  v99: ctrl = region v84, v90 @21:21
  v100: i16 = phi v99, v89, v98 @17:21
  v101: i16 = phi v99, v89, v98 @23:34
  v102: mem = store tag=1 v99, v72, v71, v100 @17:21
  v103: i64 = add nsw v73, v44 @15:30
  v104: i32 = truncate v103
  v105: i1 = le v104, v1 @15:23
  v106: tuple = if v99, v105 @15:23

  v107: ctrl = projection index=1 v106 @15:23
  v108: ptr = offset v71, v68 @17:17
  v109: i32 = mul v74, v22 @23:19
  v110: i32 = zero_extend v101 @23:34  // i32[0..65535, bits 0000000000000000................]
  v111: i32 = add v109, v110 @23:24

  v112: ctrl = projection index=0 v106 @15:23
  v113: i64 = add nsw v64, v44 @14:28
  v114: i32 = truncate v113
  v115: i1 = le v114, v1 @14:21
  v116: tuple = if v112, v115 @14:21

  v117: ctrl = projection index=1 v116 @14:21
  v118: i64 = add v62, v60 @17:14

  v119: ctrl = projection index=0 v116 @14:21

  v120: ctrl = projection index=0 v58 @14:21

  v121: ctrl = region v120, v119 @14:21
  v122: mem = phi class=0 v121, v55, v102 @26:3
  v123: i32 = phi v121, v39, v111 @26:10
  v124: ctrl = return v121, v122, v123 @26:3
  v125: ctrl = end v124
}
