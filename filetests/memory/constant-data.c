// test: pass simplify promote resimplify globals
// test: run sum(1) == 48
// test: run written(2) == 10
// test: run call(3) == 9
static const short table[4] = { 1, -2, 3, 40 };
static int scale = 3;       // Nothing writes it.
static int changes = 3;
static const char *const names[] = { "zero", "one" };

int sum(int n) { return table[1] + table[3] * n + scale + names[1][0] - 'o' + 7; }
int written(int n) { changes += n; return changes * 2; }

static int square(int x) { return x * x; }
static int (*const operations[])(int) = { square, square };
int call(int n) { return operations[1](n); }
//// pass simplify promote resimplify globals
local const $table 8:2 = { i8 1, 0, -2, -1, 3, 0, 40 }
local const $scale 4:4 = { i8 3 }
local global $changes 4:4 = { i8 3 }
local const $.string.0 5:1 = { "zero" }
local const $.string.1 4:4 = { i8 111, 110, 101 }
local const $names 16:8 = { $.string.0, $.string.1 }
local const $operations 16:8 = { $square, $square }

sea $sum(i32) -> (i32) source "constant-data.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @10:13
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 40
  v4: i32 = mul nsw v1, v3 @10:45  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v5: i32 = constant 8
  v6: i32 = add nsw v4, v5  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v7: ctrl = return v0, v2, v6 @10:18
  v8: ctrl = end v7
}

sea $written(i32) -> (i32) source "constant-data.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @11:17
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $changes @11:17  // NON_NULL
  v4: i32 = load tag=1 v0, v2, v3 @11:30
  v5: i32 = add nsw v1, v4 @11:30
  v6: mem = store tag=1 v0, v2, v3, v5 @11:30
  v7: i32 = constant 1 @11:51
  v8: i32 = shl nsw v5, v7 @11:51  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v9: ctrl = return v0, v6, v8 @11:36
  v10: ctrl = end v9
}

local sea $square(i32) -> (i32) source "constant-data.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @13:23
  v2: mem = initial_memory class=0 v0
  v3: i32 = mul nsw v1, v1 @13:37
  v4: ctrl = return v0, v2, v3 @13:28
  v5: ctrl = end v4
}

sea $call(i32) -> (i32) source "constant-data.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @15:14
  v2: mem = initial_memory class=0 v0
  v3: tuple = call v0, v2, v1 : $square(i32) -> (i32)
  v4: ctrl = projection index=0 v3 @15:36
  v5: mem = projection index=1 v3 @15:36
  v6: i32 = projection index=2 v3 @15:36
  v7: ctrl = return v4, v5, v6 @15:19
  v8: ctrl = end v7
}
