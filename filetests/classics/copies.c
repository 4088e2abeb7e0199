// test: print sea
// test: pass all
// test: run f(3) == 24
// z keeps what y was, though y changes later; the square that y becomes is not needed. No copy is
// left, not even before the passes.
int f(int x) {
  int y = x * 2;
  x *= y;
  const int z = y;
  y *= y;
  return x + z;
}
//// print sea
sea $f(i32) -> (i32) source "copies.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @6:11
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 2 @7:11
  v4: i32 = mul nsw v1, v3 @7:13
  v5: i32 = mul nsw v1, v4 @8:5
  v6: i32 = add nsw v5, v4 @11:12
  v7: ctrl = return v0, v2, v6 @11:3
  v8: ctrl = end v7
}
//// pass all
sea $f(i32) -> (i32) source "copies.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @6:11
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 1 @7:13
  v4: i32 = shl nsw v1, v3 @7:13  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v5: i32 = mul nsw v1, v4 @8:5  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v6: i32 = add nsw v4, v5 @11:12  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v7: ctrl = return v0, v2, v6 @11:3
  v8: ctrl = end v7
}
