// Values across calls, calls back from the library, a large frame, and a guard of the stack.
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int printf(const char *, ...);
int backtrace(void **, int);

static int deepest;

static int compare(const void *a, const void *b) {
  void *frames[64];
  int depth = backtrace(frames, 64);
  if (depth > deepest) deepest = depth;
  return *(const int *)a - *(const int *)b;
}

static int large(int n) {
  char room[40000];
  int i, sum = 0;
  for (i = 0; i < n; i++) room[i] = (char)(i * n);
  for (i = 0; i < n; i += 7) sum += room[i];
  return sum;
}

static int walk(int n, int *data, int a, int b, int c, int d) {
  int x;
  if (n == 0) {
    qsort(data, 5, sizeof *data, compare);
    return data[0] + a + large(b & 15);
  }
  x = walk(n - 1, data, b, c, d, a + n);
  return x * 3 + walk(0, data, a, b, c, d) + a + b * c - d;
}

int main(void) {
  int data[] = {5, 3, 9, 1, 7};
  int result = walk(6, data, 1, 2, 3, 4);
  printf("%d\n", result);
  // main, walk seven times, then what the library has of its own, and compare.
  printf("%s\n", deepest > 9 ? "deep" : "shallow");
  return 0;
}
