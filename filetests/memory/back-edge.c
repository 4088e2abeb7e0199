// test: pass simplify promote resimplify forward
// test: run equal(5) == 2
// The first b[0] is known, those after it are not; none is loaded an iteration early.
static char a[9] = "abcdefgh", b[9] = "abbaabba";
int equal(int n)
{
    int j, same = b[0] == 'x';
    for (j = 0; j < n; j++)
        same += a[1] == b[j];
    a[3] = 'c';
    return same;
}
//// pass simplify promote resimplify forward
local global $a 9:1 = { "abcdefgh" }
local global $b 9:1 = { "abbaabba" }

sea $equal(i32) -> (i32) source "back-edge.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @5:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @7:9
  v4: i1 = lt v3, v1 @8:19
  v5: tuple = if v0, v4 @8:19

  v6: ctrl = projection index=1 v5 @8:19
  v7: ptr = symbol $b @7:12  // NON_NULL
  v8: i8 = load v0, v2, v7 @7:20
  v9: i8 = constant 120 @7:24
  v10: i1 = eq v8, v9 @7:24
  v11: i32 = zero_extend v10 @7:24  // i32[0..1, bits 0000000000000000000000000000000.]

  v12: ctrl = region v6, v19 @8:19
  v13: i32 = phi v12, v3, v16 @9:27
  v14: i32 = phi v12, v11, v29 @9:14
  v15: i32 = constant 1 @8:25
  v16: i32 = add nsw v13, v15 @8:25
  v17: i1 = lt v16, v1 @8:19
  v18: tuple = if v12, v17 @8:19

  v19: ctrl = projection index=1 v18 @8:19
  v20: ptr = symbol $a @8:19  // NON_NULL
  v21: i64 = constant 1 @9:18
  v22: ptr = offset inbounds v20, v21 @9:18  // NON_NULL
  v23: i8 = load v12, v2, v22 @9:18
  v24: i64 = sign_extend v13 @9:26  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v25: ptr = offset inbounds v7, v24 @9:26
  v26: i8 = load v12, v2, v25 @9:26
  v27: i1 = eq v23, v26 @9:22
  v28: i32 = zero_extend v27 @9:22  // i32[0..1, bits 0000000000000000000000000000000.]
  v29: i32 = add nsw v28, v14 @9:14

  v30: ctrl = projection index=0 v18 @8:19

  v31: ctrl = projection index=0 v5 @8:19

  v32: ctrl = region v31, v30 @8:19
  v33: i32 = phi v32, v11, v29 @11:12
  v34: i64 = constant 3 @10:10
  v35: ptr = offset inbounds v20, v34 @10:10  // NON_NULL
  v36: i8 = constant 99 @8:19
  v37: mem = store v32, v2, v35, v36 @10:10
  v38: ctrl = return v32, v37, v33 @11:5
  v39: ctrl = end v38
}
