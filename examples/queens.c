/* Counts the ways to put N queens on an N x N board, with the attacked columns as bits.
   Usage: queens [N], N from 1 to 16 */
#include <stdio.h>
#include <stdlib.h>

static unsigned long place(unsigned free, unsigned columns, unsigned left, unsigned right) {
  unsigned long ways = 0;
  if (columns == free) {
    return 1;
  }
  for (unsigned open = free & ~(columns | left | right); open != 0; open &= open - 1) {
    unsigned queen = open & -open;
    ways += place(free, columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return ways;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 8;
  if (n < 1 || n > 16) {
    fprintf(stderr, "queens: N has to be from 1 to 16\n");
    return 1;
  }
  printf("%d queens: %lu ways\n", n, place((1u << n) - 1, 0, 0, 0));
  return 0;
}
