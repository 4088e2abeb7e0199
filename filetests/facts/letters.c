// test: run kind(97) == 1
// test: run kind(90) == 1
// test: run kind(91) == 0
// test: run kind(95) == 1
// test: run kind(48) == 2
// test: run kind(58) == 0
// test: run kind(64) == 0
// test: run kind(-31) == 0
// test: pass ranges
// Letters of both cases are one range once a bit is cleared; digits are another.
int kind(char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return 1;
    if (c < '0' || c > '9')
        return 0;
    return 2;
}
//// pass ranges
sea $kind(i32) -> (i32) source "letters.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @11:15
  v2: mem = initial_memory class=0 v0
  v3: i8 = truncate v1 @11:15
  v4: i8 = constant -33
  v5: i8 = and v3, v4  // i8[-128..95, u 0..223, bits ..0.....]
  v6: i8 = constant -65
  v7: i8 = add v5, v6
  v8: i8 = constant 26
  v9: i1 = ult v7, v8
  v10: tuple = if v0, v9 @13:12

  v11: ctrl = projection index=1 v10 @13:12

  v12: ctrl = projection index=0 v10 @13:12
  v13: i8 = constant 95 @13:63
  v14: i1 = eq v3, v13 @13:63
  v15: tuple = if v12, v14 @13:63

  v16: ctrl = projection index=1 v15 @13:63

  v17: ctrl = region v11, v16 @13:63
  v18: i32 = constant 1 @13:63
  v19: ctrl = return v17, v2, v18 @14:9

  v20: ctrl = projection index=0 v15 @13:63
  v21: i8 = constant 9
  v22: i8 = constant -48
  v23: i8 = add v3, v22
  v24: i1 = ult v21, v23
  v25: tuple = if v20, v24 @15:11

  v26: ctrl = projection index=1 v25 @15:11
  v27: i32 = constant 0 @15:22
  v28: ctrl = return v26, v2, v27 @16:9

  v29: ctrl = projection index=0 v25 @15:11
  v30: i32 = constant 2 @16:9
  v31: ctrl = return v29, v2, v30 @17:5
  v32: ctrl = end v19, v28, v31
}
