// test: pass all
// test: run fib(10) == 55
// test: run fib(-1) == 0
// The same with the jumps written out.
int fib(int n) {
  int a = 0, b = 1;
start:
  if (n <= 0) goto ret;
  int c = a + b;
  a = b, b = c;
  --n;
  goto start;
ret:
  return a;
}
//// pass all
sea $fib(i32) -> (i32) source "fib-goto.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @5:13
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1 @6:14
  v4: i32 = constant 0 @6:7

  v5: ctrl = region v0, v11 @6:18
  v6: i32 = phi v5, v1, v13 @8:7
  v7: i32 = phi v5, v3, v14 @9:15
  v8: i32 = phi v5, v4, v7 @9:11
  v9: i1 = lt v6, v3 @8:9
  v10: tuple = if v5, v9 @8:9

  v11: ctrl = projection index=0 v10 @8:9
  v12: i32 = constant -1 @11:3
  v13: i32 = add nsw v6, v12 @11:3
  v14: i32 = add nsw v8, v7 @9:13

  v15: ctrl = projection index=1 v10 @8:9
  v16: ctrl = return v15, v2, v8 @14:3
  v17: ctrl = end v16
}
