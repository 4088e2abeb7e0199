// test: run f(0) == -1
// test: pass conditions
struct node { struct node *next; int value; };
int f(struct node *p)
{
    if (!p)
        return -1;
    int v = 1;
    if (p != 0)
        v = 2;
    if (p && v)
        return p->value;
    return -2;
}
//// pass conditions
sea $f(ptr) -> (i32) source "null-check.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @4:20
  v2: mem = initial_memory class=0 v0
  v3: ptr = constant null @6:10
  v4: i1 = ne v1, v3 @6:10
  v5: tuple = if v0, v4 @6:10

  v6: ctrl = projection index=1 v5 @6:10
  v7: i64 = constant 8 @12:19
  v8: ptr = offset inbounds v1, v7 @12:19
  v9: i32 = load tag=2 v6, v2, v8 @12:19
  v10: ctrl = return v6, v2, v9 @12:9

  v11: ctrl = projection index=0 v5 @6:10
  v12: i32 = constant -1 @6:10
  v13: ctrl = return v11, v2, v12 @7:9
  v14: ctrl = end v13, v10
}
