/* Fibonacci numbers, by recursion and by a loop that must agree.
   Usage: fib [N], N at most 90; the recursion goes up to 32. */
#include <stdio.h>
#include <stdlib.h>

static long recursive(int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }

static long iterative(int n) {
  long a = 0, b = 1;
  for (; n > 0; n--) {
    long next = a + b;
    a = b;
    b = next;
  }
  return a;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 27;
  if (n < 0 || n > 90) {
    fprintf(stderr, "fib: N has to be from 0 to 90\n");
    return 1;
  }
  long result = iterative(n);
  if (n <= 32 && recursive(n) != result) {
    fprintf(stderr, "fib: the two ways disagree\n");
    return 1;
  }
  printf("fib(%d) = %ld\n", n, result);
  return 0;
}
