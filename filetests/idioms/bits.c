// test: pass simplify promote resimplify idioms select
// test: run sums(-1085102592571150095) == 33
// test: run sums_of_bytes(0x80000001) == 2
// test: run clearing(0) == 0
// test: run clearing(0xFF00FF) == 16
// test: run clearing(-1) == 64
// test: run clearing_from(7, 5) == 9
// test: run at_least_once(0) == 1
// test: run at_least_once(6) == 2
// test: run length(0) == 0
// test: run length(1) == 1
// test: run length(0x80000000) == 32
// test: run shifting(0x10F) == 5
// test: run shifting(0) == 0
// test: run parity(7) == 1
// test: run parity(0) == 0
// test: run parity(-1) == 0
// Counts of bits, spelt out.
typedef unsigned u32;
typedef unsigned long long u64;

int sums(u64 x) {
  x = x - ((x >> 1) & 0x5555555555555555ull);
  x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
  x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
  return (int)((x * 0x0101010101010101ull) >> 56);
}

int sums_of_bytes(u32 x) {
  x = (x & 0x55555555) + ((x >> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
  x = (x & 0x0F0F0F0F) + ((x >> 4) & 0x0F0F0F0F);
  x = x + (x >> 8);
  x = x + (x >> 16);
  return x & 0x3F;
}

int clearing(u64 x) {
  int n = 0;
  while (x != 0) {
    x &= x - 1;
    n++;
  }
  return n;
}

u64 clearing_from(u64 n, u32 x) {
  for (; x; x &= x - 1)
    n++;
  return n;
}

int at_least_once(u32 x) {
  int n = 0;
  do {
    n++;
    x &= x - 1;
  } while (x);
  return n;
}

int length(u32 x) {
  int n = 0;
  while (x) {
    n++;
    x >>= 1;
  }
  return n;
}

int shifting(u64 x) {
  int n = 0;
  while (x) {
    n += x & 1;
    x >>= 1;
  }
  return n;
}

u32 parity(u32 x) {
  u32 p = 0;
  for (; x; x >>= 1)
    p ^= x & 1;
  return p;
}
//// pass simplify promote resimplify idioms select
sea $sums(i64) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i64 = parameter index=0 v0 @22:14
  v2: mem = initial_memory class=0 v0
  v3: i64 = popcnt v1 @26:44  // i64[0..64, bits 000000000000000000000000000000000000000000000000000000000.......]
  v4: i32 = truncate v3 @26:10  // i32[0..64, bits 0000000000000000000000000.......]
  v5: ctrl = return v0, v2, v4 @26:3
  v6: ctrl = end v5
}

sea $sums_of_bytes(i32) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @29:23
  v2: mem = initial_memory class=0 v0
  v3: i32 = popcnt v1 @35:12  // i32[0..32, bits 00000000000000000000000000......]
  v4: ctrl = return v0, v2, v3 @35:3
  v5: ctrl = end v4
}

sea $clearing(i64) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i64 = parameter index=0 v0 @38:18
  v2: mem = initial_memory class=0 v0
  v3: i64 = popcnt v1 @40:12  // i64[0..64, bits 000000000000000000000000000000000000000000000000000000000.......]
  v4: i32 = truncate v3 @40:12  // i32[0..64, bits 0000000000000000000000000.......]
  v5: ctrl = return v0, v2, v4 @44:3
  v6: ctrl = end v5
}

sea $clearing_from(i64, i32) -> (i64) source "bits.c" {
  v0: ctrl = start
  v1: i64 = parameter index=0 v0 @47:23
  v2: i32 = parameter index=1 v0 @47:30
  v3: mem = initial_memory class=0 v0
  v4: i32 = popcnt v2 @48:10  // i32[0..32, bits 00000000000000000000000000......]
  v5: i64 = zero_extend v4 @48:10  // i64[0..32, bits 0000000000000000000000000000000000000000000000000000000000......]
  v6: i64 = add v1, v5 @48:10
  v7: ctrl = return v0, v3, v6 @50:3
  v8: ctrl = end v7
}

sea $at_least_once(i32) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @53:23
  v2: mem = initial_memory class=0 v0
  v3: i32 = popcnt v1 @58:12  // i32[0..32, bits 00000000000000000000000000......]
  v4: i32 = constant 0 @54:7
  v5: i1 = eq v1, v4 @58:12
  v6: i32 = zero_extend v5 @58:12  // i32[0..1, bits 0000000000000000000000000000000.]
  v7: i32 = add v3, v6 @58:12  // i32[0..33, bits 00000000000000000000000000......]
  v8: ctrl = return v0, v2, v7 @59:3
  v9: ctrl = end v8
}

sea $length(i32) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @62:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 32 @64:10
  v4: i32 = lzcnt v1 @64:10  // i32[0..32, bits 00000000000000000000000000......]
  v5: i32 = sub v3, v4 @64:10  // i32[0..32, bits 00000000000000000000000000......]
  v6: ctrl = return v0, v2, v5 @68:3
  v7: ctrl = end v6
}

sea $shifting(i64) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i64 = parameter index=0 v0 @71:18
  v2: mem = initial_memory class=0 v0
  v3: i64 = popcnt v1 @73:10  // i64[0..64, bits 000000000000000000000000000000000000000000000000000000000.......]
  v4: i32 = truncate v3 @73:10  // i32[0..64, bits 0000000000000000000000000.......]
  v5: ctrl = return v0, v2, v4 @77:3
  v6: ctrl = end v5
}

sea $parity(i32) -> (i32) source "bits.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @80:16
  v2: mem = initial_memory class=0 v0
  v3: i32 = popcnt v1 @82:10  // i32[0..32, bits 00000000000000000000000000......]
  v4: i32 = constant 1 @83:10
  v5: i32 = and v3, v4 @82:10  // i32[0..1, bits 0000000000000000000000000000000.]
  v6: ctrl = return v0, v2, v5 @84:3
  v7: ctrl = end v6
}
