// test: pass simplify
// test: run literals(0) == -11101
// test: run empty(0) == 1
// test: run empty(1) == 3
// test: run empty(2) == 5
// test: run empty(3) == 3
// What is known of strcmp: two literals compare the same always, as bytes without a sign; with an
// empty one, the first byte decides. What has side effects still has them.
int strcmp(const char *, const char *);

static const char texts[4][3] = { "ab", "\377", "", "x" };
static int asked;

int literals(int n)
{
    return strcmp("b", "ab") + 10 * strcmp("a\0b", "a\0c") - 100 * strcmp("ab", "a")
        + 1000 * strcmp("a", "\200") + 10000 * strcmp("", "a") - 2 + n;
}

static const char *ask(const char *p) { asked += 2; return p; }

int empty(int n)
{
    const char *p = texts[n];
    asked = 0;
    if (strcmp(ask(p), "") > 0 && strcmp("", p) < 0)
        return 1 + (n > 0 ? asked : 0);
    return n == 2 ? asked + 3 : asked - 2;
}
//// pass simplify
local const $texts 12:1 = { i8 97, 98, 0, -1, zero 5, i8 120 }
local global $asked 4:4

sea $literals(i32) -> (i32) source "compare-text.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @14:18
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant -11101 @17:64
  v4: i32 = add nsw v1, v3 @17:68
  v5: ctrl = return v0, v2, v4 @16:5
  v6: ctrl = end v5
}

local sea $ask(ptr) -> (ptr) source "compare-text.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @20:36
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $asked @20:36  // NON_NULL
  v4: i32 = load tag=1 v0, v2, v3 @20:47
  v5: i32 = constant 2 @20:36
  v6: i32 = add nsw v4, v5 @20:47
  v7: mem = store tag=1 v0, v2, v3, v6 @20:47
  v8: ctrl = return v0, v7, v1 @20:53
  v9: ctrl = end v8
}

sea $empty(i32) -> (i32) source "compare-text.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @22:15
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $asked @24:26  // NON_NULL
  v4: i32 = constant 0 @24:26
  v5: mem = store tag=1 v0, v2, v3, v4 @25:11
  v6: ptr = symbol $texts @24:21  // NON_NULL
  v7: i64 = sign_extend v1 @24:26  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v8: i64 = constant 3 @24:26
  v9: i64 = mul v7, v8 @24:26  // i64[-6442450944..6442450941, u 0..18446744073709551615]
  v10: ptr = offset inbounds v6, v9 @24:26
  v11: tuple = call v0, v5, v10 : $ask(ptr) -> (ptr) @26:16
  v12: ctrl = projection index=0 v11 @26:16
  v13: mem = projection index=1 v11 @26:16
  v14: ptr = projection index=2 v11 @26:16
  v15: i8 = load v12, v13, v14 @26:9
  v16: i8 = constant 0 @26:28
  v17: i1 = ne v15, v16 @26:28
  v18: tuple = if v12, v17 @26:28

  v19: ctrl = projection index=1 v18 @26:28
  v20: i8 = load v19, v13, v10 @26:35
  v21: i32 = zero_extend v20 @26:35  // i32[0..255, bits 000000000000000000000000........]
  v22: i32 = neg v21 @26:35  // i32[-255..0, u 0..4294967295]
  v23: i1 = lt v22, v4 @26:49
  v24: tuple = if v19, v23 @26:49

  v25: ctrl = projection index=1 v24 @26:49
  v26: i1 = lt v4, v1 @27:23
  v27: tuple = if v25, v26 @27:23

  v28: ctrl = projection index=1 v27 @27:23
  v29: i32 = load tag=1 v28, v13, v3 @27:29

  v30: ctrl = projection index=0 v27 @27:23

  v31: ctrl = region v28, v30 @27:29
  v32: i32 = phi v31, v29, v4 @27:29
  v33: i32 = constant 1 @26:49
  v34: i32 = add nsw v32, v33 @27:18
  v35: ctrl = return v31, v13, v34 @27:9

  v36: ctrl = projection index=0 v24 @26:49

  v37: ctrl = projection index=0 v18 @26:28

  v38: ctrl = region v37, v36 @27:9
  v39: i32 = constant 2 @28:12
  v40: i1 = eq v1, v39 @28:14
  v41: tuple = if v38, v40 @28:14

  v42: ctrl = projection index=1 v41 @28:14
  v43: i32 = load tag=1 v42, v13, v3 @28:21
  v44: i32 = constant 3 @28:21
  v45: i32 = add nsw v43, v44 @28:27

  v46: ctrl = projection index=0 v41 @28:14
  v47: i32 = load tag=1 v46, v13, v3 @28:33
  v48: i32 = constant -2 @28:39
  v49: i32 = add nsw v47, v48 @28:39

  v50: ctrl = region v42, v46 @28:39
  v51: i32 = phi v50, v45, v49 @28:39
  v52: ctrl = return v50, v13, v51 @28:5
  v53: ctrl = end v35, v52
}
