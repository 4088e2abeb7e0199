// test: pass all
// test: run f(1, 5, 7) == 5
// test: run f(0, 5, 7) == 7
// test: run larger(3, 9) == 9
int f(int which, int x, int y) {
  int *p = which ? &x : &y;
  return *p;
}

// A pointer that one of two blocks sets.
int larger(int x, int y) {
  int *p;
  if (x > y) p = &x; else p = &y;
  return *p;
}
//// pass all
sea $f(i32, i32, i32) -> (i32) source "select-of-pointers.c" {
  slot 0 4:4 "x"
  slot 1 4:4 "y"
  v0: ctrl = start
  v1: i32 = parameter index=1 v0 @5:22
  v2: i32 = parameter index=2 v0 @5:29
  v3: i32 = parameter index=0 v0 @5:11
  v4: mem = initial_memory class=0 v0
  v5: ptr = stack_slot slot=0 @5:22  // NON_NULL
  v6: mem = store v0, v4, v5, v1 @5:22
  v7: ptr = stack_slot slot=1 @5:29  // NON_NULL
  v8: mem = store v0, v6, v7, v2 @5:29
  v9: i32 = constant 0 @6:12
  v10: i1 = ne v3, v9 @6:12
  v11: ptr = select v10, v5, v7 @6:12  // NON_NULL
  v12: i32 = load tag=1 v0, v8, v11 @7:10
  v13: ctrl = return v0, v8, v12 @7:3
  v14: ctrl = end v13
}

sea $larger(i32, i32) -> (i32) source "select-of-pointers.c" {
  slot 0 4:4 "x"
  slot 1 4:4 "y"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @11:16
  v2: i32 = parameter index=1 v0 @11:23
  v3: mem = initial_memory class=0 v0
  v4: ptr = stack_slot slot=0 @11:16  // NON_NULL
  v5: mem = store v0, v3, v4, v1 @11:16
  v6: ptr = stack_slot slot=1 @11:23  // NON_NULL
  v7: mem = store v0, v5, v6, v2 @11:23
  v8: i1 = lt v2, v1 @13:9
  v9: ptr = select v8, v4, v6 @13:9  // NON_NULL
  v10: i32 = load tag=1 v0, v7, v9 @14:10
  v11: ctrl = return v0, v7, v10 @14:3
  v12: ctrl = end v11
}
