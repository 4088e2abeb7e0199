/* The shortest program that prints something. */
#include <stdio.h>

int main(void) {
  puts("Hello from the sea of nodes.");
  return 0;
}
