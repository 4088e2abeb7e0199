// Neighbouring places that are computed alike are stored at once: the operands of four sums are
// two vectors. What is read between the stores must not be what they write.
// test: run total(3) == 96
// test: run shifted() == 4
static int a[8], b[8];
static double d[4];

struct point { double x, y; };
static struct point p[4];

void four(int k) {
  b[0] = a[0] * k + 1;
  b[1] = a[1] * k + 2;
  b[2] = a[2] * k + 3;
  b[3] = a[3] * k + 4;
}

// Each is read after the one before it was written.
void chain(void) {
  a[1] = a[0] + 1;
  a[2] = a[1] + 1;
  a[3] = a[2] + 1;
  a[4] = a[3] + 1;
}

void move(int i, double dx) {
  p[i].x = p[i].x + dx;
  p[i].y = p[i].y + dx;
}

int total(int k) {
  for (int i = 0; i < 4; i++) a[i] = 2 * i + 4;
  four(k);
  p[1].x = 1;
  p[1].y = 2;
  move(1, 0.5);
  return b[0] + b[1] + b[2] + b[3] + (int)(p[1].x + p[1].y) - 2;
}

int shifted(void) {
  a[0] = 0;
  chain();
  return a[4];
}
