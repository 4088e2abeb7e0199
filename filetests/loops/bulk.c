// Loops that fill or copy memory become one operation where the size is a constant.
// test: run zero(5) == 5
// test: run down(3) == -999
// test: run bytes(7) == 700
// test: run copy(2) == 128
// test: run onto_itself(3) == 6
// test: run words(1) == 300
// test: pass bulk
int cells[1000], others[1000];
unsigned char small[128];

int zero(int n) {
  cells[999] = n;
  for (int i = 0; i < 999; i++) cells[i] = 0;
  return cells[n] + cells[999];
}

int down(int n) {
  int sum = 0;
  for (int i = 999; i > 0; i--) cells[i] = -1;
  for (int i = 0; i < 1000; i++) sum += cells[i];
  return sum - cells[0];
}

int bytes(int n) {
  int sum = 0;
  for (unsigned i = 0; i < 100; i++) small[i + 20] = n;
  for (unsigned i = 0; i < 128; i++) sum += small[i];
  for (unsigned i = 0; i < 128; i++) small[i] = 0;
  return sum;
}

int copy(int n) {
  for (int i = 0; i < 1000; i++) others[i] = i;
  for (int i = 0; i < 900; i++) cells[i + 20] = others[i + 7];
  return cells[n + 139] + cells[n + 20 - n] - cells[20] + 2 - n;
}

// Each round reads what the one before wrote, so this is no copy.
int onto_itself(int n) {
  cells[0] = n;
  cells[1] = 2 * n;
  for (int i = 0; i < 900; i++) cells[i + 2] = cells[i + 1];
  return cells[801];
}

// Not all bytes are the same.
int words(int n) {
  int sum = 0;
  for (int i = 0; i < 300; i++) cells[i] = n;
  for (int i = 0; i < 300; i++) sum += cells[i];
  return sum;
}
//// pass bulk
global $cells 4000:4
global $others 4000:4
global $small 128:1

sea $zero(i32) -> (i32) source "bulk.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @12:14
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $cells @12:14  // NON_NULL
  v4: i64 = constant 3996 @13:14
  v5: ptr = offset inbounds v3, v4 @13:14  // NON_NULL
  v6: mem = store tag=1 v0, v2, v5, v1 @13:14
  v7: i8 = constant 0
  v8: mem = memory_fill size=3996 v0, v6, v3, v7 @14:42
  v9: i32 = constant 0 @14:12

  v10: ctrl = region v0, v15 @14:21
  v11: i32 = phi v10, v9, v17 @14:39
  v12: i32 = constant 998 @14:21
  v13: i1 = lt v11, v12 @14:21
  v14: tuple = if v10, v13 @14:21

  v15: ctrl = projection index=1 v14 @14:21
  v16: i32 = constant 1 @14:29
  v17: i32 = add nsw v11, v16 @14:29

  v18: ctrl = projection index=0 v14 @14:21
  v19: i64 = sign_extend v1 @15:15  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v20: i64 = constant 2 @14:38
  v21: i64 = shl v19, v20 @15:15  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v22: ptr = offset inbounds v3, v21 @15:15
  v23: i32 = load tag=1 v18, v8, v22 @15:15
  v24: i32 = add nsw v1, v23
  v25: ctrl = return v18, v8, v24 @15:3
  v26: ctrl = end v25
}

sea $down(i32) -> (i32) source "bulk.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $cells @20:33  // NON_NULL
  v3: i64 = constant 4 @20:42
  v4: ptr = offset v2, v3 @20:42
  v5: i8 = constant -1
  v6: mem = memory_fill size=3996 v0, v1, v4, v5 @20:42
  v7: i32 = constant 999 @20:12

  v8: ctrl = region v0, v13 @20:23
  v9: i32 = phi v8, v7, v15 @20:39
  v10: i32 = constant 1 @20:23
  v11: i1 = lt v10, v9 @20:23
  v12: tuple = if v8, v11 @20:23

  v13: ctrl = projection index=1 v12 @20:23
  v14: i32 = constant -1 @20:38
  v15: i32 = add nsw v9, v14 @20:29

  v16: ctrl = projection index=0 v12 @20:23
  v17: i32 = constant 0 @19:7

  v18: ctrl = region v16, v23 @21:21
  v19: i32 = phi v18, v17, v24 @21:47
  v20: i32 = phi v18, v17, v30 @21:38
  v21: i1 = lt v19, v7 @21:21
  v22: tuple = if v18, v21 @21:21

  v23: ctrl = projection index=1 v22 @21:21
  v24: i32 = add nsw v19, v10 @21:30
  v25: i64 = sign_extend v19 @21:46  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v26: i64 = constant 2 @20:38
  v27: i64 = shl v25, v26 @21:46  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v28: ptr = offset inbounds v2, v27 @21:46
  v29: i32 = load tag=1 v18, v6, v28 @21:46
  v30: i32 = add nsw v29, v20 @21:38

  v31: ctrl = projection index=0 v22 @21:21
  v32: i32 = load tag=1 v31, v6, v2 @22:21
  v33: i32 = sub nsw v30, v32 @22:14
  v34: ctrl = return v31, v6, v33 @22:3
  v35: ctrl = end v34
}

sea $bytes(i32) -> (i32) source "bulk.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @25:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @26:7

  v4: ctrl = region v0, v19 @27:26
  v5: i32 = phi v4, v3, v15 @27:44
  v6: mem = phi class=0 v4, v2, v13 @27:52
  v7: ptr = symbol $small @27:38  // NON_NULL
  v8: i32 = constant 20 @27:44
  v9: i32 = add v5, v8 @27:46
  v10: i64 = zero_extend v9 @27:43  // i64[0..4294967295, bits 00000000000000000000000000000000................................]
  v11: ptr = offset inbounds v7, v10 @27:43
  v12: i8 = truncate v1 @27:52
  v13: mem = store v4, v6, v11, v12 @27:52
  v14: i32 = constant 1 @27:34
  v15: i32 = add v5, v14 @27:34
  v16: i32 = constant 100 @27:24
  v17: i1 = ult v15, v16 @27:26
  v18: tuple = if v4, v17 @27:26

  v19: ctrl = projection index=1 v18 @27:26

  v20: ctrl = projection index=0 v18 @27:26

  v21: ctrl = region v20, v28 @28:26
  v22: i32 = phi v21, v3, v24 @28:51
  v23: i32 = phi v21, v3, v33 @28:42
  v24: i32 = add v22, v14 @28:34
  v25: i32 = constant 128 @28:24
  v26: i1 = ult v24, v25 @28:26
  v27: tuple = if v21, v26 @28:26

  v28: ctrl = projection index=1 v27 @28:26
  v29: i64 = zero_extend v22 @28:50  // i64[0..4294967295, bits 00000000000000000000000000000000................................]
  v30: ptr = offset inbounds v7, v29 @28:50
  v31: i8 = load v21, v13, v30 @28:50
  v32: i32 = zero_extend v31 @28:50  // i32[0..255, bits 000000000000000000000000........]
  v33: i32 = add nsw v32, v23 @28:42

  v34: ctrl = projection index=0 v27 @28:26
  v35: i8 = constant 0 @29:43
  v36: mem = memory_fill size=128 v34, v13, v7, v35 @29:47

  v37: ctrl = region v34, v42 @29:26
  v38: i32 = phi v37, v3, v39 @29:44
  v39: i32 = add v38, v14 @29:34
  v40: i1 = ult v39, v25 @29:26
  v41: tuple = if v37, v40 @29:26

  v42: ctrl = projection index=1 v41 @29:26

  v43: ctrl = projection index=0 v41 @29:26
  v44: ctrl = return v43, v36, v33 @30:3
  v45: ctrl = end v44
}

sea $copy(i32) -> (i32) source "bulk.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @33:14
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @34:12

  v4: ctrl = region v0, v16 @34:21
  v5: i32 = phi v4, v3, v18 @34:41
  v6: mem = phi class=0 v4, v2, v12 @34:44
  v7: ptr = symbol $others @34:34  // NON_NULL
  v8: i64 = sign_extend v5 @34:40  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v9: i64 = constant 2 @34:40
  v10: i64 = shl v8, v9 @34:40  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v11: ptr = offset inbounds v7, v10 @34:40
  v12: mem = store tag=1 v4, v6, v11, v5 @34:44
  v13: i32 = constant 999 @34:21
  v14: i1 = lt v5, v13 @34:21
  v15: tuple = if v4, v14 @34:21

  v16: ctrl = projection index=1 v15 @34:21
  v17: i32 = constant 1 @34:30
  v18: i32 = add nsw v5, v17 @34:30

  v19: ctrl = projection index=0 v15 @34:21
  v20: ptr = symbol $cells @35:33  // NON_NULL
  v21: i64 = constant 80 @35:38
  v22: ptr = offset inbounds v20, v21  // NON_NULL
  v23: i64 = constant 28 @35:55
  v24: ptr = offset inbounds v7, v23  // NON_NULL
  v25: mem = memory_copy size=3600 v19, v12, v22, v24 @35:47

  v26: ctrl = region v19, v31 @35:21
  v27: i32 = phi v26, v3, v32 @35:39
  v28: i32 = constant 899 @35:21
  v29: i1 = lt v27, v28 @35:21
  v30: tuple = if v26, v29 @35:21

  v31: ctrl = projection index=1 v30 @35:21
  v32: i32 = add nsw v27, v17 @35:29

  v33: ctrl = projection index=0 v30 @35:21
  v34: i64 = sign_extend v1 @36:15  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v35: i64 = shl v34, v9 @36:15  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v36: ptr = offset inbounds v20, v35 @36:15
  v37: i64 = constant 556 @36:15
  v38: ptr = offset inbounds v36, v37 @36:15
  v39: i32 = load tag=1 v33, v25, v38 @36:15
  v40: i32 = constant 2 @36:45
  v41: i32 = add nsw v39, v40 @36:57
  v42: i32 = sub nsw v41, v1 @36:61
  v43: ctrl = return v33, v25, v42 @36:3
  v44: ctrl = end v43
}

sea $onto_itself(i32) -> (i32) source "bulk.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @40:21
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $cells @40:21  // NON_NULL
  v4: mem = store tag=1 v0, v2, v3, v1 @41:12
  v5: i64 = constant 4 @42:12
  v6: ptr = offset inbounds v3, v5 @42:12  // NON_NULL
  v7: i32 = constant 1 @42:16
  v8: i32 = shl nsw v1, v7 @42:16  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v9: mem = store tag=1 v0, v4, v6, v8 @42:12
  v10: i32 = constant 0 @43:12

  v11: ctrl = region v0, v26 @43:21
  v12: i32 = phi v11, v10, v27 @43:39
  v13: mem = phi class=0 v11, v9, v22 @43:53
  v14: i64 = sign_extend v12 @43:38  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v15: i64 = constant 2 @43:38
  v16: i64 = shl v14, v15 @43:38  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v17: ptr = offset inbounds v3, v16 @43:38
  v18: i64 = constant 8 @43:38
  v19: ptr = offset inbounds v17, v18 @43:38
  v20: ptr = offset inbounds v17, v5 @43:53
  v21: i32 = load tag=1 v11, v13, v20 @43:53
  v22: mem = store tag=1 v11, v13, v19, v21 @43:46
  v23: i32 = constant 899 @43:21
  v24: i1 = lt v12, v23 @43:21
  v25: tuple = if v11, v24 @43:21

  v26: ctrl = projection index=1 v25 @43:21
  v27: i32 = add nsw v12, v7 @43:56

  v28: ctrl = projection index=0 v25 @43:21
  v29: i64 = constant 3204 @44:15
  v30: ptr = offset inbounds v3, v29 @44:15  // NON_NULL
  v31: i32 = load tag=1 v28, v22, v30 @44:15
  v32: ctrl = return v28, v22, v31 @44:3
  v33: ctrl = end v32
}

sea $words(i32) -> (i32) source "bulk.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @48:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @49:7

  v4: ctrl = region v0, v16 @50:21
  v5: i32 = phi v4, v3, v18 @50:39
  v6: mem = phi class=0 v4, v2, v12 @50:42
  v7: ptr = symbol $cells @50:33  // NON_NULL
  v8: i64 = sign_extend v5 @50:38  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v9: i64 = constant 2 @50:38
  v10: i64 = shl v8, v9 @50:38  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v11: ptr = offset inbounds v7, v10 @50:38
  v12: mem = store tag=1 v4, v6, v11, v1 @50:42
  v13: i32 = constant 299 @50:21
  v14: i1 = lt v5, v13 @50:21
  v15: tuple = if v4, v14 @50:21

  v16: ctrl = projection index=1 v15 @50:21
  v17: i32 = constant 1 @50:29
  v18: i32 = add nsw v5, v17 @50:29

  v19: ctrl = projection index=0 v15 @50:21

  v20: ctrl = region v19, v25 @51:21
  v21: i32 = phi v20, v3, v26 @51:46
  v22: i32 = phi v20, v3, v31 @51:37
  v23: i1 = lt v21, v13 @51:21
  v24: tuple = if v20, v23 @51:21

  v25: ctrl = projection index=1 v24 @51:21
  v26: i32 = add nsw v21, v17 @51:29
  v27: i64 = sign_extend v21 @51:45  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v28: i64 = shl v27, v9 @51:45  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v29: ptr = offset inbounds v7, v28 @51:45
  v30: i32 = load tag=1 v20, v12, v29 @51:45
  v31: i32 = add nsw v30, v22 @51:37

  v32: ctrl = projection index=0 v24 @51:21
  v33: ctrl = return v32, v12, v31 @52:3
  v34: ctrl = end v33
}
