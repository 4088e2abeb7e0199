// Facts by sigma nodes: a counter is known to stop where its test does, and what a comparison says
// holds for the values in one arm.
// test: run inside(1) == 45
// test: run inside(3) == 135
// test: run clamped(300) == 255
// test: run clamped(-5) == 0
// test: run clamped(7) == 7
// test: pass simplify constants conditions facts=sigma
int inside(int a) {
  int s = 0;
  for (int i = 0; i < 10; i++) {
    if (i < 0 || i >= 10) return -1;
    s += a * i;
  }
  return s;
}

int clamped(int x) {
  if (x < 0) return 0;
  if (x > 255) return 255;
  if (x < -1 || x == 256) return -1;
  return x;
}
//// pass simplify constants conditions facts=sigma
sea $inside(i32) -> (i32) source "sigma.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @9:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @10:7

  v4: ctrl = region v0, v10 @11:21
  v5: i32 = phi v4, v3, v12 @12:9
  v6: i32 = phi v4, v3, v14 @13:7
  v7: i32 = constant 9 @12:20
  v8: i1 = lt v5, v7 @11:21
  v9: tuple = if v4, v8 @11:21

  v10: ctrl = projection index=1 v9 @11:21
  v11: i32 = constant 1 @11:28
  v12: i32 = add nsw v5, v11 @11:28
  v13: i32 = mul nsw v1, v5
  v14: i32 = add nsw v6, v13

  v15: ctrl = projection index=0 v9 @11:21
  v16: ctrl = return v15, v2, v14 @15:3
  v17: ctrl = end v16
}

sea $clamped(i32) -> (i32) source "sigma.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @18:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @19:7
  v4: i1 = lt v1, v3 @19:9
  v5: tuple = if v0, v4 @19:9

  v6: ctrl = projection index=1 v5 @19:9
  v7: ctrl = return v6, v2, v3 @19:14

  v8: ctrl = projection index=0 v5 @19:9
  v9: i32 = constant 255 @20:7
  v10: i1 = lt v9, v1 @20:9
  v11: tuple = if v8, v10 @20:9

  v12: ctrl = projection index=1 v11 @20:9
  v13: ctrl = return v12, v2, v9 @20:16

  v14: ctrl = projection index=0 v11 @20:9
  v15: ctrl = return v14, v2, v1 @22:3
  v16: ctrl = end v7, v13, v15
}
