// What all ways store last to one address is stored once where they meet.
// test: run largest(3, 9) == 9
// test: run largest(9, 3) == 9
// test: run three(0) == 10
// test: run three(5) == 20
// test: run three(15) == 30
// test: run between(1) == 7
// test: run between(0) == 5
// test: run seen(1) == 11
// test: run seen(0) == 24
// test: run loops(6) == 15
// test: pass simplify promote resimplify sink
static int cell;
static volatile int device;

int largest(int a, int b) {
  if (a < b) cell = b;
  else cell = a;
  return cell;
}

int three(int n) {
  if (n < 5) cell = 10;
  else if (n < 10) cell = 20;
  else cell = 30;
  return cell;
}

// Volatile stores stay where they are.
int between(int n) {
  if (n) device = 7;
  else device = 5;
  return device;
}

// The first store is read before the ways meet.
int seen(int n) {
  int before;
  if (n) {
    cell = 5;
    before = cell + n;
  } else {
    cell = 12;
    before = 12;
  }
  return cell + before;
}

// A store on the way into a loop and one on the way round do not meet.
int loops(int n) {
  cell = 0;
  for (int i = 0; i < n; i++) cell = cell + i;
  return cell;
}
//// pass simplify promote resimplify sink
local global $cell 4:4
local global $device 4:4

sea $largest(i32, i32) -> (i32) source "sink.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @16:17
  v2: i32 = parameter index=1 v0 @16:24
  v3: mem = initial_memory class=0 v0
  v4: i1 = lt v1, v2 @17:9
  v5: tuple = if v0, v4 @17:9

  v6: ctrl = projection index=1 v5 @17:9

  v7: ctrl = projection index=0 v5 @17:9

  v8: ctrl = region v6, v7 @18:13
  v9: i32 = phi v8, v2, v1 @17:19
  v10: ptr = symbol $cell @17:9  // NON_NULL
  v11: mem = store tag=1 v8, v3, v10, v9 @17:19
  v12: ctrl = return v8, v11, v9 @19:3
  v13: ctrl = end v12
}

sea $three(i32) -> (i32) source "sink.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @22:15
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 5 @23:7
  v4: i1 = lt v1, v3 @23:9
  v5: tuple = if v0, v4 @23:9

  v6: ctrl = projection index=1 v5 @23:9
  v7: i32 = constant 10 @23:9

  v8: ctrl = projection index=0 v5 @23:9
  v9: i1 = lt v1, v7 @24:14
  v10: tuple = if v8, v9 @24:14

  v11: ctrl = projection index=1 v10 @24:14
  v12: i32 = constant 20 @24:14

  v13: ctrl = projection index=0 v10 @24:14
  v14: i32 = constant 30 @24:25

  v15: ctrl = region v6, v11, v13 @25:13
  v16: i32 = phi v15, v7, v12, v14 @23:19
  v17: ptr = symbol $cell @23:9  // NON_NULL
  v18: mem = store tag=1 v15, v2, v17, v16 @23:19
  v19: ctrl = return v15, v18, v16 @26:3
  v20: ctrl = end v19
}

sea $between(i32) -> (i32) source "sink.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @30:17
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @31:7
  v4: i1 = ne v1, v3 @31:7
  v5: tuple = if v0, v4 @31:7

  v6: ctrl = projection index=1 v5 @31:7
  v7: ptr = symbol $device @31:7  // NON_NULL
  v8: i32 = constant 7 @31:7
  v9: mem = store volatile tag=1 v6, v2, v7, v8 @31:17

  v10: ctrl = projection index=0 v5 @31:7
  v11: i32 = constant 5 @31:17
  v12: mem = store volatile tag=1 v10, v2, v7, v11 @32:15

  v13: ctrl = region v6, v10 @32:15
  v14: mem = phi class=0 v13, v9, v12 @33:10
  v15: tuple = volatile_load volatile size=4 v13, v14, v7 @33:10
  v16: mem = projection index=0 v15 @33:10
  v17: i32 = projection index=1 v15 @33:10
  v18: ctrl = return v13, v16, v17 @33:3
  v19: ctrl = end v18
}

sea $seen(i32) -> (i32) source "sink.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @37:14
  v2: mem = initial_memory class=0 v0
  v3: i32 = constant 0 @38:7
  v4: i1 = ne v1, v3 @39:7
  v5: tuple = if v0, v4 @39:7

  v6: ctrl = projection index=1 v5 @39:7
  v7: i32 = constant 5 @39:7
  v8: i32 = add nsw v1, v7 @41:19

  v9: ctrl = projection index=0 v5 @39:7
  v10: i32 = constant 12 @41:12

  v11: ctrl = region v6, v9 @44:12
  v12: i32 = phi v11, v7, v10 @40:10
  v13: i32 = phi v11, v8, v10 @46:17
  v14: ptr = symbol $cell @39:7  // NON_NULL
  v15: mem = store tag=1 v11, v2, v14, v12 @40:10
  v16: i32 = add nsw v13, v12
  v17: ctrl = return v11, v15, v16 @46:3
  v18: ctrl = end v17
}

sea $loops(i32) -> (i32) source "sink.c" {
  v0: ctrl = start
  v1: i32 = parameter index=0 v0 @50:15
  v2: mem = initial_memory class=0 v0
  v3: ptr = symbol $cell @50:15  // NON_NULL
  v4: i32 = constant 0 @50:15
  v5: mem = store tag=1 v0, v2, v3, v4 @51:8
  v6: i1 = lt v4, v1 @52:21
  v7: tuple = if v0, v6 @52:21

  v8: ctrl = projection index=1 v7 @52:21

  v9: ctrl = region v8, v19 @52:21
  v10: i32 = phi v9, v4, v16 @52:45
  v11: mem = phi class=0 v9, v5, v14 @52:38
  v12: i32 = load tag=1 v9, v11, v3 @52:38
  v13: i32 = add nsw v12, v10 @52:43
  v14: mem = store tag=1 v9, v11, v3, v13 @52:36
  v15: i32 = constant 1 @52:27
  v16: i32 = add nsw v10, v15 @52:27
  v17: i1 = lt v16, v1 @52:21
  v18: tuple = if v9, v17 @52:21

  v19: ctrl = projection index=1 v18 @52:21

  v20: ctrl = projection index=0 v18 @52:21

  v21: ctrl = projection index=0 v7 @52:21

  v22: ctrl = region v21, v20 @52:21
  v23: mem = phi class=0 v22, v5, v14 @53:10
  v24: i32 = load tag=1 v22, v23, v3 @53:10
  v25: ctrl = return v22, v23, v24 @53:3
  v26: ctrl = end v25
}
