// Which stores a load may look past: those to other types and members, but not what may be anything.
// test: pass simplify forward
// test: run check() == 105367
struct point { int x, y; double w; struct point *next; int grid[4]; };
union word { int i; float f; };
int fields(struct point *p, struct point *q) { p->x = 1; q->y = 2; q->grid[q->y & 3] = 5; q->w = 3.0; q->next = 0; return p->x; }
int same(struct point *p, struct point *q) { p->x = 1; q->x = 2; return p->x; }
int punned(union word *u) { u->i = 1; u->f = 2.0f; return u->i; }
int bytes(int *p, char *c) { *p = 1; *c = 2; return *p; }
int plain(struct point *p, int *q) { p->x = 1; *q = 2; return p->x; }
int scalars(int *p, double *q) { *p = 1; *q = 2; return *p; }
int beside(struct point *p, int i) { p->y = 1; (&p->x)[i] = 2; return p->y; }

int check(void) {
  struct point p = {0}, q = {0};
  union word u;
  int i = 0;
  double d;
  return fields(&p, &q) + 10 * same(&p, &p) + 100 * (punned(&u) == 0x40000000 ? 2 : 0)
      + 1000 * bytes(&i, (char *)&i + 1) % 100000 / 103 + 10000 * plain(&p, &p.x) / 4
      + 100000 * scalars(&i, &d) + 10 * beside(&p, 1);
}
//// pass simplify forward
sea $fields(ptr, ptr) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @6:26
  v2: ptr = parameter index=1 v0 @6:43
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 1 @6:48
  v5: mem = store tag=2 v0, v3, v1, v4 @6:53
  v6: i64 = constant 4 @6:63
  v7: ptr = offset inbounds v2, v6 @6:63
  v8: i32 = constant 2 @6:58
  v9: mem = store tag=3 v0, v5, v7, v8 @6:63
  v10: i64 = constant 32 @6:75
  v11: ptr = offset inbounds v2, v10 @6:75
  v12: i32 = constant 5 @6:75
  v13: mem = store tag=4 v0, v9, v11, v12 @6:86
  v14: i64 = constant 8 @6:75
  v15: ptr = offset inbounds v2, v14 @6:96
  v16: f64 = constant 3.0 @6:91
  v17: mem = store tag=5 v0, v13, v15, v16 @6:96
  v18: i64 = constant 16 @6:111
  v19: ptr = offset inbounds v2, v18 @6:111
  v20: ptr = constant null @6:103
  v21: mem = store tag=6 v0, v17, v19, v20 @6:111
  v22: ctrl = return v0, v21, v4 @6:116
  v23: ctrl = end v22
}

sea $same(ptr, ptr) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @7:24
  v2: ptr = parameter index=1 v0 @7:41
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 1 @7:46
  v5: mem = store tag=2 v0, v3, v1, v4 @7:51
  v6: i32 = constant 2 @7:56
  v7: mem = store tag=2 v0, v5, v2, v6 @7:61
  v8: i32 = load tag=2 v0, v7, v1 @7:76
  v9: ctrl = return v0, v7, v8 @7:66
  v10: ctrl = end v9
}

sea $punned(ptr) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @8:24
  v2: mem = initial_memory class=0 v0
  v3: f32 = constant 2.0 @8:39
  v4: mem = store v0, v2, v1, v3
  v5: i32 = constant 1073741824 @8:62
  v6: ctrl = return v0, v4, v5 @8:52
  v7: ctrl = end v6
}

sea $bytes(ptr, ptr) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @9:16
  v2: ptr = parameter index=1 v0 @9:25
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 1 @9:31
  v5: mem = store tag=1 v0, v3, v1, v4 @9:33
  v6: i8 = constant 2 @9:39
  v7: mem = store v0, v5, v2, v6 @9:41
  v8: i32 = load tag=1 v0, v7, v1 @9:53
  v9: ctrl = return v0, v7, v8 @9:46
  v10: ctrl = end v9
}

sea $plain(ptr, ptr) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @10:25
  v2: ptr = parameter index=1 v0 @10:33
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 1 @10:38
  v5: mem = store tag=2 v0, v3, v1, v4 @10:43
  v6: i32 = constant 2 @10:49
  v7: mem = store tag=1 v0, v5, v2, v6 @10:51
  v8: i32 = load tag=2 v0, v7, v1 @10:66
  v9: ctrl = return v0, v7, v8 @10:56
  v10: ctrl = end v9
}

sea $scalars(ptr, ptr) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @11:18
  v2: ptr = parameter index=1 v0 @11:29
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 1 @11:35
  v5: mem = store tag=1 v0, v3, v1, v4 @11:37
  v6: f64 = constant 2.0 @11:43
  v7: mem = store tag=1 v0, v5, v2, v6 @11:45
  v8: ctrl = return v0, v7, v4 @11:50
  v9: ctrl = end v8
}

sea $beside(ptr, i32) -> (i32) source "type-tags.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @12:26
  v2: i32 = parameter index=1 v0 @12:33
  v3: mem = initial_memory class=0 v0
  v4: i64 = constant 4 @12:43
  v5: ptr = offset inbounds v1, v4 @12:43
  v6: i32 = constant 1 @12:38
  v7: mem = store tag=3 v0, v3, v5, v6 @12:43
  v8: i64 = sign_extend v2 @12:55  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v9: i64 = constant 2 @12:55
  v10: i64 = shl v8, v9 @12:55  // i64[-8589934592..8589934588, u 0..18446744073709551612, bits ..............................................................00]
  v11: ptr = offset inbounds v1, v10 @12:55
  v12: i32 = constant 2 @12:55
  v13: mem = store tag=1 v0, v7, v11, v12 @12:59
  v14: i32 = load tag=3 v0, v13, v5 @12:74
  v15: ctrl = return v0, v13, v14 @12:64
  v16: ctrl = end v15
}

sea $check() -> (i32) source "type-tags.c" {
  slot 0 40:8 "p"
  slot 1 40:8 "q"
  slot 2 4:4 "u"
  slot 3 4:4 "i"
  slot 4 8:8 "d"
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = stack_slot slot=0 @15:16  // NON_NULL
  v3: i8 = constant 0 @15:16
  v4: mem = memory_fill size=40 v0, v1, v2, v3 @15:16
  v5: i32 = constant 0 @15:16
  v6: mem = store v0, v4, v2, v5 @15:21
  v7: ptr = stack_slot slot=1 @15:25  // NON_NULL
  v8: mem = memory_fill size=40 v0, v6, v7, v3 @15:25
  v9: mem = store v0, v8, v7, v5 @15:30
  v10: ptr = stack_slot slot=3 @17:7  // NON_NULL
  v11: mem = store v0, v9, v10, v5 @17:11
  v12: tuple = call v0, v11, v2, v7 : $fields(ptr, ptr) -> (i32) @19:10
  v13: ctrl = projection index=0 v12 @19:10
  v14: mem = projection index=1 v12 @19:10
  v15: i32 = projection index=2 v12 @19:10
  v16: tuple = call v13, v14, v2, v2 : $same(ptr, ptr) -> (i32) @19:32
  v17: ctrl = projection index=0 v16 @19:32
  v18: mem = projection index=1 v16 @19:32
  v19: i32 = projection index=2 v16 @19:32
  v20: ptr = stack_slot slot=2 @16:14  // NON_NULL
  v21: tuple = call v17, v18, v20 : $punned(ptr) -> (i32) @19:54
  v22: ctrl = projection index=0 v21 @19:54
  v23: mem = projection index=1 v21 @19:54
  v24: i32 = projection index=2 v21 @19:54
  v25: i64 = constant 1 @20:37
  v26: ptr = offset inbounds v10, v25 @20:37  // NON_NULL
  v27: tuple = call v22, v23, v10, v26 : $bytes(ptr, ptr) -> (i32) @20:16
  v28: ctrl = projection index=0 v27 @20:16
  v29: mem = projection index=1 v27 @20:16
  v30: i32 = projection index=2 v27 @20:16
  v31: tuple = call v28, v29, v2, v2 : $plain(ptr, ptr) -> (i32) @20:67
  v32: ctrl = projection index=0 v31 @20:67
  v33: mem = projection index=1 v31 @20:67
  v34: i32 = projection index=2 v31 @20:67
  v35: ptr = stack_slot slot=4 @18:10  // NON_NULL
  v36: tuple = call v32, v33, v10, v35 : $scalars(ptr, ptr) -> (i32) @21:18
  v37: ctrl = projection index=0 v36 @21:18
  v38: mem = projection index=1 v36 @21:18
  v39: i32 = projection index=2 v36 @21:18
  v40: i32 = constant 1 @21:48
  v41: tuple = call v37, v38, v2, v40 : $beside(ptr, i32) -> (i32) @21:41
  v42: ctrl = projection index=0 v41 @21:41
  v43: mem = projection index=1 v41 @21:41
  v44: i32 = projection index=2 v41 @21:41
  v45: i32 = constant 10 @19:10
  v46: i32 = mul nsw v19, v45 @19:30  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v47: i32 = add nsw v15, v46 @19:25
  v48: i32 = constant 1073741824 @19:54
  v49: i1 = eq v24, v48 @19:65
  v50: i32 = constant 2 @19:65
  v51: i32 = select v49, v50, v5 @19:79  // i32[0..2, bits 000000000000000000000000000000.0]
  v52: i32 = constant 100 @19:25
  v53: i32 = mul nsw v51, v52 @19:51  // i32[0..200, bits 000000000000000000000000.....000]
  v54: i32 = add nsw v47, v53 @19:45
  v55: i32 = constant 1000 @19:45
  v56: i32 = mul nsw v30, v55 @20:14  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v57: i64 = sign_extend v30 @20:42  // i64[-2147483648..2147483647, u 0..18446744073709551615]
  v58: i64 = constant 351843721000 @20:42
  v59: i64 = mul v57, v58 @20:42  // i64[-9223372036854775808..9223372036854775800, u 0..18446744073709551608, bits .............................................................000]
  v60: i64 = constant 45 @20:42
  v61: i64 = sar v59, v60 @20:42  // i64[-262144..262143, u 0..18446744073709551615]
  v62: i32 = truncate v61 @20:42  // i32[-262144..262143, u 0..4294967295]
  v63: i32 = constant 31 @20:42
  v64: i32 = sar v56, v63 @20:42  // i32[-1..0, u 0..4294967295]
  v65: i32 = sub v62, v64 @20:42  // i32[-262144..262144, u 0..4294967295]
  v66: i32 = constant 100000 @20:14
  v67: i32 = mul v65, v66 @20:42  // i32[-2147483648..2147483616, u 0..4294967264, bits ...........................00000]
  v68: i32 = sub v56, v67 @20:42  // i32[-2147483648..2147483640, u 0..4294967288, bits .............................000]
  v69: i64 = sign_extend v68 @20:51  // i64[-2147483648..2147483640, u 0..18446744073709551608, bits .............................................................000]
  v70: i64 = constant 333589693 @20:51
  v71: i64 = mul v69, v70 @20:51  // i64[-716378410858840064..716378408190122520, u 0..18446744073709551608, bits .............................................................000]
  v72: i64 = constant 35 @20:51
  v73: i64 = sar v71, v72 @20:51  // i64[-20849356..20849355, u 0..18446744073709551615]
  v74: i32 = truncate v73 @20:51  // i32[-20849356..20849355, u 0..4294967295]
  v75: i32 = sar v68, v63 @20:51  // i32[-1..0, u 0..4294967295]
  v76: i32 = sub v74, v75 @20:51  // i32[-20849356..20849356, u 0..4294967295]
  v77: i32 = add nsw v54, v76 @20:7
  v78: i32 = constant 10000 @20:7
  v79: i32 = mul nsw v34, v78 @20:65  // i32[-2147483648..2147483632, u 0..4294967280, bits ............................0000]
  v80: i32 = sar v79, v50 @20:83  // i32[-536870912..536870908, u 0..4294967292, bits ..............................00]
  v81: i32 = add nsw v77, v80 @20:57
  v82: i32 = mul nsw v39, v66 @21:16  // i32[-2147483648..2147483616, u 0..4294967264, bits ...........................00000]
  v83: i32 = add nsw v81, v82 @21:7
  v84: i32 = mul nsw v44, v45 @21:39  // i32[-2147483648..2147483646, u 0..4294967294, bits ...............................0]
  v85: i32 = add nsw v83, v84 @21:34
  v86: ctrl = return v42, v43, v85 @19:3
  v87: ctrl = end v86
}
