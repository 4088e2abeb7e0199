// Where nothing is known of two pointers, the areas are compared before the loop on vectors; where
// an array is read behind or before the place that is written, distances tell.
// test: run copied(20, 0) == 190
// test: run copied(20, 1) == 0
// test: run copied(20, 4) == 24
// test: run behind(21) == 21
// test: run before(21) == 210
// test: run least(9) == -4
// test: run narrow(11) == 1303
static int a[64], b[64];
static unsigned char text[64];

static int total(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum = sum * 1 + b[i];
  return sum;
}

void copy(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

// Each element is what was written before it.
int behind(int n) {
  for (int i = 0; i < 64; i++) b[i] = i == 0;
  for (int i = 0; i + 1 < n; i++) b[i + 1] = b[i];
  return total(n);
}

// Each element is what will be overwritten behind it.
int before(int n) {
  for (int i = 0; i < 64; i++) b[i] = i;
  for (int i = 0; i + 1 < n; i++) b[i] = b[i + 1];
  return total(n) - (n - 1);
}

int copied(int n, int distance) {
  for (int i = 0; i < 64; i++) b[i] = i;
  if (distance == 0) {
    copy(a, b, n);
    return total(n);
  }
  for (int i = 0; i < 64; i++) b[i] = i % 4;
  copy(b + distance, b, n);
  return distance == 1 ? b[n] : total(16);
}

int least(int n) {
  for (int i = 0; i < n; i++) a[i] = (i - 2) * (i - 6);
  int least = 100;
  for (int i = 0; i < n; i++) least = a[i] < least ? a[i] : least;
  return least;
}

// Bytes are widened, and what is stored is narrowed.
int narrow(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) text[i] = (unsigned char)(i * 30 + 15);
  for (int i = 0; i < n; i++) sum += text[i];
  return sum;
}
