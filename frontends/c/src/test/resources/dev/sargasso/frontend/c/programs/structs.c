/* Structures of all shapes: copied, passed, returned, compared by their members. */
int printf(const char *, ...);

struct one { char a; };
struct three { unsigned char a, b, c; };
struct six { short a, b, c; };
struct pair { long a, b; };
struct point { double x, y; };
struct single { float a; };
struct floats { float a, b; };
struct triple { float a, b, c; };
struct mixed { double d; int i; };
struct other { int i; float f; double d; };
struct pointers { const char *name; int *at; };
struct large { long a[5]; char c; };
struct inner { struct point p; int tag; };
struct odd { int a; short b; unsigned char c; };
struct array { int v[4]; };
struct deep { struct { struct { short a; } b; char c; } d; long e; };
union either { int i; float f; unsigned char bytes[8]; };
union value { double d; long l; };

static struct one one(struct one v) { v.a += 1; return v; }
static struct three three(struct three v) { struct three r = {v.c, v.b, v.a}; return r; }
static struct six six(struct six v, int k) { v.b += k; return v; }
static struct pair pair(long a, struct pair v) { return (struct pair){v.b + a, v.a - a}; }
static struct point point(struct point a, struct point b) {
  struct point r;
  r.x = a.x + b.y;
  r.y = a.y * b.x;
  return r;
}
static struct single single(struct single v) { v.a *= 2; return v; }
static struct floats floats(struct floats v) { struct floats r = {v.b, v.a}; return r; }
static struct triple triple(struct triple v, float f) { v.b += f; return v; }
static struct mixed mixed(struct mixed v) { v.d /= 2; v.i *= 2; return v; }
static struct other other(struct other v) { v.f += v.i; v.d -= v.f; return v; }
static struct pointers pointers(struct pointers v) { v.name++; ++*v.at; return v; }
static struct large large(struct large v, int i) { v.a[i] += v.c; v.c++; return v; }
static struct inner inner(struct inner v) { v.p.x = v.tag; v.tag++; return v; }
static struct odd odd(struct odd v) { v.a += v.b * v.c; v.c = ~v.c; return v; }
static struct array array(struct array v) { v.v[1] += v.v[3]; return v; }
static struct deep deep(struct deep v) { v.d.b.a += v.d.c; v.e--; return v; }
static union either either(union either u) { u.bytes[1] = 7; return u; }
static union value value(union value u) { u.l += 1; return u; }

static long many(int a, struct pair b, struct pair c, struct pair d, struct pair e, double f,
                 struct large g, struct point h, int i, struct odd j) {
  return a + b.a * 2 + c.b * 3 + d.a * 5 + e.b * 7 + (long)f * 11 + g.a[4] * 13 + (long)h.y * 17 +
         i * 19 + j.c * 23;
}

static struct pair chosen(int c, struct pair a, struct pair b) { return c ? a : b; }

static struct odd table[4];

static void swap(int i, int j) {
  struct odd t = table[i];
  table[i] = table[j];
  table[j] = t;
}

int main(void) {
  int n = 41;
  struct one a = {'a'};
  struct three b = {1, 2, 3};
  struct six c = {10, 20, 30};
  struct pair d = {100, 200}, d2 = d;
  struct point e = {1.5, 2.5}, e2;
  struct single f = {1.25f};
  struct floats g = {0.5f, 0.25f};
  struct triple h = {1, 2, 3};
  struct mixed i = {9, 4};
  struct other j = {3, 0.5f, 10};
  struct pointers k = {"name", &n};
  struct large l = {{1, 2, 3, 4, 5}, 6}, l2;
  struct inner m = {{7, 8}, 9};
  struct odd o = {1, 2, 3};
  struct array p = {{1, 2, 3, 4}};
  struct deep q = {{{5}, 6}, 7};
  union either u = {0x01020304};
  union value v = {1.0};
  a = one(one(a));
  b = three(b);
  c = six(six(c, 5), -2);
  d2 = pair(3, d2);
  e2 = point(e, point(e, e));
  f = single(single(f));
  g = floats(g);
  h = triple(h, 0.5f);
  i = mixed(i);
  j = other(other(j));
  k = pointers(k);
  l2 = large(large(l, 2), 3);
  m = inner(inner(m));
  o = odd(o);
  p = array(p);
  q = deep(q);
  u = either(u);
  v = value(v);
  printf("%c %d%d%d %d %ld %ld\n", a.a, b.a, b.b, b.c, c.b, d2.a, d2.b);
  printf("%g %g %g %g %g %g\n", e2.x, e2.y, f.a, g.a, g.b, h.b);
  printf("%g %d %g %g %s %d\n", i.d, i.i, j.f, j.d, k.name, n);
  printf("%ld %ld %d %ld %g %d\n", l2.a[2], l2.a[3], l2.c, l.a[2], m.p.x, m.tag);
  printf("%d %d %d %d %ld %x %.17g\n", o.a, o.c, p.v[1], q.d.b.a, q.e, u.i, v.d);
  printf("%ld\n", many(1, d, d2, d, d2, 2.5, l2, e, 3, o));
  printf("%ld %ld\n", chosen(1, d, d2).a, chosen(0, d, d2).b);
  printf("%d %g\n", array(array(p)).v[1], point(e, e).x);
  for (n = 0; n < 4; n++) {
    table[n].a = n;
    table[n].b = n * 10;
    table[n].c = n * 100;
  }
  swap(0, 3);
  swap(1, 2);
  swap(0, 0);
  for (n = 0; n < 4; n++)
    printf("%d/%d/%d ", table[n].a, table[n].b, table[n].c);
  struct pair loop = {0, 1};
  for (n = 0; n < 10; n++) {
    struct pair next = {loop.b, loop.a + loop.b};
    loop = next;
  }
  d = d2 = loop;
  printf("%ld %ld %ld\n", loop.a, d.b, (n > 3 ? d : d2).a);
  return 0;
}
