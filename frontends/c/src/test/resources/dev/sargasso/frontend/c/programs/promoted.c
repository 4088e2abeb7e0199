/* Structures that fit variables: whole copies, single members, values made of other values. */
int printf(const char *, ...);

struct one { double d; };
struct wrap { struct one o; };
struct pair { int a; long b; };
struct tree { struct pair p, q; char tag; };

static struct one make(double d) {
  struct one r = {d};
  return r;
}

static struct wrap wrap(double d) {
  struct wrap w = {make(d)}, copy = w;
  return copy;
}

static struct tree plant(int n) {
  struct tree t = {{n, n + 1}, {n + 2}, 't'};
  struct pair spare = t.p;
  t.p = t.q;
  t.q = spare;
  t.q.b += t.p.a;
  return t;
}

static long weigh(struct tree t) {
  struct tree other = t, *none = 0;
  other.p = (struct pair){t.q.a, -1};
  if (none)
    return none->tag;
  return t.p.a + t.p.b * 10 + t.q.a * 100 + t.q.b * 1000 + other.p.a * 7 + other.p.b + other.tag;
}

static struct pair walk(struct pair p, int n) {
  while (n-- > 0) {
    struct pair q;
    q.a = (int)p.b % 1000;
    q.b = p.a + p.b;
    p = n % 3 ? q : p;
  }
  return p;
}

static int first(struct pair p) { return (p = (struct pair){p.a + 1, p.b}, p).a; }

int main(void) {
  struct tree t = plant(3);
  struct pair p = walk((struct pair){1, 2}, 12);
  printf("%g %g %g\n", make(2.5).d, wrap(3.5).o.d, wrap(-0.25).o.d * 4);
  printf("%d %ld %d %ld %c %ld\n", t.p.a, t.p.b, t.q.a, t.q.b, t.tag, weigh(t));
  printf("%d %ld %d %ld\n", p.a, p.b, first(p), plant(9).q.b);
  return plant(1).tag;
}
