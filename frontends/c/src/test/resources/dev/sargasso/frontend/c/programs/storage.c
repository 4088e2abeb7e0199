/* Static and automatic variables, initialisers, scopes, volatile objects, literals of structures. */
int printf(const char *, ...);

static int counter(void) {
  static int count = 10;
  static struct { int step; const char *name; } how = {3, "count"};
  count += how.step++;
  return count;
}

static int shadow(int x) {
  int y = x;
  {
    int x = y * 2;
    {
      extern int far;
      int y = x + far;
      x = y;
    }
    y += x;
  }
  for (int y = 0, z = 3; y < z; y++)
    x += y;
  return x * 100 + y;
}

int far = 5;
int tentative;
int tentative;

struct item { int id; const char *name; struct { short a, b; } extra[2]; };

static int sum(struct item item) {
  return item.id + item.name[0] + item.extra[0].a + item.extra[1].b;
}

static int automatic(int n) {
  int a[6] = {n, [3] = n * 2, n + 1};
  char s[8] = "ab", t[] = "xyz", u[4] = {'q'};
  struct item v = {.name = "v", .extra[1].b = n}, w = {n, "w", {{1, 2}, 3}}, x = w;
  int grid[2][3] = {{1, n}, {[2] = 7}};
  long big[9] = {0};
  union { int i; char c[4]; } e = {.c = {1, 2}};
  big[8] = n;
  return a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + s[1] + s[7] + t[3] + u[1] + sum(v) + sum(w) +
         sum(x) * 2 + grid[0][1] + grid[1][2] + grid[1][0] + (int)(big[0] + big[8]) + e.i;
}

static int literals(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    int *p = (int[]){i, i + 1, i + 2};
    struct item *q = &(struct item){.id = i};
    p[1] += p[2];
    total += p[1] + q->id + sum((struct item){1, "a", {{i}}});
  }
  return total;
}

static volatile int port = 3;

static int poll(void) {
  volatile int local = port;
  local += port;
  port++;
  return local * 10 + port;
}

static int uninitialised(int n) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    int x;
    if (i % 2)
      x = i;
    else
      x = -i;
    r += x;
  }
  return r;
}

static int old(a, b, c, d) char a; float b, d; { return a + (int)(b * 10) + c + (int)d; }

int main(void) {
  counter();
  counter();
  printf("%d %d %d\n", counter(), shadow(3), tentative);
  printf("%d %d\n", automatic(4), automatic(-3));
  int polled = poll();
  printf("%d %d %d\n", literals(5), polled, poll());
  printf("%d %s %d\n", uninitialised(7), __func__, (int)sizeof(__func__));
  register int r = 4;
  const int k = 6;
  printf("%d\n", old(300, 2.5, -1, 7.25));
  auto int z = r * k;
  printf("%d\n", z);
}
