// Branches that a loop does not change are asked before it; first rounds that differ stand in front.
// test: run sum(5, 0) == 21
// test: run sum(5, 1) == 10
// test: run sum(0, 1) == 0
// test: run two_ways_out(4, 1) == 6
// test: run two_ways_out(4, 0) == 31
// test: run largest(4) == 4
// test: run largest(1) == 3
// test: run largest(0) == 0
// test: pass unswitch
int values[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int sum(int n, int flag) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (flag) s += i;
    else s += values[i] + i % 3 + 1 - (i > 2);
  }
  return s;
}

// Each version of the loop has one of the exits.
int two_ways_out(int n, int flag) {
  int s = 0, i = 0;
  for (;;) {
    if (flag) {
      if (i >= n) break;
      s += i;
    } else {
      s += values[i & 7];
      if (s > 30) break;
    }
    i++;
  }
  return s;
}

int largest(int n) {
  int s = 0, first = 1;
  for (int i = 0; i < n; i++) {
    int v = values[i] * (i + 1) % 11;
    if (first) s = v;
    else if (v > s) s = v;
    first = 0;
  }
  return s;
}
//// pass unswitch
global $values 32:4 = { i8 3, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, i8 5, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 6 }

sea $sum(i32, i32) -> (i32) source "unswitch.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @13:13
  v2: i32 = parameter index=1 v0 @13:20
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 0 @14:7
  v5: i1 = lt v4, v1 @15:21
  v6: tuple = if v0, v5 @15:21

  v7: ctrl = projection index=1 v6 @15:21
  v8: i1 = ne v2, v4 @16:9
  v9: tuple = if v7, v8 @16:9

  v10: ctrl = projection index=1 v9 @16:9

  v11: ctrl = region v10, v18 @15:21
  v12: i32 = phi v11, v4, v15 @16:20
  v13: i32 = phi v11, v4, v19 @16:17
  v14: i32 = constant 1 @17:25
  v15: i32 = add nsw v12, v14 @15:27
  v16: i1 = lt v15, v1 @15:21
  v17: tuple = if v11, v16 @15:21

  v18: ctrl = projection index=1 v17 @15:21
  v19: i32 = add nsw v12, v13 @16:17

  v20: ctrl = projection index=0 v17 @15:21

  v21: ctrl = projection index=0 v9 @16:9

  v22: ctrl = region v21, v28
  v23: i32 = phi v22, v4, v25 @16:20
  v24: i32 = phi v22, v4, v52 @16:17
  v25: i32 = add nsw v23, v14 @15:27
  v26: i1 = lt v25, v1 @15:21
  v27: tuple = if v22, v26 @15:21

  v28: ctrl = projection index=1 v27 @15:21
  v29: i64 = sign_extend v23 @17:21  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v30: i64 = constant 1431655766 @17:29
  v31: i64 = mul v29, v30 @17:29  // i64[-3074457347049914368..3074457345618258602, u 0..18446744073709551614, bits ...............................................................0]
  v32: i64 = constant 32 @17:29
  v33: i64 = sar v31, v32 @17:29  // i64[-715827883..715827882, u 0..18446744073709551615]
  v34: i32 = truncate v33 @17:29  // i32[-715827883..715827882, u 0..4294967295]
  v35: i32 = constant 31 @17:29
  v36: i32 = sar v23, v35 @17:29  // i32[-1..0, u 0..4294967295]
  v37: i32 = sub v34, v36 @17:29  // i32[-715827883..715827883, u 0..4294967295]
  v38: i32 = constant 3 @17:27
  v39: i32 = mul v37, v38 @17:29
  v40: i32 = sub v23, v39 @17:29
  v41: ptr = symbol $values @17:15  // NON_NULL
  v42: i64 = constant 2 @17:21
  v43: i64 = shl v29, v42 @17:21  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v44: ptr = offset inbounds v41, v43 @17:21
  v45: i32 = load tag=1 v22, v3, v44 @17:21
  v46: i32 = add nsw v40, v45 @17:25
  v47: i32 = add nsw v46, v14 @17:33
  v48: i32 = constant 2 @17:40
  v49: i1 = lt v48, v23 @17:42
  v50: i32 = zero_extend v49 @17:42  // i32[0..1, bits 0000000000000000000000000000000.]
  v51: i32 = sub nsw v47, v50 @17:37
  v52: i32 = add nsw v24, v51 @17:12

  v53: ctrl = projection index=0 v27

  v54: ctrl = projection index=0 v6 @15:21

  v55: ctrl = region v54, v20, v53 @15:21
  v56: i32 = phi v55, v4, v19, v52 @19:10
  v57: ctrl = return v55, v3, v56 @19:3
  v58: ctrl = end v57
}

sea $two_ways_out(i32, i32) -> (i32) source "unswitch.c" {
  v0: ctrl = start
  v1: i32 = parameter index=1 v0 @23:29
  v2: i32 = parameter index=0 v0 @23:22
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 0 @24:7
  v5: i1 = ne v1, v4 @26:9
  v6: tuple = if v0, v5 @26:9

  v7: ctrl = projection index=1 v6 @26:9

  v8: ctrl = region v7, v13 @24:18
  v9: i32 = phi v8, v4, v15 @27:11
  v10: i32 = phi v8, v4, v16 @28:9
  v11: i1 = le v2, v9 @27:13
  v12: tuple = if v8, v11 @27:13

  v13: ctrl = projection index=0 v12 @27:13
  v14: i32 = constant 1 @33:6
  v15: i32 = add nsw v9, v14 @33:6
  v16: i32 = add nsw v9, v10 @28:9

  v17: ctrl = projection index=1 v12 @27:13

  v18: ctrl = projection index=0 v6 @26:9

  v19: ctrl = region v18, v34
  v20: i32 = phi v19, v4, v31 @28:9
  v21: i32 = phi v19, v4, v35 @27:11
  v22: i32 = constant 30 @31:11
  v23: ptr = symbol $values @30:12  // NON_NULL
  v24: i32 = constant 7 @30:19
  v25: i32 = and v21, v24 @30:21  // i32[0..7, bits 00000000000000000000000000000...]
  v26: i64 = zero_extend v25 @30:18  // i64[0..7, bits 0000000000000000000000000000000000000000000000000000000000000...]
  v27: i64 = constant 2 @30:18
  v28: i64 = shl v26, v27 @30:18  // i64[0..28, bits 00000000000000000000000000000000000000000000000000000000000...00]
  v29: ptr = offset inbounds v23, v28 @30:18
  v30: i32 = load tag=1 v19, v3, v29 @30:18
  v31: i32 = add nsw v20, v30 @30:9
  v32: i1 = lt v22, v31 @31:13
  v33: tuple = if v19, v32 @31:13

  v34: ctrl = projection index=0 v33 @31:13
  v35: i32 = add nsw v21, v14 @33:6

  v36: ctrl = projection index=1 v33

  v37: ctrl = region v17, v36 @33:6
  v38: i32 = phi v37, v10, v31 @35:10
  v39: ctrl = return v37, v3, v38 @35:3
  v40: ctrl = end v39
}

sea $largest(i32) -> (i32) source "unswitch.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @38:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @39:7
  v4: i1 = lt v3, v1 @40:21
  v5: tuple = if v0, v4 @40:21

  v6: ctrl = projection index=1 v5 @40:21
  v7: i32 = constant 1 @39:14
  v8: i1 = lt v7, v1 @40:21
  v9: tuple = if v6, v8 @40:21

  v10: ctrl = projection index=1 v9 @40:21
  v11: ptr = symbol $values @41:13  // NON_NULL
  v12: i32 = load tag=1 v6, v2, v11 @41:19
  v13: i64 = sign_extend v12 @41:33  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v14: i64 = constant 780903145 @41:33
  v15: i64 = mul v13, v14 @41:33  // i64[-1676976734559272960..1676976733778369815, u 0..18446744073709551615]
  v16: i64 = constant 33 @41:33
  v17: i64 = sar v15, v16 @41:33  // i64[-195225787..195225786, u 0..18446744073709551615]
  v18: i32 = truncate v17 @41:33  // i32[-195225787..195225786, u 0..4294967295]
  v19: i32 = constant 31 @41:33
  v20: i32 = sar v12, v19 @41:33  // i32[-1..0, u 0..4294967295]
  v21: i32 = sub v18, v20 @41:33  // i32[-195225787..195225787, u 0..4294967295]
  v22: i32 = constant 11 @41:23
  v23: i32 = mul v21, v22 @41:33
  v24: i32 = sub v12, v23 @41:33

  v25: ctrl = region v10, v51 @40:21
  v26: i32 = phi v25, v7, v33 @41:20
  v27: i32 = phi v25, v24, v48 @43:18
  v28: i64 = sign_extend v26 @41:19  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v29: i64 = constant 2 @41:19
  v30: i64 = shl v28, v29 @41:19  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v31: ptr = offset inbounds v11, v30 @41:19
  v32: i32 = load tag=1 v25, v2, v31 @41:19
  v33: i32 = add nsw v26, v7 @41:28
  v34: i32 = mul nsw v32, v33 @41:23
  v35: i64 = sign_extend v34 @41:33  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v36: i64 = mul v35, v14 @41:33  // i64[-1676976734559272960..1676976733778369815, u 0..18446744073709551615]
  v37: i64 = sar v36, v16 @41:33  // i64[-195225787..195225786, u 0..18446744073709551615]
  v38: i32 = truncate v37 @41:33  // i32[-195225787..195225786, u 0..4294967295]
  v39: i32 = sar v34, v19 @41:33  // i32[-1..0, u 0..4294967295]
  v40: i32 = sub v38, v39 @41:33  // i32[-195225787..195225787, u 0..4294967295]
  v41: i32 = mul v40, v22 @41:33
  v42: i32 = sub v34, v41 @41:33
  v43: i1 = lt v27, v42 @43:16
  v44: tuple = if v25, v43 @43:16

  v45: ctrl = projection index=1 v44 @43:16

  v46: ctrl = projection index=0 v44 @43:16

  v47: ctrl = region v46, v45 @43:23
  v48: i32 = phi v47, v27, v42 @40:21
  v49: i1 = lt v33, v1 @40:21
  v50: tuple = if v47, v49 @40:21

  v51: ctrl = projection index=1 v50 @40:21

  v52: ctrl = projection index=0 v50 @40:21

  v53: ctrl = projection index=0 v9

  v54: ctrl = projection index=0 v5 @40:21

  v55: ctrl = region v54, v52, v53 @40:21
  v56: i32 = phi v55, v3, v48, v24 @46:10
  v57: ctrl = return v55, v2, v56 @46:3
  v58: ctrl = end v57
}
