/* Floating arithmetic, conversions to and from all integer types, and comparisons with NaN. */
int printf(const char *, ...);

static double zero;

static void order(double a, double b) {
  printf("%d%d%d%d%d%d %d%d\n", a < b, a > b, a <= b, a >= b, a == b, a != b, !(a < b),
         a < b || a > b);
  if (a < b)
    printf("less ");
  if (!(a >= b))
    printf("not at least ");
  if (a != b && !(a == b))
    printf("different ");
  printf("%s\n", a ? "true" : "false");
}

static void integers(double d) {
  float f = (float)d;
  printf("%d %d %d %ld %d %d\n", (int)d, (short)d, (signed char)(int)d, (long)d, (int)f, (_Bool)d);
  if (d > -1)
    printf("%u %lu %d %u %lu\n", (unsigned)d, (unsigned long)d, (unsigned char)d, (unsigned)f,
           (unsigned long)f);
}

static float mixed(float a, double b, int c, unsigned long d) {
  a += b;
  a *= c;
  c += a;
  d -= (unsigned long)b;
  return a + c + d;
}

static double polynomial(double x, const float *c, int n) {
  double r = 0;
  while (n--)
    r = r * x + c[n];
  return r;
}

int main(void) {
  static const float c[] = {1, -2.5f, 0.1, 3e-3f};
  double nan = zero / zero, inf = 1 / zero;
  int i;
  unsigned long big = 18446744073709551615ul;
  unsigned u = 4000000000u;
  long s = -9007199254740993;
  order(1, 2);
  order(2, 1);
  order(1, 1);
  order(nan, 1);
  order(nan, nan);
  order(inf, -inf);
  order(-0.0, 0);
  for (i = 0; i < 6; i++)
    integers(i * 37.75 - 0.5);
  integers(-3.99);
  integers(1e5 + 0.7);
  printf("%.1f %.1f %.1f %.1f\n", (double)big, (double)(float)big, (double)u, (double)(float)u);
  printf("%.1f %.1f %.17g %.9g\n", (double)s, (double)(float)s, 0.1 + 0.2, 0.1f + 0.2f);
  printf("%lu %u\n", (unsigned long)1.5e19, (unsigned)3.5e9);
  printf("%.6f %.6f\n", mixed(1.5f, 2.25, 3, 100), polynomial(2, c, 4));
  printf("%g %g %g %g\n", 1e308 * 10, -zero, 5e-324 / 2, 1.0f / 3);
  printf("%f %e %g %d\n", 123456.789, 0.000123, 1e20, (int)(nan != nan));
  double d = 1;
  float f = 1;
  d++, f--, d += f++, f /= 3, d = -d;
  d--;
  printf("%g %g %g\n", d, f, d - f);
  return 0;
}
