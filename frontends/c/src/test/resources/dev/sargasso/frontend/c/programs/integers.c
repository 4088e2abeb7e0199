/* Conversions, arithmetic and shifts of all integer types, at their limits. */
int printf(const char *, ...);

static signed char sc = -128;
static unsigned char uc = 255;
static short ss = -32768;
static unsigned short us = 65535;
static int si = -2147483647 - 1;
static unsigned ui = 4294967295u;
static long sl = -9223372036854775807L - 1;
static unsigned long ul = 18446744073709551615ul;
static _Bool truth = 1;

static int narrow(long v) { return (signed char)v + (short)v * 2 + (unsigned char)v * 3; }

static void convert(long v) {
  printf("%d %d %d %d %d %u %ld %lu %d\n", (signed char)v, (unsigned char)v, (short)v,
         (unsigned short)v, (int)v, (unsigned)v, v, (unsigned long)v, (_Bool)v);
}

static void divide(long a, long b) {
  printf("%ld %ld %d %d %u %u %lu %lu\n", a / b, a % b, (int)a / (int)b, (int)a % (int)b,
         (unsigned)a / (unsigned)b, (unsigned)a % (unsigned)b, (unsigned long)a / (unsigned long)b,
         (unsigned long)a % (unsigned long)b);
}

static void shift(long v, int n) {
  printf("%ld %lu %d %u %d %ld\n", v >> n, (unsigned long)v >> n, (int)v >> (n & 31),
         (unsigned)v << (n & 31), (signed char)v >> (n & 7), (long)((unsigned long)v << n));
}

static void compare(int a, unsigned b, long c) {
  printf("%d%d%d%d%d%d ", a < b, a > b, a <= c, a >= c, a == b, a != c);
  printf("%d%d%d%d\n", (short)a < (char)b, b < c, (unsigned char)a == (unsigned char)b, !a);
}

int main(void) {
  long values[] = {0, 1, -1, 127, 128, 255, 256, -129, 32768, 65535, 2147483648, -2147483649,
                   4294967296, 9223372036854775807, -9223372036854775807};
  int i;
  for (i = 0; i < (int)(sizeof values / sizeof values[0]); i++) {
    convert(values[i]);
    shift(values[i], i * 5 % 64);
    printf("%d\n", narrow(values[i]));
  }
  divide(7, 2);
  divide(-7, 2);
  divide(7, -2);
  divide(-7, -2);
  divide(1000000007, 13);
  compare(-1, 1, -1);
  compare(5, 4294967291u, 4294967291);
  compare(0, 0, 0);
  printf("%d %d %d %d %d %u %ld %lu %d\n", sc, uc, ss, us, si, ui, sl, ul, truth);
  sc--, uc++, ss--, us++, ui++, ul++, truth++;
  printf("%d %d %d %d %u %lu %d\n", sc, uc, ss, us, ui, ul, truth);
  truth--;
  sc += 200, uc -= 3, ss *= 3, us /= 2, ui -= 5, ul >>= 3, sl ^= 0x55;
  printf("%d %d %d %d %u %lu %ld %d\n", sc, uc, ss, us, ui, ul, sl, truth);
  uc <<= 3, ss >>= 2, us %= 7, si |= 15, ui &= 0xF0F0;
  printf("%d %d %d %d %u %d\n", uc, ss, us, si, ui, ~uc + -ss - +us);
  printf("%d %ld %lu\n", 'a' + '\xff', 0x7fffffff + 1L, 0xffffffff + 1ul);
  return (unsigned char)(uc + ss);
}
