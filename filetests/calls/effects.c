// test: pass simplify promote resimplify effects
// test: run f(3) == 34
// test: run g(4) == 24
// Each call says what is known of the callee: see CallFacts.
typedef unsigned long size_t;
size_t strlen(const char *);
int declared(int) __attribute__((const));

static int counter;
static const int table[4] = { 1, 2, 4, 8 };

static int only_computes(int n)
{
    int sum = 0, i;
    for (i = 0; i < n; i++)
        sum += i * table[i & 3];
    return sum;
}

static int reads(const int *p) { return *p + counter; }
static void writes_to(int *p, int n) { *p = n; }
static void counts(void) { counter++; }
static int may_not_return(int n) { while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2; return n; }
static int *keeps(int *p) { return p + 1; }

int f(int n)
{
    int a[2] = { 5, 6 };
    writes_to(a, 7);
    counts();
    return only_computes(n) + reads(a) + *keeps(a) + may_not_return(n) + (int) strlen(n > 5 ? "four" : "five")
        + (n > 100 ? declared(n) : 5);
}

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int g(int n) { return even(n) * 24; }
//// pass simplify promote resimplify effects
extern $strlen(ptr) -> (i64)
extern $declared(i32) -> (i32)
local const $.string.0 5:1 = { "four" }
local const $.string.1 5:1 = { "five" }
local global $counter 4:4
local const $table 16:4 = { i8 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 8 }

local sea $only_computes(i32) -> (i32) source "effects.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @12:30
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @14:9
  v4: i1 = lt v3, v1 @15:19
  v5: tuple = if v0, v4 @15:19

  v6: ctrl = projection index=1 v5 @15:19

  v7: ctrl = region v6, v14 @15:19
  v8: i32 = phi v7, v3, v11 @16:16
  v9: i32 = phi v7, v3, v24 @16:13
  v10: i32 = constant 1 @15:25
  v11: i32 = add nsw v8, v10 @15:25
  v12: i1 = lt v11, v1 @15:19
  v13: tuple = if v7, v12 @15:19

  v14: ctrl = projection index=1 v13 @15:19
  v15: ptr = symbol $table @16:20  // NON_NULL
  v16: i32 = constant 3 @16:26
  v17: i32 = and v8, v16 @16:28  // i32[0..3, bits 000000000000000000000000000000..]
  v18: i64 = zero_extend v17 @16:25  // i64[0..3, bits 00000000000000000000000000000000000000000000000000000000000000..]
  v19: i64 = constant 2 @16:25
  v20: i64 = shl v18, v19 @16:25  // i64[0..12, bits 000000000000000000000000000000000000000000000000000000000000..00]
  v21: ptr = offset inbounds v15, v20 @16:25
  v22: i32 = load tag=1 v7, v2, v21 @16:25
  v23: i32 = mul nsw v8, v22 @16:18
  v24: i32 = add nsw v23, v9 @16:13

  v25: ctrl = projection index=0 v13 @15:19

  v26: ctrl = projection index=0 v5 @15:19

  v27: ctrl = region v26, v25 @15:19
  v28: i32 = phi v27, v3, v24 @17:12
  v29: ctrl = return v27, v2, v28 @17:5
  v30: ctrl = end v29
}

local sea $reads(ptr) -> (i32) source "effects.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @20:29
  v2: mem = initial_memory class=0 v0
  v3: i32 = load tag=1 v0, v2, v1 @20:41
  v4: ptr = symbol $counter @20:41  // NON_NULL
  v5: i32 = load tag=1 v0, v2, v4 @20:46
  v6: i32 = add nsw v3, v5 @20:44
  v7: ctrl = return v0, v2, v6 @20:34
  v8: ctrl = end v7
}

local sea $writes_to(ptr, i32) source "effects.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @21:28
  v2: i32 = parameter index=1 v0 @21:35
  v3: mem = initial_memory class=0 v0
  v4: mem = store tag=1 v0, v3, v1, v2 @21:43
  v5: ctrl = return v0, v4 @22:1
  v6: ctrl = end v5
}

local sea $counts() source "effects.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $counter  // NON_NULL
  v3: i32 = load tag=1 v0, v1, v2 @22:35
  v4: i32 = constant 1 @22:35
  v5: i32 = add nsw v3, v4 @22:35
  v6: mem = store tag=1 v0, v1, v2, v5 @22:35
  v7: ctrl = return v0, v6 @23:1
  v8: ctrl = end v7
}

local sea $may_not_return(i32) -> (i32) source "effects.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @23:31
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1 @23:43
  v4: i1 = ne v1, v3 @23:45
  v5: tuple = if v0, v4 @23:45

  v6: ctrl = projection index=1 v5 @23:45

  v7: ctrl = region v6, v26 @23:45
  v8: i32 = phi v7, v1, v23 @23:55
  v9: i32 = and v8, v3 @23:57  // i32[0..1, bits 0000000000000000000000000000000.]
  v10: i32 = constant 0 @23:57
  v11: i1 = ne v9, v10 @23:57
  v12: tuple = if v7, v11 @23:57

  v13: ctrl = projection index=1 v12 @23:57
  v14: i32 = constant 3 @23:57
  v15: i32 = mul nsw v8, v14 @23:65
  v16: i32 = add nsw v15, v3 @23:69

  v17: ctrl = projection index=0 v12 @23:57
  v18: i32 = constant 31 @23:77
  v19: i32 = shr v8, v18 @23:77  // i32[0..1, bits 0000000000000000000000000000000.]
  v20: i32 = add v8, v19 @23:77
  v21: i32 = sar v20, v3 @23:77  // i32[-1073741824..1073741823, u 0..4294967295]

  v22: ctrl = region v13, v17 @23:77
  v23: i32 = phi v22, v16, v21 @23:77
  v24: i1 = ne v23, v3 @23:45
  v25: tuple = if v22, v24 @23:45

  v26: ctrl = projection index=1 v25 @23:45

  v27: ctrl = projection index=0 v25 @23:45

  v28: ctrl = projection index=0 v5 @23:45

  v29: ctrl = region v28, v27 @23:45
  v30: i32 = phi v29, v1, v23 @23:89
  v31: ctrl = return v29, v2, v30 @23:82
  v32: ctrl = end v31
}

local sea $keeps(ptr) -> (ptr) source "effects.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @24:24
  v2: mem = initial_memory class=0 v0
  v3: i64 = constant 4 @24:38
  v4: ptr = offset inbounds v1, v3 @24:38
  v5: ctrl = return v0, v2, v4 @24:29
  v6: ctrl = end v5
}

sea $f(i32) -> (i32) source "effects.c" {
  slot 0 8:4 "a"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @26:11
  v2: mem = initial_memory class=0 v0
  v3: ptr = stack_slot slot=0 @28:9  // NON_NULL
  v4: i32 = constant 5 @28:9
  v5: mem = store v0, v2, v3, v4 @28:18
  v6: i64 = constant 4 @28:21
  v7: ptr = offset inbounds v3, v6 @28:21  // NON_NULL
  v8: i32 = constant 6 @28:18
  v9: mem = store v0, v5, v7, v8 @28:21
  v10: i32 = constant 7 @29:15
  v11: tuple = call no_reads returns no_capture arguments_only v0, v9, v3, v10 : $writes_to(ptr, i32) @29:5
  v12: ctrl = projection index=0 v11 @29:5
  v13: mem = projection index=1 v11 @29:5
  v14: tuple = call returns no_capture v12, v13 : $counts() @30:5
  v15: ctrl = projection index=0 v14 @30:5
  v16: mem = projection index=1 v14 @30:5
  v17: tuple = call no_writes no_reads returns no_capture arguments_only v15, v16, v1 : $only_computes(i32) -> (i32) @31:12
  v18: ctrl = projection index=0 v17 @31:12
  v19: mem = projection index=1 v17 @31:12
  v20: i32 = projection index=2 v17 @31:12
  v21: tuple = call no_writes returns no_capture v18, v19, v3 : $reads(ptr) -> (i32) @31:31
  v22: ctrl = projection index=0 v21 @31:31
  v23: mem = projection index=1 v21 @31:31
  v24: i32 = projection index=2 v21 @31:31
  v25: tuple = call no_writes no_reads returns arguments_only v22, v23, v3 : $keeps(ptr) -> (ptr) @31:43
  v26: ctrl = projection index=0 v25 @31:43
  v27: mem = projection index=1 v25 @31:43
  v28: ptr = projection index=2 v25 @31:43
  v29: tuple = call no_writes no_reads no_capture arguments_only v26, v27, v1 : $may_not_return(i32) -> (i32) @31:54
  v30: ctrl = projection index=0 v29 @31:54
  v31: mem = projection index=1 v29 @31:54
  v32: i32 = projection index=2 v29 @31:54
  v33: i1 = lt v4, v1 @31:89
  v34: tuple = if v30, v33 @31:89

  v35: ctrl = projection index=1 v34 @31:89
  v36: ptr = symbol $.string.0 @31:95  // NON_NULL

  v37: ctrl = projection index=0 v34 @31:89
  v38: ptr = symbol $.string.1 @31:104  // NON_NULL

  v39: ctrl = region v35, v37 @31:104
  v40: ptr = phi v39, v36, v38 @31:104
  v41: tuple = call no_writes returns no_capture arguments_only v39, v31, v40 : $strlen(ptr) -> (i64) @31:80
  v42: ctrl = projection index=0 v41 @31:80
  v43: mem = projection index=1 v41 @31:80
  v44: i64 = projection index=2 v41 @31:80
  v45: i32 = constant 100 @32:12
  v46: i1 = lt v45, v1 @32:14
  v47: tuple = if v42, v46 @32:14

  v48: ctrl = projection index=1 v47 @32:14
  v49: tuple = call no_writes no_reads returns v48, v43, v1 : $declared(i32) -> (i32) @32:22
  v50: ctrl = projection index=0 v49 @32:22
  v51: mem = projection index=1 v49 @32:22
  v52: i32 = projection index=2 v49 @32:22

  v53: ctrl = projection index=0 v47 @32:14

  v54: ctrl = region v50, v53 @32:22
  v55: mem = phi class=0 v54, v51, v43 @31:5
  v56: i32 = phi v54, v52, v4 @32:22
  v57: i32 = add nsw v20, v24 @31:29
  v58: i32 = load tag=1 v26, v27, v28 @31:42
  v59: i32 = add nsw v57, v58 @31:40
  v60: i32 = add nsw v59, v32 @31:52
  v61: i32 = truncate v44 @31:74
  v62: i32 = add nsw v60, v61 @31:72
  v63: i32 = add nsw v62, v56 @32:9
  v64: ctrl = return v54, v55, v63 @31:5
  v65: ctrl = end v64
}

local sea $even(i32) -> (i32) source "effects.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @36:21
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @36:33
  v4: i1 = eq v1, v3 @36:35
  v5: tuple = if v0, v4 @36:35

  v6: ctrl = projection index=1 v5 @36:35
  v7: i32 = constant 1 @36:35

  v8: ctrl = projection index=0 v5 @36:35
  v9: i32 = constant -1 @36:52
  v10: i32 = add nsw v1, v9 @36:52
  v11: tuple = call no_writes no_reads no_capture arguments_only v8, v2, v10 : $odd(i32) -> (i32) @36:46
  v12: ctrl = projection index=0 v11 @36:46
  v13: mem = projection index=1 v11 @36:46
  v14: i32 = projection index=2 v11 @36:46

  v15: ctrl = region v6, v12 @36:46
  v16: mem = phi class=0 v15, v2, v13 @36:26
  v17: i32 = phi v15, v7, v14 @36:46
  v18: ctrl = return v15, v16, v17 @36:26
  v19: ctrl = end v18
}

local sea $odd(i32) -> (i32) source "effects.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @37:20
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @37:32
  v4: i1 = eq v1, v3 @37:34
  v5: tuple = if v0, v4 @37:34

  v6: ctrl = projection index=1 v5 @37:34

  v7: ctrl = projection index=0 v5 @37:34
  v8: i32 = constant -1 @37:52
  v9: i32 = add nsw v1, v8 @37:52
  v10: tuple = call no_writes no_reads no_capture arguments_only v7, v2, v9 : $even(i32) -> (i32) @37:45
  v11: ctrl = projection index=0 v10 @37:45
  v12: mem = projection index=1 v10 @37:45
  v13: i32 = projection index=2 v10 @37:45

  v14: ctrl = region v6, v11 @37:45
  v15: mem = phi class=0 v14, v2, v12 @37:25
  v16: i32 = phi v14, v3, v13 @37:45
  v17: ctrl = return v14, v15, v16 @37:25
  v18: ctrl = end v17
}

sea $g(i32) -> (i32) source "effects.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @39:11
  v2: mem = initial_memory class=0 v0
  v3: tuple = call no_writes no_reads no_capture arguments_only v0, v2, v1 : $even(i32) -> (i32) @39:23
  v4: ctrl = projection index=0 v3 @39:23
  v5: mem = projection index=1 v3 @39:23
  v6: i32 = projection index=2 v3 @39:23
  v7: i32 = constant 24 @39:23
  v8: i32 = mul nsw v6, v7 @39:31  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v9: ctrl = return v4, v5, v8 @39:16
  v10: ctrl = end v9
}
