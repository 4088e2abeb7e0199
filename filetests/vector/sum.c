// A sum of ints goes round four at a time; what is left over goes round alone. The sum behind the
// loop on vectors is that of its four lanes.
// test: run sum(0) == 0
// test: run sum(1) == 3
// test: run sum(4) == 24
// test: run sum(23) == 575
static int numbers[64];

int sum(int n) {
  for (int i = 0; i < n; i++) numbers[i] = 2 * i + 3;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += numbers[i];
  return sum;
}
