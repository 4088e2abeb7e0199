/* Counts the primes below a limit with the sieve of Eratosthenes, odd numbers only.
   Usage: sieve [LIMIT] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Byte i of the sieve stands for the number 2 * i + 1. */
static long count_primes(long limit) {
  if (limit <= 2) {
    return 0;
  }
  long size = limit / 2;
  unsigned char *composite = malloc(size);
  if (composite == NULL) {
    return -1;
  }
  memset(composite, 0, size);
  for (long i = 1; 2 * i * (i + 1) < size; i++) {
    if (!composite[i]) {
      for (long j = 2 * i * (i + 1); j < size; j += 2 * i + 1) {
        composite[j] = 1;
      }
    }
  }
  long count = 1; /* 2, which the sieve leaves out */
  for (long i = 1; i < size; i++) {
    count += !composite[i];
  }
  free(composite);
  return count;
}

int main(int argc, char **argv) {
  long limit = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
  long count = count_primes(limit);
  if (count < 0) {
    fprintf(stderr, "sieve: not enough memory for %ld numbers\n", limit);
    return 1;
  }
  printf("%ld primes below %ld\n", count, limit);
  return 0;
}
