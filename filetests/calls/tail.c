// test: pass simplify promote resimplify tail
// test: run even(7) == 0
// test: run even(200) == 1
// test: run through(1) == 40
// test: run kept(3) == 6
// test: run more(3) == 6
// `last` says that the call may become a jump.
static int odd(unsigned n);
int even(unsigned n) { if (n == 0) return 1; return odd(n - 1); }
static int odd(unsigned n) { if (n == 0) return 0; return even(n - 1); }

static int two(int a) { return 20 * a; }
static int (*table[2])(int) = { two, two };
int through(int n) { if (n > 5) n = 2; return table[n & 1](n + 1); }

static int sum(const int *p) { return p[0] + p[1] + p[2]; }
// Not here: the callee reads an object of this activation.
int kept(int n) { int a[3] = { n, n - 1, n - 2 }; return sum(a); }
// Nor here: something comes after it.
int more(int n) { return two(n) / 10; }
//// pass simplify promote resimplify tail
local global $table 16:8 = { $two, $two }

sea $even(i32) -> (i32) source "tail.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @9:19
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @9:28
  v4: i1 = eq v1, v3 @9:30
  v5: tuple = if v0, v4 @9:30

  v6: ctrl = projection index=1 v5 @9:30
  v7: i32 = constant 1 @9:30
  v8: ctrl = return v6, v2, v7 @9:36

  v9: ctrl = projection index=0 v5 @9:30
  v10: i32 = constant -1 @9:59
  v11: i32 = add v1, v10 @9:59
  v12: tuple = call last v9, v2, v11 : $odd(i32) -> (i32) @9:53
  v13: ctrl = projection index=0 v12 @9:53
  v14: mem = projection index=1 v12 @9:53
  v15: i32 = projection index=2 v12 @9:53
  v16: ctrl = return v13, v14, v15 @9:46
  v17: ctrl = end v8, v16
}

local sea $odd(i32) -> (i32) source "tail.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @10:25
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @10:34
  v4: i1 = eq v1, v3 @10:36
  v5: tuple = if v0, v4 @10:36

  v6: ctrl = projection index=1 v5 @10:36
  v7: ctrl = return v6, v2, v3 @10:42

  v8: ctrl = projection index=0 v5 @10:36
  v9: i32 = constant -1 @10:66
  v10: i32 = add v1, v9 @10:66
  v11: tuple = call last v8, v2, v10 : $even(i32) -> (i32) @10:59
  v12: ctrl = projection index=0 v11 @10:59
  v13: mem = projection index=1 v11 @10:59
  v14: i32 = projection index=2 v11 @10:59
  v15: ctrl = return v12, v13, v14 @10:52
  v16: ctrl = end v7, v15
}

local sea $two(i32) -> (i32) source "tail.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @12:20
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 20 @12:20
  v4: i32 = mul nsw v1, v3 @12:35  // i32[-2147483648..2147483644, u 0..4294967292, bits ..............................00]
  v5: ctrl = return v0, v2, v4 @12:25
  v6: ctrl = end v5
}

sea $through(i32) -> (i32) source "tail.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @14:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 5 @14:26
  v4: i1 = lt v3, v1 @14:28
  v5: tuple = if v0, v4 @14:28

  v6: ctrl = projection index=1 v5 @14:28
  v7: i32 = constant 2 @14:28

  v8: ctrl = projection index=0 v5 @14:28

  v9: ctrl = region v8, v6 @14:35
  v10: i32 = phi v9, v1, v7 @14:53
  v11: ptr = symbol $table @14:47  // NON_NULL
  v12: i32 = constant 1 @14:53
  v13: i32 = and v10, v12 @14:55  // i32[0..1, bits 0000000000000000000000000000000.]
  v14: i64 = zero_extend v13 @14:52  // i64[0..1, bits 000000000000000000000000000000000000000000000000000000000000000.]
  v15: i64 = constant 3 @14:52
  v16: i64 = shl v14, v15 @14:52  // i64[0..8, bits 000000000000000000000000000000000000000000000000000000000000.000]
  v17: ptr = offset inbounds v11, v16 @14:52
  v18: ptr = load tag=1 v9, v2, v17 @14:52
  v19: i32 = add nsw v10, v12 @14:62
  v20: tuple = call last v9, v2, v18, v19 : (i32) -> (i32) @14:52
  v21: ctrl = projection index=0 v20 @14:52
  v22: mem = projection index=1 v20 @14:52
  v23: i32 = projection index=2 v20 @14:52
  v24: ctrl = return v21, v22, v23 @14:40
  v25: ctrl = end v24
}

local sea $sum(ptr) -> (i32) source "tail.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @16:27
  v2: mem = initial_memory class=0 v0
  v3: i32 = load tag=1 v0, v2, v1 @16:40
  v4: i64 = constant 4 @16:47
  v5: ptr = offset inbounds v1, v4 @16:47
  v6: i32 = load tag=1 v0, v2, v5 @16:47
  v7: i32 = add nsw v3, v6 @16:44
  v8: i64 = constant 8 @16:54
  v9: ptr = offset inbounds v1, v8 @16:54
  v10: i32 = load tag=1 v0, v2, v9 @16:54
  v11: i32 = add nsw v7, v10 @16:51
  v12: ctrl = return v0, v2, v11 @16:32
  v13: ctrl = end v12
}

sea $kept(i32) -> (i32) source "tail.c" {
  slot 0 12:4 "a"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @18:14
  v2: mem = initial_memory class=0 v0
  v3: ptr = stack_slot slot=0 @18:23  // NON_NULL
  v4: mem = store v0, v2, v3, v1 @18:32
  v5: i64 = constant 4 @18:37
  v6: ptr = offset inbounds v3, v5 @18:37  // NON_NULL
  v7: i32 = constant -1 @18:37
  v8: i32 = add nsw v1, v7 @18:37
  v9: mem = store v0, v4, v6, v8 @18:37
  v10: i64 = constant 8 @18:44
  v11: ptr = offset inbounds v3, v10 @18:44  // NON_NULL
  v12: i32 = constant -2 @18:44
  v13: i32 = add nsw v1, v12 @18:44
  v14: mem = store v0, v9, v11, v13 @18:44
  v15: tuple = call v0, v14, v3 : $sum(ptr) -> (i32) @18:58
  v16: ctrl = projection index=0 v15 @18:58
  v17: mem = projection index=1 v15 @18:58
  v18: i32 = projection index=2 v15 @18:58
  v19: ctrl = return v16, v17, v18 @18:51
  v20: ctrl = end v19
}

sea $more(i32) -> (i32) source "tail.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @20:14
  v2: mem = initial_memory class=0 v0
  v3: tuple = call v0, v2, v1 : $two(i32) -> (i32) @20:26
  v4: ctrl = projection index=0 v3 @20:26
  v5: mem = projection index=1 v3 @20:26
  v6: i32 = projection index=2 v3 @20:26
  v7: i64 = sign_extend v6 @20:33  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v8: i64 = constant 1717986919 @20:33
  v9: i64 = mul v7, v8 @20:33  // i64[-3689348816030400512..3689348814312413593, u 0..18446744073709551615]
  v10: i64 = constant 34 @20:33
  v11: i64 = sar v9, v10 @20:33  // i64[-214748365..214748364, u 0..18446744073709551615]
  v12: i32 = truncate v11 @20:33  // i32[-214748365..214748364, u 0..4294967295]
  v13: i32 = constant 31 @20:33
  v14: i32 = sar v6, v13 @20:33  // i32[-1..0, u 0..4294967295]
  v15: i32 = sub v12, v14 @20:33  // i32[-214748365..214748365, u 0..4294967295]
  v16: ctrl = return v4, v5, v15 @20:19
  v17: ctrl = end v16
}
