// Loops whose results are known without them, and loops that must stay.
// test: run sum(10) == 55
// test: run sum(-3) == 0
// test: run sum(65535) == 2147450880
// test: run squares_of_none(1000) == 1001
// test: run below(7, 29, 0) == 31
// test: run below(7, 7, 0) == 7
// test: run below(2147483640, 2147483647, 0) == -2147483647
// test: run down(100) == 99
// test: run down(0) == 4294967295
// test: run odd(5) == 9
// test: run odd(0) == 0
// test: run nest(4, 5) == 20
// test: run nest(0, 5) == 0
// test: run nest(4, -1) == 0
// test: run wraps_unsigned(6) == 6
// test: run stores(3) == 10
// test: pass closed
int sum(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++) s += i;
  return s;
}

int squares_of_none(int n) {
  int i, unused = 0;
  for (i = 0; i <= n; i++) unused ^= i * i;
  return i;
}

// Steps of three cannot be known not to wrap round as unsigned numbers, unless the bound is far.
int below(int from, int to, int unused) {
  unsigned i, end = (unsigned)to & 0x7fffffff;
  for (i = from; i < end; i += 3) unused++;
  return i + (unused & 0);
}

unsigned down(unsigned n) {
  unsigned rounds = 0;
  unsigned i = n;
  while (i-- > 1) rounds++;
  return n ? rounds : i;
}

unsigned odd(unsigned char n) {
  unsigned sum = 0;
  for (unsigned char i = 0; i != n; i++) sum += 2 * n - 1 - 2 * i + 2 * i - n + 1;
  return sum ? sum - n * n + 2 * n - 1 : 0;
}

int nest(int n, int m) {
  int rounds = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) rounds++;
  return rounds;
}

// May never end for odd numbers, so it stays.
unsigned wraps_unsigned(unsigned n) {
  unsigned i = 0;
  while (i != n) i += 2;
  return i;
}

int cells[10];

// The counter is known behind the loop.
int stores(int n) {
  int i;
  for (i = 0; i < 10; i++) cells[i] = n;
  return i;
}
