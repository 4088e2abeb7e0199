// test: pass all
// test: run main(1, 0) == 0
// test: run main(2147483647, 0) == 0
// Everything cancels: a and b are both argc + 3 in the end, whatever argc is.
int main(int argc, char **argv) {
  int a = argc;
  int b = a + 1;
  a = b + 2;
  b += 2;
  a -= b;
  return a;
}
//// pass all
sea $main(i32, ptr) -> (i32) source "always-zero.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: i32 = constant 0 @10:5
  v3: ctrl = return v0, v1, v2 @11:3
  v4: ctrl = end v3
}
