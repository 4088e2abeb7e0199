// test: pass simplify promote resimplify idioms
// test: run swapped(0x12345678) == 0x78563412
// test: run swapped_short(0x1234) == 0x3412
// test: run read_little() == 0x44332211
// test: run read_big() == 0x11223344
// test: run write_big(0x01020304) == 0x04030201
// test: run write_little(0x01020304) == 0x01020304
// Bytes in another order are a swap, bytes next to each other one access.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;

u32 swapped(u32 x) {
  return (x >> 24) | ((x >> 8) & 0xff00) | ((x << 8) & 0xff0000) | (x << 24);
}

u16 swapped_short(u16 x) { return (x >> 8) | (x << 8); }

static u32 little(const u8 *p) { return p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24; }

static u32 big(const u8 *p) { return (u32)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }

static void put_big(u8 *p, u32 x) {
  p[0] = x >> 24;
  p[1] = x >> 16;
  p[2] = x >> 8;
  p[3] = x;
}

static void put_little(u8 *p, u32 x) {
  p[0] = x;
  p[1] = x >> 8;
  p[2] = x >> 16;
  p[3] = x >> 24;
}

static const u8 data[] = {0x11, 0x22, 0x33, 0x44};

u32 read_little(void) { return little(data); }

u32 read_big(void) { return big(data); }

static u8 out[4];

u32 write_big(u32 x) {
  put_big(out, x);
  return *(u32 *)out;
}

u32 write_little(u32 x) {
  put_little(out, x);
  return *(u32 *)out;
}
//// pass simplify promote resimplify idioms
local const $data 4:1 = { i8 17, 34, 51, 68 }
local global $out 4:1

sea $swapped(i32) -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @13:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = bswap v1 @14:66
  v4: ctrl = return v0, v2, v3 @14:3
  v5: ctrl = end v4
}

sea $swapped_short(i32) -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @17:23
  v2: mem = initial_memory class=0 v0
  v3: i16 = truncate v1 @17:28
  v4: i16 = bswap v3 @17:28
  v5: i32 = zero_extend v4 @17:28  // i32[0..65535, bits 0000000000000000................]
  v6: ctrl = return v0, v2, v5 @17:28
  v7: ctrl = end v6
}

local sea $little(ptr) -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @19:29
  v2: mem = initial_memory class=0 v0
  v3: i32 = load v0, v2, v1 @19:71
  v4: ctrl = return v0, v2, v3 @19:34
  v5: ctrl = end v4
}

local sea $big(ptr) -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @21:26
  v2: mem = initial_memory class=0 v0
  v3: i32 = load v0, v2, v1 @21:79
  v4: i32 = bswap v3 @21:79
  v5: ctrl = return v0, v2, v4 @21:31
  v6: ctrl = end v5
}

local sea $put_big(ptr, i32) source "bytes.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @23:25
  v2: i32 = parameter index=1 v0 @23:32
  v3: mem = initial_memory class=0 v0
  v4: i32 = bswap v2 @27:8
  v5: mem = store v0, v3, v1, v4 @27:8
  v6: ctrl = return v0, v5 @30:1
  v7: ctrl = end v6
}

local sea $put_little(ptr, i32) source "bytes.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @30:28
  v2: i32 = parameter index=1 v0 @30:35
  v3: mem = initial_memory class=0 v0
  v4: mem = store v0, v3, v1, v2 @34:8
  v5: ctrl = return v0, v4 @37:1
  v6: ctrl = end v5
}

sea $read_little() -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $data @39:39  // NON_NULL
  v3: tuple = call v0, v1, v2 : $little(ptr) -> (i32) @39:32
  v4: ctrl = projection index=0 v3 @39:32
  v5: mem = projection index=1 v3 @39:32
  v6: i32 = projection index=2 v3 @39:32
  v7: ctrl = return v4, v5, v6 @39:25
  v8: ctrl = end v7
}

sea $read_big() -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $data @41:33  // NON_NULL
  v3: tuple = call v0, v1, v2 : $big(ptr) -> (i32) @41:29
  v4: ctrl = projection index=0 v3 @41:29
  v5: mem = projection index=1 v3 @41:29
  v6: i32 = projection index=2 v3 @41:29
  v7: ctrl = return v4, v5, v6 @41:22
  v8: ctrl = end v7
}

sea $write_big(i32) -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @45:19
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $out @46:11  // NON_NULL
  v4: tuple = call v0, v2, v3, v1 : $put_big(ptr, i32) @46:3
  v5: ctrl = projection index=0 v4 @46:3
  v6: mem = projection index=1 v4 @46:3
  v7: i32 = load tag=1 v5, v6, v3 @47:10
  v8: ctrl = return v5, v6, v7 @47:3
  v9: ctrl = end v8
}

sea $write_little(i32) -> (i32) source "bytes.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @50:22
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $out @51:14  // NON_NULL
  v4: tuple = call v0, v2, v3, v1 : $put_little(ptr, i32) @51:3
  v5: ctrl = projection index=0 v4 @51:3
  v6: mem = projection index=1 v4 @51:3
  v7: i32 = load tag=1 v5, v6, v3 @52:10
  v8: ctrl = return v5, v6, v7 @52:3
  v9: ctrl = end v8
}
