/* Bit-fields: reading, writing, wrapping around, promotion, neighbours untouched. */
int printf(const char *, ...);

struct fields {
  int a : 5;
  unsigned b : 11;
  _Bool c : 1;
  signed char d : 4;
  unsigned long e : 37;
  long f : 27;
  int : 0;
  unsigned short g : 16;
  unsigned h : 32;
  unsigned char k;
};

static struct fields all = {-16, 2047, 1, -8, 137438953471ul, -1, 65535, 4294967295u, 9};

static void show(const struct fields *p) {
  printf("%d %u %d %d %lu %ld %d %u %d\n", p->a, p->b, p->c, p->d, (unsigned long)p->e, (long)p->f,
         p->g, p->h, p->k);
}

static int compare(struct fields v) { return (v.b - 2047 < 0) + (v.h - 1 > 0) * 2 + (v.a < -15) * 4; }

int main(void) {
  struct fields v = {0}, *p = &v;
  volatile struct { unsigned x : 3; int y : 30; } w = {5, -7};
  show(&all);
  v.a = 17;
  v.b = 4096 + 5;
  v.c = 4;
  v.d = 9;
  v.e = -1;
  v.f = 1 << 26;
  v.g = 70000;
  v.h = -2;
  v.k = 77;
  show(p);
  printf("%d %d %d %ld\n", p->a += 20, p->b++, --p->d, (long)(p->e <<= 1));
  p->a--, p->c ^= 1, p->f /= 3, p->g |= 1, p->h >>= 3;
  show(p);
  printf("%d %d\n", compare(v), compare(all));
  printf("%d\n", (v.a = 100) + (v.b = -1) + (v.c = 256) + (v.d = 0x78));
  w.x += 6, w.y *= 3;
  printf("%d %d %u\n", w.x, w.y, (unsigned)sizeof all);
  all = v;
  show(&all);
  /* The value of an assignment is promoted as the bit-field is. */
  v.b = 3;
  printf("%d%d%d", (v.b = 5) > -1, (v.b += 2) > -1, (++v.b) > -1);
  printf("%d%d%d%d\n", v.b-- > -1, (0, v.b) > -1, (v.h = 5) > -1, (v.e = 6) - 7 < 0);
  return 0;
}
