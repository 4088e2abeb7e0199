// test: pass simplify promote resimplify reassociate sweep
// test: run cancels(5, 6) == 32
// test: run factors(3, 4, 5) == 18
// test: run linear(9) == 91
// test: run hoists(7, 8) == 144
// test: run rows(5) == 5
// test: run bits(12, 10) == 13
// Sums and the like in the cheapest order.
typedef unsigned u32;

u32 cancels(u32 x, u32 y) { return x + y - x + 3 + y * 5 - 7; }

u32 factors(u32 x, u32 a, u32 b) { return x * a + x * b - x * 3; }

u32 linear(u32 x) { return x * 7 + (x << 2) - x + 1; }

static int data[] = {1, 2, 3, 4, 5, 6, 7, 8};

int hoists(int a, int b) {
  u32 s = 0;
  for (int i = 0; i < 8; i++)
    s = s + data[i] + a + b - 1 - b + (a ^ b) - (a ^ b) + b - 2;
  return s;
}

static int at(int *m, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      s += m[y * w + x];
  return s;
}

int rows(int skipped) { return at(data, 2, 4) - at(data, 4, 2) + skipped; }

u32 bits(u32 a, u32 b) { return a ^ b ^ a ^ 5 ^ b ^ (a & b & a); }
