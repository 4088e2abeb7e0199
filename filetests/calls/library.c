// test: pass simplify
// test: run copies(4) == 207
// test: run print(3) prints
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);
int abs(int);
int printf(const char *, ...);

int copies(int n)
{
    char a[8], b[8];
    int c = 100 + n;
    memset(a, 1, 8);
    memcpy(a, &c, sizeof c);
    memmove(b, a, 8);
    return b[0] + b[7] + (int) strlen("length") + abs(n - 100);
}

void print(int n)
{
    printf("one line\n");
    printf("x");
    printf("%c", 'a' + n);
    printf("%s\n", "text");
    printf("");
    printf("%d\n", n);
}
//// pass simplify
extern $puts(ptr) -> (i32)
extern $putchar(i32) -> (i32)
extern $printf(ptr, ...) -> (i32)
local const $.string.0 9:1 = { "one line" }
local const $.string.1 5:1 = { "text" }
local const $.string.2 4:4 = { i8 37, 100, 10 }

sea $copies(i32) -> (i32) source "library.c" {
  slot 0 8:1 "a"
  slot 1 8:1 "b"
  slot 2 4:4 "c"
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @12:16
  v2: mem = initial_memory class=0 v0
  v3: ptr = stack_slot slot=2 @15:9  // NON_NULL
  v4: i32 = constant 100 @15:9
  v5: i32 = add nsw v1, v4 @15:17
  v6: mem = store v0, v2, v3, v5 @15:17
  v7: ptr = stack_slot slot=0 @14:10  // NON_NULL
  v8: i8 = constant 1 @16:5
  v9: mem = memory_fill size=8 v0, v6, v7, v8 @16:5
  v10: mem = store v0, v9, v7, v5 @17:5
  v11: ptr = stack_slot slot=1 @14:16  // NON_NULL
  v12: i64 = load _, v10, v7 @18:5
  v13: mem = store v0, v10, v11, v12 @18:5
  v14: i8 = truncate v12 @19:13
  v15: i32 = sign_extend v14 @19:13  // i32[-128..127, u 0..4294967295]
  v16: i64 = constant 7 @19:20
  v17: ptr = offset inbounds v11, v16 @19:20  // NON_NULL
  v18: i8 = load _, v13, v17 @19:20
  v19: i32 = sign_extend v18 @19:20  // i32[-128..127, u 0..4294967295]
  v20: i32 = add nsw v15, v19 @19:17  // i32[-256..254, u 0..4294967295]
  v21: i32 = constant 6 @19:26
  v22: i32 = add nsw v20, v21 @19:24  // i32[-250..260, u 0..4294967295]
  v23: i1 = lt v1, v4 @19:51
  v24: i32 = sub v4, v1 @19:51
  v25: i32 = constant -100 @19:57
  v26: i32 = add nsw v1, v25 @19:57
  v27: i32 = select v23, v24, v26 @19:51
  v28: i32 = add nsw v22, v27 @19:49
  v29: ctrl = return v0, v13, v28 @19:5
  v30: ctrl = end v29
}

sea $print(i32) source "library.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @22:16
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $.string.0 @22:16  // NON_NULL
  v4: tuple = call v0, v2, v3 : $puts(ptr) -> (i32) @24:5
  v5: ctrl = projection index=0 v4 @24:5
  v6: mem = projection index=1 v4 @24:5
  v7: i32 = constant 120 @24:5
  v8: tuple = call v5, v6, v7 : $putchar(i32) -> (i32) @25:5
  v9: ctrl = projection index=0 v8 @25:5
  v10: mem = projection index=1 v8 @25:5
  v11: i32 = constant 97 @25:5
  v12: i32 = add nsw v1, v11 @26:22
  v13: tuple = call v9, v10, v12 : $putchar(i32) -> (i32) @26:5
  v14: ctrl = projection index=0 v13 @26:5
  v15: mem = projection index=1 v13 @26:5
  v16: ptr = symbol $.string.1 @27:20  // NON_NULL
  v17: tuple = call v14, v15, v16 : $puts(ptr) -> (i32) @27:5
  v18: ctrl = projection index=0 v17 @27:5
  v19: mem = projection index=1 v17 @27:5
  v20: ptr = symbol $.string.2 @29:12  // NON_NULL
  v21: tuple = call v18, v19, v20, v1 : $printf(ptr, i32, ...) -> (i32) @29:5
  v22: ctrl = projection index=0 v21 @29:5
  v23: mem = projection index=1 v21 @29:5
  v24: ctrl = return v22, v23 @31:1
  v25: ctrl = end v24
}
//// run print(3) prints
one line
xdtext
3
