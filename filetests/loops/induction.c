// Counters that index memory have 64 bits; products of them become sums; what a loop does not change
// is added to the base before it.
// test: run dot(3) == 54
// test: run bytes(4) == 10
// test: run bytes(0) == 0
// test: run down(5) == 54321
// test: run rows(3) == 51
// test: run last(2) == 2
// test: run ends(7) == 28
// test: run both(5) == 20
// test: pass all
static double a[64], b[64];
static unsigned char text[16];
static int numbers[64];

// One multiplication of doubles, and sums.
static double product(const double *x, const double *y, int n, int row, int column) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += x[row * n + k] * y[k * n + column];
  return sum;
}

int dot(int n) {
  for (int i = 0; i < n * n; i++) {
    a[i] = i;
    b[i] = i + 1;
  }
  return (int)product(a, b, n, 1, 0);
}

// Zero extension: the comparison shows that the unsigned counter does not wrap.
int bytes(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) {
    text[i & 15] = i + 1;
    sum += text[i & 15];
  }
  return sum;
}

int down(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) numbers[i] = i + 1;
  for (int i = n - 1; i >= 0; i--) sum = sum * 10 + numbers[i];
  return sum;
}

// The counter of the outer loop is multiplied.
int rows(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) numbers[i * n + j] = i + j;
  for (int i = 0; i < n * n; i++) sum += numbers[i] + i;
  return sum - n;
}

// The counter is used behind the loop.
int last(int n) {
  int i = 0;
  while (numbers[i + 60] == 0 && i < n) i++;
  return i;
}

// Ends at the largest number.
int ends(int n) {
  int sum = 0;
  for (int i = 2147483640; i < 2147483647; i++) sum += numbers[i - 2147483640 + 50] + n - 3;
  return sum;
}

// Both kinds of extension of one counter.
int both(unsigned n) {
  int sum = 0;
  for (unsigned i = 0; i < n; i++) sum += numbers[40 + i] + numbers[40 + (int)i] + 4;
  return sum;
}
//// pass all
local global $a 512:8
local global $b 512:8
local global $text 16:1
local global $numbers 256:4

sea $dot(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @23:13
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @24:12
  v4: i32 = mul nsw v1, v1 @24:25
  v5: i1 = lt v3, v4 @24:21
  v6: tuple = if v0, v5 @24:21

  v7: ctrl = projection index=1 v6 @24:21
  v8: i64 = constant 0 @25:7

  v9: ctrl = region v7, v28 @24:21
  v10: i64 = phi v9, v8, v22 @25:7
  v11: mem = phi class=0 v9, v2, v25 @25:10
  v12: ptr = symbol $a @25:5  // NON_NULL
  v13: i64 = constant 3 @25:6
  v14: i64 = shl v10, v13 @25:6  // i64[-9223372036854775808..9223372036854775800, u 0..18446744073709551608, bits .............................................................000]
  v15: ptr = offset inbounds v12, v14 @25:6
  v16: i32 = truncate v10
  v17: f64 = int_to_float v16 @25:10  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v18: mem = store tag=1 v9, v11, v15, v17 @25:10
  v19: ptr = symbol $b @26:5  // NON_NULL
  v20: ptr = offset inbounds v19, v14 @26:6
  v21: i64 = constant 1 @26:14
  v22: i64 = add nsw v10, v21 @26:14
  v23: i32 = truncate v22
  v24: f64 = int_to_float v23 @26:10  // FloatStamp[type=F64, mayBeNumber=true, mayBeNan=false]
  v25: mem = store tag=1 v9, v18, v20, v24 @26:10
  v26: i1 = lt v23, v4 @24:21
  v27: tuple = if v9, v26 @24:21

  v28: ctrl = projection index=1 v27 @24:21

  v29: ctrl = projection index=0 v27 @24:21

  v30: ctrl = projection index=0 v6 @24:21

  v31: ctrl = region v30, v29 @24:21
  v32: mem = phi class=0 v31, v2, v25 @28:15
  v33: i1 = lt v3, v1 @19:21
  v34: tuple = if v31, v33 @19:21

  v35: ctrl = projection index=1 v34 @19:21
  v36: f64 = constant 0.0 @18:10

  v37: ctrl = region v35, v45 @19:21
  v38: i64 = phi v37, v8, v41 @19:50
  v39: f64 = phi v37, v36, v56 @19:35
  v40: i64 = phi v37, v8, v57 @19:56
  v41: i64 = add nsw v38, v21 @19:27
  v42: i32 = truncate v41
  v43: i1 = lt v42, v1 @19:21
  v44: tuple = if v37, v43 @19:21

  v45: ctrl = projection index=1 v44 @19:21
  v46: i64 = sign_extend v1 @19:39  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v47: i64 = shl v46, v13 @19:39  // i64[-17179869184..17179869176, u 0..18446744073709551608, bits .............................................................000]
  v48: ptr = offset v12, v47 @19:39
  v49: i64 = shl v38, v13 @19:39  // i64[-9223372036854775808..9223372036854775800, u 0..18446744073709551608, bits .............................................................000]
  v50: ptr = offset inbounds v48, v49 @19:39
  v51: f64 = load tag=1 v37, v32, v50 @19:39
  v52: i64 = shl v40, v13 @19:56  // i64[-9223372036854775808..9223372036854775800, u 0..18446744073709551608, bits .............................................................000]
  v53: ptr = offset inbounds v19, v52 @19:56
  v54: f64 = load tag=1 v37, v32, v53 @19:56
  v55: f64 = fmul v51, v54 @19:53
  v56: f64 = fadd v39, v55 @19:35
  v57: i64 = add v46, v40

  v58: ctrl = projection index=0 v44 @19:21

  v59: ctrl = projection index=0 v34 @19:21

  v60: ctrl = region v59, v58 @19:21
  v61: f64 = phi v60, v36, v56 @20:10
  v62: i32 = float_to_int v61 @28:10
  v63: ctrl = return v60, v32, v62 @28:3
  v64: ctrl = end v63
}

sea $bytes(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @32:20
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @33:12
  v4: i1 = ne v1, v3 @34:26
  v5: tuple = if v0, v4 @34:26

  v6: ctrl = projection index=1 v5 @34:26

  v7: ctrl = region v6, v22 @34:26
  v8: i32 = phi v7, v3, v17 @35:10
  v9: mem = phi class=0 v7, v2, v19 @35:18
  v10: i32 = phi v7, v3, v25 @36:9
  v11: ptr = symbol $text @35:5  // NON_NULL
  v12: i32 = constant 15 @35:10
  v13: i32 = and v8, v12 @35:12  // i32[0..15, bits 0000000000000000000000000000....]
  v14: i64 = zero_extend v13 @35:9  // i64[0..15, bits 000000000000000000000000000000000000000000000000000000000000....]
  v15: ptr = offset inbounds v11, v14 @35:9
  v16: i32 = constant 1 @35:20
  v17: i32 = add v8, v16 @35:22
  v18: i8 = truncate v17 @35:18
  v19: mem = store v7, v9, v15, v18 @35:18
  v20: i1 = ult v17, v1 @34:26
  v21: tuple = if v7, v20 @34:26

  v22: ctrl = projection index=1 v21 @34:26
  v23: i32 = constant 255 @36:16
  v24: i32 = and v17, v23 @36:16  // i32[0..255, bits 000000000000000000000000........]
  v25: i32 = add v24, v10 @36:9

  v26: ctrl = projection index=0 v21 @34:26

  v27: ctrl = projection index=0 v5 @34:26

  v28: ctrl = region v27, v26 @34:26
  v29: mem = phi class=0 v28, v2, v19 @38:3
  v30: i32 = phi v28, v3, v25 @38:10
  v31: ctrl = return v28, v29, v30 @38:3
  v32: ctrl = end v31
}

sea $down(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @41:14
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @42:7
  v4: i1 = lt v3, v1 @43:21
  v5: tuple = if v0, v4 @43:21

  v6: ctrl = projection index=1 v5 @43:21
  v7: i64 = constant 0 @43:39

  v8: ctrl = region v6, v21 @43:21
  v9: i64 = phi v8, v7, v16 @43:39
  v10: mem = phi class=0 v8, v2, v18 @43:42
  v11: ptr = symbol $numbers @43:31  // NON_NULL
  v12: i64 = constant 2 @43:38
  v13: i64 = shl v9, v12 @43:38  // i64[-9223372036854775808..9223372036854775804, u 0..18446744073709551612, bits ..............................................................00]
  v14: ptr = offset inbounds v11, v13 @43:38
  v15: i64 = constant 1 @43:46
  v16: i64 = add nsw v9, v15 @43:46
  v17: i32 = truncate v16
  v18: mem = store tag=1 v8, v10, v14, v17 @43:42
  v19: i1 = lt v17, v1 @43:21
  v20: tuple = if v8, v19 @43:21

  v21: ctrl = projection index=1 v20 @43:21

  v22: ctrl = projection index=0 v20 @43:21

  v23: ctrl = projection index=0 v5 @43:21

  v24: ctrl = region v23, v22 @43:21
  v25: mem = phi class=0 v24, v2, v18 @44:25
  v26: tuple = if v24, v4 @44:25

  v27: ctrl = projection index=1 v26 @44:25
  v28: i64 = sign_extend v1 @44:61  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v29: i64 = constant -1 @44:61
  v30: i64 = add v28, v29 @44:61  // i64[-2147483649..2147483646, u 0..18446744073709551615]

  v31: ctrl = region v27, v37 @44:25
  v32: i64 = phi v31, v30, v38 @44:61
  v33: i32 = phi v31, v3, v44 @44:42
  v34: i32 = truncate v32
  v35: i1 = lt v3, v34 @44:25
  v36: tuple = if v31, v35 @44:25

  v37: ctrl = projection index=1 v36 @44:25
  v38: i64 = add nsw v32, v29 @44:32
  v39: i32 = constant 10 @44:42
  v40: i32 = mul nsw v33, v39 @44:46  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v41: i64 = shl v32, v12 @44:60  // i64[-9223372036854775808..9223372036854775804, u 0..18446744073709551612, bits ..............................................................00]
  v42: ptr = offset inbounds v11, v41 @44:60
  v43: i32 = load tag=1 v31, v25, v42 @44:60
  v44: i32 = add nsw v40, v43 @44:51

  v45: ctrl = projection index=0 v36 @44:25

  v46: ctrl = projection index=0 v26 @44:25

  v47: ctrl = region v46, v45 @44:25
  v48: i32 = phi v47, v3, v44 @45:10
  v49: ctrl = return v47, v25, v48 @45:3
  v50: ctrl = end v49
}

sea $rows(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @49:14
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @50:7
  v4: i1 = lt v3, v1 @51:21
  v5: tuple = if v0, v4 @51:21

  v6: ctrl = projection index=1 v5 @51:21
  v7: i64 = constant 0 @52:49

  v8: ctrl = region v6, v36 @51:21
  v9: i64 = phi v8, v7, v32 @52:23
  v10: mem = phi class=0 v8, v2, v24 @52:23
  v11: i64 = phi v8, v7, v38 @52:40

  v12: ctrl = region v8, v30 @52:23
  v13: i64 = phi v12, v7, v26 @52:49
  v14: mem = phi class=0 v12, v10, v24 @52:52
  v15: ptr = symbol $numbers @52:33  // NON_NULL
  v16: i64 = constant 2 @52:40
  v17: i64 = shl v11, v16 @52:40  // i64[-9223372036854775808..9223372036854775804, u 0..18446744073709551612, bits ..............................................................00]
  v18: ptr = offset v15, v17 @52:40
  v19: i64 = shl v13, v16 @52:40  // i64[-9223372036854775808..9223372036854775804, u 0..18446744073709551612, bits ..............................................................00]
  v20: ptr = offset inbounds v18, v19 @52:40
  v21: i32 = truncate v13
  v22: i32 = truncate v9
  v23: i32 = add nsw v21, v22
  v24: mem = store tag=1 v12, v14, v20, v23 @52:52
  v25: i64 = constant 1 @52:29
  v26: i64 = add nsw v13, v25 @52:29
  v27: i32 = truncate v26
  v28: i1 = lt v27, v1 @52:23
  v29: tuple = if v12, v28 @52:23

  v30: ctrl = projection index=1 v29 @52:23

  v31: ctrl = projection index=0 v29 @52:23
  v32: i64 = add nsw v9, v25 @51:27
  v33: i32 = truncate v32
  v34: i1 = lt v33, v1 @51:21
  v35: tuple = if v31, v34 @51:21

  v36: ctrl = projection index=1 v35 @51:21
  v37: i64 = sign_extend v1 @52:40  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v38: i64 = add v37, v11

  v39: ctrl = projection index=0 v35 @51:21

  v40: ctrl = projection index=0 v5 @51:21

  v41: ctrl = region v40, v39 @51:21
  v42: mem = phi class=0 v41, v2, v24 @53:21
  v43: i32 = mul nsw v1, v1 @53:25
  v44: i1 = lt v3, v43 @53:21
  v45: tuple = if v41, v44 @53:21

  v46: ctrl = projection index=1 v45 @53:21

  v47: ctrl = region v46, v54 @53:21
  v48: i64 = phi v47, v7, v50 @53:50
  v49: i32 = phi v47, v3, v60 @53:39
  v50: i64 = add nsw v48, v25 @53:31
  v51: i32 = truncate v50
  v52: i1 = lt v51, v43 @53:21
  v53: tuple = if v47, v52 @53:21

  v54: ctrl = projection index=1 v53 @53:21
  v55: i64 = shl v48, v16 @53:49  // i64[-9223372036854775808..9223372036854775804, u 0..18446744073709551612, bits ..............................................................00]
  v56: ptr = offset inbounds v15, v55 @53:49
  v57: i32 = load tag=1 v47, v42, v56 @53:49
  v58: i32 = truncate v48
  v59: i32 = add nsw v57, v58
  v60: i32 = add nsw v49, v59

  v61: ctrl = projection index=0 v53 @53:21

  v62: ctrl = projection index=0 v45 @53:21

  v63: ctrl = region v62, v61 @53:21
  v64: i32 = phi v63, v3, v60 @54:10
  v65: i32 = sub nsw v64, v1 @54:14
  v66: ctrl = return v63, v42, v65 @54:3
  v67: ctrl = end v66
}

sea $last(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @58:14
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $numbers @60:10  // NON_NULL
  v4: i64 = constant 240 @60:17
  v5: ptr = offset inbounds v3, v4 @60:17  // NON_NULL
  v6: i32 = load tag=1 v0, v2, v5 @60:17
  v7: i32 = constant 0 @59:7
  v8: i1 = eq v6, v7 @60:26
  v9: tuple = if v0, v8 @60:26

  v10: ctrl = projection index=1 v9 @60:26
  v11: i1 = lt v7, v1 @60:36
  v12: tuple = if v10, v11 @60:36

  v13: ctrl = projection index=1 v12 @60:36
  v14: i64 = constant 0 @60:42

  v15: ctrl = region v13, v31 @60:36
  v16: i64 = phi v15, v14, v27 @60:42
  v17: i64 = constant 2 @60:17
  v18: i64 = shl v16, v17 @60:17  // i64[-9223372036854775808..9223372036854775804, u 0..18446744073709551612, bits ..............................................................00]
  v19: ptr = offset inbounds v3, v18 @60:17
  v20: i64 = constant 244 @60:17
  v21: ptr = offset inbounds v19, v20 @60:17
  v22: i32 = load tag=1 v15, v2, v21 @60:17
  v23: i1 = eq v22, v7 @60:26
  v24: tuple = if v15, v23 @60:26

  v25: ctrl = projection index=1 v24 @60:26
  v26: i64 = constant 1 @60:42
  v27: i64 = add nsw v16, v26 @60:42
  v28: i32 = truncate v27
  v29: i1 = lt v28, v1 @60:36
  v30: tuple = if v25, v29 @60:36

  v31: ctrl = projection index=1 v30 @60:36

  v32: ctrl = projection index=0 v30 @60:36

  v33: ctrl = projection index=0 v24 @60:26

  v34: ctrl = projection index=0 v12 @60:36

  v35: ctrl = projection index=0 v9 @60:26

  v36: ctrl = region v35, v34, v33, v32 @60:36
  v37: i32 = phi v36, v7, v7, v28, v28 @61:10
  v38: ctrl = return v36, v2, v37 @61:3
  v39: ctrl = end v38
}

sea $ends(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @65:14
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $numbers @67:56  // NON_NULL
  v4: i64 = constant 220 @67:63
  v5: ptr = offset inbounds v3, v4 @67:63  // NON_NULL
  v6: i32 = load tag=1 v0, v2, v5 @67:63
  v7: i64 = constant 216 @67:63
  v8: ptr = offset inbounds v3, v7 @67:63  // NON_NULL
  v9: i32 = load tag=1 v0, v2, v8 @67:63
  v10: i64 = constant 212 @67:63
  v11: ptr = offset inbounds v3, v10 @67:63  // NON_NULL
  v12: i32 = load tag=1 v0, v2, v11 @67:63
  v13: i64 = constant 208 @67:63
  v14: ptr = offset inbounds v3, v13 @67:63  // NON_NULL
  v15: i32 = load tag=1 v0, v2, v14 @67:63
  v16: i64 = constant 204 @67:63
  v17: ptr = offset inbounds v3, v16 @67:63  // NON_NULL
  v18: i32 = load tag=1 v0, v2, v17 @67:63
  v19: i64 = constant 200 @67:63
  v20: ptr = offset inbounds v3, v19 @67:63  // NON_NULL
  v21: i32 = load tag=1 v0, v2, v20 @67:63
  v22: i64 = constant 224
  v23: ptr = offset inbounds v3, v22  // NON_NULL
  v24: i32 = load tag=1 v0, v2, v23 @67:63
  v25: i32 = constant 7 @67:53
  v26: i32 = mul v1, v25 @67:53
  v27: i32 = add v24, v26 @67:53
  v28: i32 = add v21, v27 @67:53
  v29: i32 = add v18, v28 @67:53
  v30: i32 = add v15, v29 @67:53
  v31: i32 = add v12, v30 @67:53
  v32: i32 = add v9, v31 @67:53
  v33: i32 = add v6, v32 @67:53
  v34: i32 = constant -21 @67:53
  v35: i32 = add v33, v34 @67:53
  v36: ctrl = return v0, v2, v35 @68:3
  v37: ctrl = end v36
}

sea $both(i32) -> (i32) source "induction.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @72:19
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @73:7
  v4: i1 = ne v1, v3 @74:26
  v5: tuple = if v0, v4 @74:26

  v6: ctrl = projection index=1 v5 @74:26

  v7: ctrl = region v6, v14 @74:26
  v8: i32 = phi v7, v3, v11 @74:56
  v9: i32 = phi v7, v3, v32 @74:40
  v10: i32 = constant 1 @74:32
  v11: i32 = add v8, v10 @74:32
  v12: i1 = ult v11, v1 @74:26
  v13: tuple = if v7, v12 @74:26

  v14: ctrl = projection index=1 v13 @74:26
  v15: ptr = symbol $numbers @74:43  // NON_NULL
  v16: i32 = constant 40 @74:43
  v17: i32 = add v8, v16 @74:54
  v18: i64 = zero_extend v17 @74:50  // i64[0..4294967295, bits 00000000000000000000000000000000................................]
  v19: i64 = constant 2 @74:50
  v20: i64 = shl v18, v19 @74:50  // i64[0..17179869180, bits 000000000000000000000000000000................................00]
  v21: ptr = offset inbounds v15, v20 @74:50
  v22: i32 = load tag=1 v7, v2, v21 @74:50
  v23: i64 = sign_extend v8 @74:68  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v24: i64 = shl v23, v19 @74:68  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v25: ptr = offset inbounds v15, v24 @74:68
  v26: i64 = constant 160 @74:68
  v27: ptr = offset inbounds v25, v26 @74:68
  v28: i32 = load tag=1 v7, v2, v27 @74:68
  v29: i32 = add nsw v22, v28 @74:59
  v30: i32 = constant 4 @74:59
  v31: i32 = add nsw v29, v30 @74:82
  v32: i32 = add nsw v31, v9 @74:40

  v33: ctrl = projection index=0 v13 @74:26

  v34: ctrl = projection index=0 v5 @74:26

  v35: ctrl = region v34, v33 @74:26
  v36: i32 = phi v35, v3, v32 @75:10
  v37: ctrl = return v35, v2, v36 @75:3
  v38: ctrl = end v37
}
