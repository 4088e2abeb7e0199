// test: pass all
// test: gcm click
// test: run fib(10) == 55
// test: run fib(0) == 0
// A loop of three values, which are phis.
int fib(int n) {
  int a = 0, b = 1;
  for (; n > 0; --n) {
    int c = a + b;
    a = b, b = c;
  }
  return a;
}
//// pass all
sea $fib(i32) -> (i32) source "fib.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @6:13
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @7:7
  v4: i1 = lt v3, v1 @8:12
  v5: tuple = if v0, v4 @8:12

  v6: ctrl = projection index=1 v5 @8:12
  v7: i32 = constant 1 @7:14

  v8: ctrl = region v6, v14 @8:12
  v9: i32 = phi v8, v1, v16 @8:17
  v10: i32 = phi v8, v3, v11 @9:13
  v11: i32 = phi v8, v7, v17 @9:17
  v12: i1 = lt v7, v9 @8:12
  v13: tuple = if v8, v12 @8:12

  v14: ctrl = projection index=1 v13 @8:12
  v15: i32 = constant -1 @8:17
  v16: i32 = add nsw v9, v15 @8:17
  v17: i32 = add nsw v10, v11 @9:15

  v18: ctrl = projection index=0 v13 @8:12

  v19: ctrl = projection index=0 v5 @8:12

  v20: ctrl = region v19, v18 @8:12
  v21: i32 = phi v20, v3, v11 @12:10
  v22: ctrl = return v20, v2, v21 @12:3
  v23: ctrl = end v22
}
//// gcm click
func $fib(%3: i32) -> (i32) {
    %6: i1 = cmp.lt 0, %3
    goto %6 { 1 -> @b1, 0 -> @b5 }

  @b1:
    goto @b2(0, 1, %3)

  @b2(%11: i32, %12: i32, %14: i32):  // loop depth 1
    %16: i32 = add nsw %14, -1
    %17: i1 = cmp.lt 0, %16
    goto %17 { 1 -> @b3, 0 -> @b4 }

  @b3:  // loop depth 1
    %13: i32 = add nsw %11, %12
    goto @b2(%12, %13, %16)

  @b4:
    goto @b6(%12)

  @b5:
    goto @b6(0)

  @b6(%22: i32):
    return %22
}
