// test: pass simplify promote resimplify effects calls forward stores
// test: run twice(4) == 78
// test: run unused(4) == 4
// test: run past(2) == 6
// test: run changed(1) == 3
typedef unsigned long size_t;
size_t strlen(const char *);
void *malloc(size_t);
void free(void *);

static int cell;

static int work(int n)
{
    int sum = 0, i;
    for (i = 0; i < n; i++)
        sum += n ^ i * 3;
    return sum;
}

static int look(void) { return cell; }
static void set(int *p) { p[1] = 1; }

// One call of two.
int twice(int n) { return work(n) + work(n) + (n > 1 ? work(n + 0) : 1); }

// No call at all: nobody wants the results, and they come back.
int unused(int n) { work(n); malloc(100); strlen(n > 5 ? "text" : "more"); return n; }

// Neither call changes the cell, nor do they need what is stored first.
int past(int n)
{
    int own[2] = { 3, 4 };
    cell = 7;
    work(n);
    cell = n;
    set(own);
    return cell + (int) strlen(n > 5 ? "x" : "y") + own[0];
}

// Between these calls memory changes.
int changed(int n) { int a, b; cell = n; a = look(); cell = n + 1; b = look(); return a + b; }
//// pass simplify promote resimplify effects calls forward stores
extern $malloc(i64) -> (ptr)
extern $strlen(ptr) -> (i64)
local const $.string.0 5:1 = { "text" }
local const $.string.1 5:1 = { "more" }
local const $.string.2 2:2 = { i8 120 }
local const $.string.3 2:2 = { i8 121 }
local global $cell 4:4

local sea $work(i32) -> (i32) source "pure.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @13:21
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @15:9
  v4: i1 = lt v3, v1 @16:19
  v5: tuple = if v0, v4 @16:19

  v6: ctrl = projection index=1 v5 @16:19

  v7: ctrl = region v6, v14 @16:19
  v8: i32 = phi v7, v3, v11 @17:20
  v9: i32 = phi v7, v3, v18 @17:13
  v10: i32 = constant 1 @16:25
  v11: i32 = add nsw v8, v10 @16:25
  v12: i1 = lt v11, v1 @16:19
  v13: tuple = if v7, v12 @16:19

  v14: ctrl = projection index=1 v13 @16:19
  v15: i32 = constant 3 @17:20
  v16: i32 = mul nsw v8, v15 @17:22
  v17: i32 = xor v1, v16 @17:18
  v18: i32 = add nsw v17, v9 @17:13

  v19: ctrl = projection index=0 v13 @16:19

  v20: ctrl = projection index=0 v5 @16:19

  v21: ctrl = region v20, v19 @16:19
  v22: i32 = phi v21, v3, v18 @18:12
  v23: ctrl = return v21, v2, v22 @18:5
  v24: ctrl = end v23
}

local sea $look() -> (i32) source "pure.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $cell  // NON_NULL
  v3: i32 = load tag=1 v0, v1, v2 @21:32
  v4: ctrl = return v0, v1, v3 @21:25
  v5: ctrl = end v4
}

local sea $set(ptr) source "pure.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @22:22
  v2: mem = initial_memory class=0 v0
  v3: i64 = constant 4 @22:32
  v4: ptr = offset inbounds v1, v3 @22:32
  v5: i32 = constant 1 @22:27
  v6: mem = store tag=1 v0, v2, v4, v5 @22:32
  v7: ctrl = return v0, v6 @25:1
  v8: ctrl = end v7
}

sea $twice(i32) -> (i32) source "pure.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @25:15
  v2: mem = initial_memory class=0 v0
  v3: tuple = call no_writes no_reads returns no_capture arguments_only v0, v2, v1 : $work(i32) -> (i32) @25:27
  v4: ctrl = projection index=0 v3 @25:27
  v5: mem = projection index=1 v3 @25:27
  v6: i32 = projection index=2 v3 @25:27
  v7: i32 = constant 1 @25:48
  v8: i1 = lt v7, v1 @25:50
  v9: tuple = if v4, v8 @25:50

  v10: ctrl = projection index=1 v9 @25:50

  v11: ctrl = projection index=0 v9 @25:50

  v12: ctrl = region v10, v11 @25:56
  v13: i32 = phi v12, v6, v7 @25:56
  v14: i32 = shl nsw v6, v7  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v15: i32 = add nsw v13, v14
  v16: ctrl = return v12, v5, v15 @25:20
  v17: ctrl = end v16
}

sea $unused(i32) -> (i32) source "pure.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @28:16
  v2: mem = initial_memory class=0 v0
  v3: ctrl = return v0, v2, v1 @28:76
  v4: ctrl = end v3
}

sea $past(i32) -> (i32) source "pure.c" {
  slot 0 8:4 "own"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @31:14
  v2: mem = initial_memory class=0 v0
  v3: ptr = stack_slot slot=0 @33:9  // NON_NULL
  v4: i32 = constant 3 @33:9
  v5: mem = store v0, v2, v3, v4 @33:20
  v6: ptr = symbol $cell @33:23  // NON_NULL
  v7: mem = store tag=1 v0, v5, v6, v1
  v8: tuple = call no_reads returns no_capture arguments_only v0, v7, v3 : $set(ptr) @37:5
  v9: ctrl = projection index=0 v8 @37:5
  v10: mem = projection index=1 v8 @37:5
  v11: i32 = constant 5 @38:32
  v12: i1 = lt v11, v1 @38:34
  v13: tuple = if v9, v12 @38:34

  v14: ctrl = projection index=1 v13 @38:34
  v15: ptr = symbol $.string.2 @38:40  // NON_NULL

  v16: ctrl = projection index=0 v13 @38:34
  v17: ptr = symbol $.string.3 @38:46  // NON_NULL

  v18: ctrl = region v14, v16 @38:46
  v19: ptr = phi v18, v15, v17 @38:46
  v20: tuple = call no_writes returns no_capture arguments_only v18, v10, v19 : $strlen(ptr) -> (i64) @38:25
  v21: ctrl = projection index=0 v20 @38:25
  v22: mem = projection index=1 v20 @38:25
  v23: i64 = projection index=2 v20 @38:25
  v24: i32 = truncate v23 @38:19
  v25: i32 = add nsw v1, v24 @38:17
  v26: i32 = load tag=1 _, v22, v3 @38:56
  v27: i32 = add nsw v25, v26 @38:51
  v28: ctrl = return v21, v22, v27 @38:5
  v29: ctrl = end v28
}

sea $changed(i32) -> (i32) source "pure.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @42:17
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $cell @42:29  // NON_NULL
  v4: mem = store tag=1 v0, v2, v3, v1 @42:37
  v5: tuple = call no_writes returns no_capture v0, v4 : $look() -> (i32) @42:46
  v6: ctrl = projection index=0 v5 @42:46
  v7: mem = projection index=1 v5 @42:46
  v8: i32 = projection index=2 v5 @42:46
  v9: i32 = constant 1 @42:61
  v10: i32 = add nsw v1, v9 @42:63
  v11: mem = store tag=1 v6, v7, v3, v10 @42:59
  v12: tuple = call no_writes returns no_capture v6, v11 : $look() -> (i32) @42:72
  v13: ctrl = projection index=0 v12 @42:72
  v14: mem = projection index=1 v12 @42:72
  v15: i32 = projection index=2 v12 @42:72
  v16: i32 = add nsw v8, v15 @42:89
  v17: ctrl = return v13, v14, v16 @42:80
  v18: ctrl = end v17
}
