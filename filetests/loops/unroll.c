// All iterations of short loops are laid out; counters and addresses become constants.
// test: run squares(5) == 50
// test: run table(2) == 60
// test: run first_above(0) == 1
// test: run first_above(6) == 3
// test: run first_above(100) == -1
// test: run wraps(7) == 14
// test: run nest(1) == 26
// test: run halves(1) == 6
// test: run once(4) == 5
// test: run bytes(258) == 3
// test: pass all
int squares(int n) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += (n - i) * (n - i);
  return sum;
}

// The array is promoted, since its addresses have become constant.
int table(int n) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = i * n;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += a[i] * (i + 1) + a[3 - i];
  return sum + n * 4;
}

// Left in the middle, with different values.
int first_above(int n) {
  for (int i = 1; i <= 5; i++)
    if (i * i > n) return i;
  return -1;
}

// A counter that wraps round ends too.
int wraps(int n) {
  int rounds = 0;
  for (unsigned char c = 254; c != 0; c++) rounds += n;
  return rounds;
}

int nest(int n) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i != 1 || j != 1) sum += n + i * j;
  return sum + n + 9;
}

int halves(int n) {
  int rounds = 0;
  for (unsigned x = 32; x; x >>= 1) rounds += n;
  return rounds;
}

int once(int n) {
  do n++;
  while (0);
  return n;
}

// Loads and stores keep their order.
int bytes(int n) {
  unsigned char b[4] = {0};
  for (int i = 0; i < 4; i++) {
    b[i] = n >> 8 * i;
    if (i) b[i] += b[i - 1];
  }
  return b[3];
}
//// pass all
sea $squares(i32) -> (i32) source "unroll.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @13:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant -2
  v4: i32 = add nsw v1, v3
  v5: i32 = mul nsw v4, v4 @15:46
  v6: i32 = mul nsw v1, v1 @15:46
  v7: i32 = constant -1 @15:41
  v8: i32 = add nsw v1, v7 @15:41
  v9: i32 = mul nsw v8, v8 @15:46
  v10: i32 = add nsw v6, v9 @15:35
  v11: i32 = add nsw v5, v10 @15:35
  v12: ctrl = return v0, v2, v11 @16:3
  v13: ctrl = end v12
}

sea $table(i32) -> (i32) source "unroll.c" {
  slot 0 16:4 "a"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @20:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 30
  v4: i32 = mul v1, v3  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v5: ctrl = return v0, v2, v4 @25:3
  v6: ctrl = end v5
}

sea $first_above(i32) -> (i32) source "unroll.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @29:21
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1 @30:12
  v4: i1 = lt v1, v3 @31:15
  v5: tuple = if v0, v4 @31:15

  v6: ctrl = projection index=1 v5

  v7: ctrl = projection index=0 v5 @31:15
  v8: i32 = constant 4 @31:11
  v9: i1 = lt v1, v8 @31:15
  v10: tuple = if v7, v9 @31:15

  v11: ctrl = projection index=1 v10
  v12: i32 = constant 2 @30:28

  v13: ctrl = projection index=0 v10 @31:15
  v14: i32 = constant 9 @31:11
  v15: i1 = lt v1, v14 @31:15
  v16: tuple = if v13, v15 @31:15

  v17: ctrl = projection index=1 v16
  v18: i32 = constant 3 @30:28

  v19: ctrl = projection index=0 v16 @31:15
  v20: i32 = constant 16 @31:11
  v21: i1 = lt v1, v20 @31:15
  v22: tuple = if v19, v21 @31:15

  v23: ctrl = projection index=1 v22

  v24: ctrl = projection index=0 v22 @31:15
  v25: i32 = constant 25
  v26: i1 = lt v1, v25 @31:15
  v27: tuple = if v24, v26 @31:15

  v28: ctrl = projection index=1 v27 @31:15
  v29: i32 = constant 5 @30:19

  v30: ctrl = region v28, v6, v11, v17, v23
  v31: i32 = phi v30, v29, v3, v12, v18, v8 @31:9
  v32: ctrl = return v30, v2, v31 @31:20

  v33: ctrl = projection index=0 v27 @31:15
  v34: i32 = constant -1 @30:21
  v35: ctrl = return v33, v2, v34 @32:3
  v36: ctrl = end v32, v35
}

sea $wraps(i32) -> (i32) source "unroll.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @36:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1
  v4: i32 = shl nsw v1, v3  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v5: ctrl = return v0, v2, v4 @39:3
  v6: ctrl = end v5
}

sea $nest(i32) -> (i32) source "unroll.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @42:14
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 9
  v4: i32 = mul v1, v3
  v5: i32 = constant 17
  v6: i32 = add v4, v5
  v7: ctrl = return v0, v2, v6 @47:3
  v8: ctrl = end v7
}

sea $halves(i32) -> (i32) source "unroll.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @50:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 6 @52:44
  v4: i32 = mul v1, v3 @52:44  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v5: ctrl = return v0, v2, v4 @53:3
  v6: ctrl = end v5
}

sea $once(i32) -> (i32) source "unroll.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @56:14
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1 @57:7
  v4: i32 = add nsw v1, v3 @57:7
  v5: ctrl = return v0, v2, v4 @59:3
  v6: ctrl = end v5
}

sea $bytes(i32) -> (i32) source "unroll.c" {
  slot 0 4:1 "b"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @63:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 24
  v4: i32 = sar v1, v3 @66:14  // i32[-128..127, u 0..4294967295]
  v5: i8 = truncate v4 @66:10
  v6: i32 = constant 16 @66:19
  v7: i32 = sar v1, v6 @66:14  // i32[-32768..32767, u 0..4294967295]
  v8: i8 = truncate v7 @66:10
  v9: i8 = truncate v1 @66:10
  v10: i32 = constant 8 @66:19
  v11: i32 = sar v1, v10 @66:14  // i32[-8388608..8388607, u 0..4294967295]
  v12: i8 = truncate v11 @66:10
  v13: i8 = add v9, v12
  v14: i8 = add v8, v13 @67:17
  v15: i8 = add v5, v14 @67:17
  v16: i32 = zero_extend v15 @69:11  // i32[0..255, bits 000000000000000000000000........]
  v17: ctrl = return v0, v2, v16 @69:3
  v18: ctrl = end v17
}
