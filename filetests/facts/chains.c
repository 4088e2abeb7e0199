// test: pass simplify promote resimplify switches
// test: run one_of(9) == 1
// test: run one_of(35) == 0
// test: run between(6) == 4
// test: run between(8) == 1
// test: run value_of(2) == 21
// test: run value_of(-5) == 54
// test: run value_of(3) == 9
int one_of(int x) { if (x == 3 || x == 5 || x == 9) return 1; return 0; }
int between(int x) { return x == 4 || x == 5 || x == 6 || x == 7 ? 4 : 1; }
int value_of(int x)
{
    if (x == 1) return 10;
    else if (x == 2) return 21;
    else if (x == 700) return 32;
    else if (x == 100) return 4;
    else if (x == -5) return 54;
    return 9;
}
//// pass simplify promote resimplify switches
sea $one_of(i32) -> (i32) source "chains.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @9:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 10 @9:27
  v4: i1 = ult v1, v3 @9:27
  v5: i32 = constant 552 @9:27
  v6: i32 = shr v5, v1 @9:27  // i32[0..552, bits 0000000000000000000000..........]
  v7: i1 = truncate v6 @9:27
  v8: i1 = and v4, v7 @9:27
  v9: tuple = if v0, v8 @9:27

  v10: ctrl = projection index=1 v9 @9:27
  v11: i32 = constant 1 @9:47
  v12: ctrl = return v10, v2, v11 @9:53

  v13: ctrl = projection index=0 v9 @9:27
  v14: i32 = constant 0 @9:53
  v15: ctrl = return v13, v2, v14 @9:63
  v16: ctrl = end v12, v15
}

sea $between(i32) -> (i32) source "chains.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @10:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant -4 @10:31
  v4: i32 = add v1, v3 @10:31
  v5: i32 = constant 4 @10:29
  v6: i1 = ult v4, v5 @10:31
  v7: tuple = if v0, v6 @10:31

  v8: ctrl = projection index=1 v7 @10:31
  v9: i1 = constant 1 @10:61

  v10: ctrl = projection index=0 v7 @10:31
  v11: i1 = constant 0 @10:61

  v12: ctrl = region v8, v10 @10:61
  v13: i1 = phi v12, v9, v11 @10:61
  v14: i32 = constant 1 @10:61
  v15: i32 = select v13, v5, v14 @10:66  // i32[1..4, bits 00000000000000000000000000000.0.]
  v16: ctrl = return v12, v2, v15 @10:22
  v17: ctrl = end v16
}

sea $value_of(i32) -> (i32) source "chains.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @11:18
  v2: mem = initial_memory class=0 v0
  v3: tuple = switch v0, v1 targets=6 { -5 -> 5, 1 -> 1, 2 -> 2, 100 -> 4, 700 -> 3 } @13:11

  v4: ctrl = projection index=1 v3 @13:11
  v5: i32 = constant 10 @13:11
  v6: ctrl = return v4, v2, v5 @13:17

  v7: ctrl = projection index=2 v3 @13:11
  v8: i32 = constant 21 @14:16
  v9: ctrl = return v7, v2, v8 @14:22

  v10: ctrl = projection index=3 v3 @13:11
  v11: i32 = constant 32 @15:16
  v12: ctrl = return v10, v2, v11 @15:24

  v13: ctrl = projection index=4 v3 @13:11
  v14: i32 = constant 4 @16:16
  v15: ctrl = return v13, v2, v14 @16:24

  v16: ctrl = projection index=5 v3 @13:11
  v17: i32 = constant 54 @17:16
  v18: ctrl = return v16, v2, v17 @17:23

  v19: ctrl = projection index=0 v3 @13:11
  v20: i32 = constant 9 @17:23
  v21: ctrl = return v19, v2, v20 @18:5
  v22: ctrl = end v6, v9, v12, v15, v18, v21
}
