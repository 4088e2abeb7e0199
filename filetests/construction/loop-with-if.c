// test: constructions
// test: print sea
// A loop with an if. t is written and read inside the loop only, but two blocks know it: minimal
// and semi-pruned construction place a phi for it at the loop's head, which nobody reads. s needs
// phis at the head and behind the if, i one at the head. Nothing is stored: memory needs none.
int sum_of_positives(const int *a, int n) {
  int s = 0, i = 0, t;
head:
  if (!(i < n)) goto done;
  t = a[i];
  if (t > 0) s = s + t;
  i = i + 1;
  goto head;
done:
  return s;
}

// The same as a while loop: its condition is asked again at the end of each round, so that what is
// read behind the loop needs phis there, too.
int as_while(const int *a, int n) {
  int s = 0, i = 0, t;
  while (i < n) {
    t = a[i];
    if (t > 0) s = s + t;
    i = i + 1;
  }
  return s;
}
//// constructions
$sum_of_positives braun: 10 phis, 7 removed, 0 dead, 3 left, 0 of them redundant
$as_while braun: 12 phis, 8 removed, 0 dead, 4 left, 0 of them redundant
$sum_of_positives minimal: 4 phis, 0 removed, 1 dead, 3 left, 0 of them redundant
$as_while minimal: 7 phis, 0 removed, 3 dead, 4 left, 0 of them redundant
$sum_of_positives semi-pruned: 4 phis, 0 removed, 1 dead, 3 left, 0 of them redundant
$as_while semi-pruned: 7 phis, 0 removed, 3 dead, 4 left, 0 of them redundant
$sum_of_positives pruned: 3 phis, 0 removed, 0 dead, 3 left, 0 of them redundant
$as_while pruned: 4 phis, 0 removed, 0 dead, 4 left, 0 of them redundant
//// print sea
sea $sum_of_positives(ptr, i32) -> (i32) source "loop-with-if.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @6:33
  v2: i32 = parameter index=1 v0 @6:40
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 0 @7:7

  v5: ctrl = region v0, v21 @7:21
  v6: i32 = phi v5, v4, v24 @9:9
  v7: i32 = phi v5, v4, v22 @11:18
  v8: i1 = lt v6, v2 @9:11
  v9: tuple = if v5, v8 @9:11

  v10: ctrl = projection index=1 v9 @9:11
  v11: i64 = sign_extend v6 @10:8
  v12: i64 = constant 2 @10:8
  v13: i64 = shl v11, v12 @10:8
  v14: ptr = offset inbounds v1, v13 @10:8
  v15: i32 = load tag=1 v10, v3, v14 @10:8
  v16: i1 = lt v4, v15 @11:9
  v17: tuple = if v10, v16 @11:9

  v18: ctrl = projection index=1 v17 @11:9
  v19: i32 = add nsw v7, v15 @11:20

  v20: ctrl = projection index=0 v17 @11:9

  v21: ctrl = region v20, v18 @11:16
  v22: i32 = phi v21, v7, v19 @12:5
  v23: i32 = constant 1 @12:7
  v24: i32 = add nsw v6, v23 @12:9

  v25: ctrl = projection index=0 v9 @9:11
  v26: ctrl = return v25, v3, v7 @15:3
  v27: ctrl = end v26
}

sea $as_while(ptr, i32) -> (i32) source "loop-with-if.c" {
  v0: ctrl = start
  v1: i32 = parameter index=1 v0 @20:32
  v2: ptr = parameter index=0 v0 @20:25
  v3: mem = initial_memory class=0 v0
  v4: i32 = constant 0 @21:7
  v5: i1 = lt v4, v1 @22:12
  v6: tuple = if v0, v5 @22:12

  v7: ctrl = projection index=1 v6 @22:12

  v8: ctrl = region v7, v27 @22:12
  v9: i32 = phi v8, v4, v24 @23:11
  v10: i32 = phi v8, v4, v22 @24:20
  v11: i64 = sign_extend v9 @23:10
  v12: i64 = constant 2 @23:10
  v13: i64 = shl v11, v12 @23:10
  v14: ptr = offset inbounds v2, v13 @23:10
  v15: i32 = load tag=1 v8, v3, v14 @23:10
  v16: i1 = lt v4, v15 @24:11
  v17: tuple = if v8, v16 @24:11

  v18: ctrl = projection index=1 v17 @24:11
  v19: i32 = add nsw v10, v15 @24:22

  v20: ctrl = projection index=0 v17 @24:11

  v21: ctrl = region v20, v18 @24:18
  v22: i32 = phi v21, v10, v19 @22:12
  v23: i32 = constant 1 @25:9
  v24: i32 = add nsw v9, v23 @25:11
  v25: i1 = lt v24, v1 @22:12
  v26: tuple = if v21, v25 @22:12

  v27: ctrl = projection index=1 v26 @22:12

  v28: ctrl = projection index=0 v26 @22:12

  v29: ctrl = projection index=0 v6 @22:12

  v30: ctrl = region v29, v28 @22:12
  v31: i32 = phi v30, v4, v22 @27:10
  v32: ctrl = return v30, v3, v31 @27:3
  v33: ctrl = end v32
}
