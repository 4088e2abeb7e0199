/* Functions of one's own with variable arguments: registers, stack, structures, copies of lists. */
#include <stdarg.h>
#include <stdio.h>

struct point { double x, y; };
struct pair { long a, b; };
struct mixed { int i; double d; };
struct small { short s; char c; };
struct large { int v[7]; };

static long sum(int count, ...) {
  va_list list;
  long total = 0;
  va_start(list, count);
  while (count-- > 0)
    total = total * 3 + va_arg(list, int);
  va_end(list);
  return total;
}

static double mix(const char *kinds, ...) {
  va_list list;
  double total = 0;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      total = total * 2 + va_arg(list, int);
      break;
    case 'u':
      total = total * 2 + va_arg(list, unsigned long);
      break;
    case 'd':
      total = total * 2 + va_arg(list, double);
      break;
    case 's':
      total = total * 2 + va_arg(list, const char *)[0];
      break;
    case 'p': {
      struct point p = va_arg(list, struct point);
      total = total * 2 + p.x - p.y;
      break;
    }
    case 'q':
      total = total * 2 + va_arg(list, struct pair).b;
      break;
    case 'm': {
      struct mixed m = va_arg(list, struct mixed);
      total = total * 2 + m.i * m.d;
      break;
    }
    case 'c':
      total = total * 2 + va_arg(list, struct small).c;
      break;
    case 'l':
      total = total * 2 + va_arg(list, struct large).v[6];
      break;
    }
  va_end(list);
  return total;
}

static int text(char *to, size_t size, const char *format, ...) {
  va_list list, again;
  int first, second;
  va_start(list, format);
  va_copy(again, list);
  first = vsnprintf(to, size, format, list);
  second = vsnprintf(to, size, format, again);
  va_end(again);
  va_end(list);
  return first * 100 + second;
}

static int forward(va_list list) {
  int first = va_arg(list, int);
  return first * 10 + va_arg(list, int);
}

static int many(int a, int b, int c, int d, int e, int f, int g, double h, ...) {
  va_list list;
  int result = a + b + c + d + e + f + g + (int)h;
  va_start(list, h);
  result = result * 100 + forward(list);
  result += va_arg(list, int);
  va_end(list);
  return result;
}

static struct large first(struct large v, ...) {
  va_list list;
  va_start(list, v);
  v.v[0] += va_arg(list, int);
  v.v[1] += (int)va_arg(list, double);
  va_end(list);
  return v;
}

int main(void) {
  struct point p = {3.5, 1};
  struct pair q = {4, 5};
  struct mixed m = {2, 1.5};
  struct small c = {1, 7};
  struct large l = {{1, 2, 3, 4, 5, 6, 9}};
  char buffer[16];
  long (*pointer)(int, ...) = sum;
  printf("%ld %ld %ld\n", sum(0), sum(3, 1, 2, 3), sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  printf("%ld\n", pointer(7, 7, 6, 5, 4, 3, 2, 1));
  printf("%g %g\n", mix("idsu", 1, 2.5, "A", 3ul), mix("pqmcl", p, q, m, c, l));
  printf("%g\n", mix("dddddddddiiiiiid", 1., 2., 3., 4., 5., 6., 7., 8., 9., 1, 2, 3, 4, 5, 6, .5));
  printf("%g\n", mix("ppppppmqmqmcclpi", p, p, p, p, p, p, m, q, m, q, m, c, c, l, p, 4));
  printf("%d ", text(buffer, sizeof buffer, "%s=%d/%.2f", "abc", 42, 1.5));
  printf("%s\n", buffer);
  printf("%d\n", many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  printf("%d %d\n", first(l, 10, 2.5).v[0], first(l, 10, 2.5).v[1]);
  return (int)sum(2, 1, 1);
}
