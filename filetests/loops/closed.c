// Loops whose results are known without them, and loops that must stay.
// test: run sum(10) == 55
// test: run sum(-3) == 0
// test: run sum(65535) == 2147450880
// test: run squares_of_none(1000) == 1001
// test: run below(7, 29, 0) == 31
// test: run below(7, 7, 0) == 7
// test: run below(2147483640, 2147483647, 0) == -2147483647
// test: run down(100) == 99
// test: run down(0) == 4294967295
// test: run odd(5) == 9
// test: run odd(0) == 0
// test: run nest(4, 5) == 20
// test: run nest(0, 5) == 0
// test: run nest(4, -1) == 0
// test: run wraps_unsigned(6) == 6
// test: run stores(3) == 10
// test: pass closed
int sum(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++) s += i;
  return s;
}

int squares_of_none(int n) {
  int i, unused = 0;
  for (i = 0; i <= n; i++) unused ^= i * i;
  return i;
}

// Steps of three cannot be known not to wrap round as unsigned numbers, unless the bound is far.
int below(int from, int to, int unused) {
  unsigned i, end = (unsigned)to & 0x7fffffff;
  for (i = from; i < end; i += 3) unused++;
  return i + (unused & 0);
}

unsigned down(unsigned n) {
  unsigned rounds = 0;
  unsigned i = n;
  while (i-- > 1) rounds++;
  return n ? rounds : i;
}

unsigned odd(unsigned char n) {
  unsigned sum = 0;
  for (unsigned char i = 0; i != n; i++) sum += 2 * n - 1 - 2 * i + 2 * i - n + 1;
  return sum ? sum - n * n + 2 * n - 1 : 0;
}

int nest(int n, int m) {
  int rounds = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) rounds++;
  return rounds;
}

// May never end for odd numbers, so it stays.
unsigned wraps_unsigned(unsigned n) {
  unsigned i = 0;
  while (i != n) i += 2;
  return i;
}

int cells[10];

// The counter is known behind the loop.
int stores(int n) {
  int i;
  for (i = 0; i < 10; i++) cells[i] = n;
  return i;
}
//// pass closed
global $cells 40:4

sea $sum(i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @19:13
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @20:7
  v4: i1 = lt v3, v1 @21:21
  v5: tuple = if v0, v4 @21:21

  v6: ctrl = projection index=1 v5 @21:21
  v7: i32 = constant -1 @21:34
  v8: i32 = add v1, v7 @21:34
  v9: i32 = constant 1 @21:12
  v10: i32 = shr v8, v9 @21:34  // i32[0..2147483647, bits 0...............................]
  v11: i32 = constant -2 @21:34
  v12: i32 = add v1, v11 @21:34
  v13: i32 = or v12, v9 @21:34  // i32[-2147483647..2147483647, u 1..4294967295, bits ...............................1]
  v14: i32 = mul v10, v13 @21:34
  v15: i32 = add v8, v14 @21:34
  v16: i32 = add nsw v1, v15 @21:34

  v17: ctrl = projection index=0 v5 @21:21

  v18: ctrl = region v17, v6 @21:21
  v19: i32 = phi v18, v3, v16 @22:10
  v20: ctrl = return v18, v2, v19 @22:3
  v21: ctrl = end v20
}

sea $squares_of_none(i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @25:25
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant -1 @27:17
  v4: i1 = lt v3, v1 @27:17
  v5: tuple = if v0, v4 @27:17

  v6: ctrl = projection index=1 v5 @27:17
  v7: i32 = constant 1 @27:24
  v8: i32 = add nsw v1, v7 @27:24

  v9: ctrl = projection index=0 v5 @27:17
  v10: i32 = constant 0 @26:7

  v11: ctrl = region v9, v6 @27:17
  v12: i32 = phi v11, v10, v8 @28:10
  v13: ctrl = return v11, v2, v12 @28:3
  v14: ctrl = end v13
}

sea $below(i32, i32, i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @32:15
  v2: i32 = parameter index=1 v0 @32:25
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 2147483647 @33:21
  v5: i32 = and v2, v4 @33:34  // i32[0..2147483647, bits 0...............................]
  v6: i1 = ult v1, v5 @34:20
  v7: tuple = if v0, v6 @34:20

  v8: ctrl = projection index=1 v7 @34:20
  v9: i32 = sub v5, v1 @34:29
  v10: i32 = constant -1 @34:29
  v11: i32 = add v9, v10 @34:29
  v12: i64 = zero_extend v11 @34:29  // i64[0..4294967295, bits 00000000000000000000000000000000................................]
  v13: i64 = constant 2863311531 @34:29
  v14: i64 = mul v12, v13 @34:29  // i64[-9223372036854775808..9223372036854775807, u 0..12297829381041378645]
  v15: i64 = constant 33 @34:29
  v16: i64 = shr v14, v15 @34:29  // i64[0..1431655765, bits 000000000000000000000000000000000...............................]
  v17: i32 = truncate v16 @34:29  // i32[0..1431655765, bits 0...............................]
  v18: i32 = constant 3 @34:41
  v19: i32 = mul v17, v18 @34:29
  v20: i32 = add v1, v19 @34:29
  v21: i32 = add v20, v18 @34:29

  v22: ctrl = projection index=0 v7 @34:20

  v23: ctrl = region v22, v8 @34:20
  v24: i32 = phi v23, v1, v21 @35:10
  v25: ctrl = return v23, v3, v24 @35:3
  v26: ctrl = end v25
}

sea $down(i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @38:24
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1 @41:11
  v4: i1 = ult v3, v1 @41:14
  v5: tuple = if v0, v4 @41:14

  v6: ctrl = projection index=1 v5 @41:14
  v7: i32 = constant -1 @41:11
  v8: i32 = add v1, v7 @41:11
  v9: i1 = ult v3, v8 @41:25
  v10: i32 = constant -2 @41:25
  v11: i32 = add v1, v10 @41:25
  v12: i32 = constant 0 @39:12
  v13: i32 = select v9, v11, v12 @41:25
  v14: i32 = add v13, v3 @41:25
  v15: i32 = sub v8, v13 @41:11
  v16: i32 = add v15, v7 @41:11

  v17: ctrl = projection index=0 v5 @41:14

  v18: ctrl = region v17, v6 @41:14
  v19: i32 = phi v18, v12, v14 @42:14
  v20: i32 = phi v18, v8, v16 @42:23
  v21: i1 = ne v1, v12 @42:10
  v22: i32 = select v21, v19, v20 @42:12
  v23: ctrl = return v18, v2, v22 @42:3
  v24: ctrl = end v23
}

sea $odd(i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @45:28
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 255 @47:34
  v4: i32 = and v1, v3 @47:34  // i32[0..255, bits 000000000000000000000000........]
  v5: i32 = constant 0 @46:12
  v6: i1 = ne v4, v5 @47:31
  v7: tuple = if v0, v6 @47:31

  v8: ctrl = projection index=1 v7 @47:31
  v9: i32 = constant 1 @47:51
  v10: i32 = shl nsw v4, v9 @48:32  // i32[0..510, bits 00000000000000000000000........0]
  v11: i32 = constant -1 @47:55
  v12: i32 = add nsw v10, v11 @47:55  // i32[-1..509, u 1..4294967295, bits ...............................1]
  v13: i32 = sub nsw v12, v4 @47:75  // i32[-256..509, u 0..4294967295]
  v14: i32 = add nsw v13, v9 @47:79  // i32[-255..510, u 0..4294967295]
  v15: i8 = truncate v1 @45:28
  v16: i8 = constant -1 @47:46
  v17: i8 = add v15, v16 @47:46
  v18: i32 = zero_extend v17 @47:46  // i32[0..255, bits 000000000000000000000000........]
  v19: i32 = mul v14, v18 @47:46  // i32[-65025..130050, u 0..4294967295]
  v20: i32 = add v14, v19 @47:46  // i32[-65280..130560, u 0..4294967295]

  v21: ctrl = projection index=0 v7 @47:31

  v22: ctrl = region v21, v8 @47:31
  v23: i32 = phi v22, v5, v20 @48:10
  v24: i1 = ne v23, v5 @48:10
  v25: tuple = if v22, v24 @48:10

  v26: ctrl = projection index=1 v25 @48:10
  v27: i32 = mul nsw v4, v4 @48:24  // i32[0..65025, bits 0000000000000000................]
  v28: i32 = sub v23, v27 @48:20
  v29: i32 = add v28, v10 @48:28
  v30: i32 = add v29, v11 @48:36

  v31: ctrl = projection index=0 v25 @48:10

  v32: ctrl = region v26, v31 @48:36
  v33: i32 = phi v32, v30, v5 @48:36
  v34: ctrl = return v32, v2, v33 @48:3
  v35: ctrl = end v34
}

sea $nest(i32, i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @51:14
  v2: i32 = parameter index=1 v0 @51:21
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 0 @52:7
  v5: i1 = lt v4, v1 @53:21
  v6: tuple = if v0, v5 @53:21

  v7: ctrl = projection index=1 v6 @53:21

  v8: ctrl = region v7, v22 @53:21
  v9: i32 = phi v8, v4, v19 @53:27
  v10: i32 = phi v8, v4, v17 @54:23
  v11: i1 = lt v4, v2 @54:23
  v12: tuple = if v8, v11 @54:23

  v13: ctrl = projection index=1 v12 @54:23
  v14: i32 = add v2, v10 @54:39

  v15: ctrl = projection index=0 v12 @54:23

  v16: ctrl = region v15, v13 @54:23
  v17: i32 = phi v16, v10, v14 @53:21
  v18: i32 = constant 1 @54:39
  v19: i32 = add nsw v9, v18 @53:27
  v20: i1 = lt v19, v1 @53:21
  v21: tuple = if v16, v20 @53:21

  v22: ctrl = projection index=1 v21 @53:21

  v23: ctrl = projection index=0 v21 @53:21

  v24: ctrl = projection index=0 v6 @53:21

  v25: ctrl = region v24, v23 @53:21
  v26: i32 = phi v25, v4, v17 @55:10
  v27: ctrl = return v25, v3, v26 @55:3
  v28: ctrl = end v27
}

sea $wraps_unsigned(i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @59:34
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @60:12
  v4: i1 = ne v1, v3 @61:12
  v5: tuple = if v0, v4 @61:12

  v6: ctrl = projection index=1 v5 @61:12

  v7: ctrl = region v6, v13 @61:12
  v8: i32 = phi v7, v3, v10 @61:20
  v9: i32 = constant 2 @61:12
  v10: i32 = add v8, v9 @61:20
  v11: i1 = ne v10, v1 @61:12
  v12: tuple = if v7, v11 @61:12

  v13: ctrl = projection index=1 v12 @61:12

  v14: ctrl = projection index=0 v12 @61:12

  v15: ctrl = projection index=0 v5 @61:12

  v16: ctrl = region v15, v14 @61:12
  v17: i32 = phi v16, v3, v10 @62:10
  v18: ctrl = return v16, v2, v17 @62:3
  v19: ctrl = end v18
}

sea $stores(i32) -> (i32) source "closed.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @68:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @69:7

  v4: ctrl = region v0, v16 @70:17
  v5: i32 = phi v4, v3, v18 @70:34
  v6: mem = phi class=0 v4, v2, v12 @70:37
  v7: ptr = symbol $cells @70:28  // NON_NULL
  v8: i64 = sign_extend v5 @70:33  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v9: i64 = constant 2 @70:33
  v10: i64 = shl v8, v9 @70:33  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v11: ptr = offset inbounds v7, v10 @70:33
  v12: mem = store tag=1 v4, v6, v11, v1 @70:37
  v13: i32 = constant 9 @70:17
  v14: i1 = lt v5, v13 @70:17
  v15: tuple = if v4, v14 @70:17

  v16: ctrl = projection index=1 v15 @70:17
  v17: i32 = constant 1 @70:24
  v18: i32 = add nsw v5, v17 @70:24

  v19: ctrl = projection index=0 v15 @70:17
  v20: i32 = constant 10 @70:24
  v21: ctrl = return v19, v12, v20 @71:3
  v22: ctrl = end v21
}
