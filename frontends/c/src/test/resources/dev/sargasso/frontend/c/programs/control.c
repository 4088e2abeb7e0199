/* All statements, with labels and cases in unusual places. */
int printf(const char *, ...);

static int kind(long x) {
  switch (x) {
  case -1:
    return 1;
  case 0:
  case 1:
  case 2:
    x += 10;
    /* falls through */
  case 12:
    return (int)x;
  default:
    return -5;
  case 9223372036854775807:
    return 7;
  }
}

static int small(unsigned char c) {
  switch (c) {
  case 255:
    return 1;
  case 200:
    return 2;
  }
  return 3;
}

/* Copies eight elements a round, and enters the round in the middle. */
static void device(int *to, const int *from, int count) {
  int rounds = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      *to++ = *from++;
    case 7:
      *to++ = *from++;
    case 6:
      *to++ = *from++;
    case 5:
      *to++ = *from++;
    case 4:
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--rounds > 0);
  }
}

static int jumps(int n) {
  int steps = 0;
  if (n < 0)
    goto negative;
again:
  if (n == 1)
    goto done;
  steps++;
  if (n & 1)
    goto odd;
  n /= 2;
  goto again;
odd:
  n = 3 * n + 1;
  goto again;
negative:
  return -1;
done:
  return steps;
}

/* Two loops that jump into each other: no loop has a single entry. */
static int tangled(int n, int first) {
  int a = 0, b = 0;
  if (first)
    goto inside;
  while (n > 0) {
    a += n--;
    if (n % 7 == 3)
      goto inside;
  back:
    b++;
  }
  return a * 1000 + b;
inside:
  a ^= 5;
  if (n-- > 2)
    goto back;
  return -a;
}

static int nested(int n) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (1) {
      if (++j > i)
        break;
      if (j % 3 == 0)
        continue;
      switch (j & 3) {
      case 1:
        found += i;
        break;
      case 2:
        if (i % 2)
          continue;
        found += j;
      default:
        found++;
      }
    }
    do {
      if (i == 5)
        continue;
      found ^= i;
    } while (0);
  }
  return found;
}

static int calls;

static int effect(int result) {
  calls = calls * 3 + 1;
  return result;
}

static void logic(int a, int b) {
  int x = effect(a) && effect(b) || effect(!a);
  int y = a ? effect(b) ? 1 : 2 : effect(a) ? 3 : 4;
  calls += !(a && !b) + (a || (b && effect(1)));
  printf("%d %d %d\n", x, y, calls);
}

static void empty(void) {
  ;
  {
  }
  for (;;) {
    goto out;
  }
out:;
}

int main(void) {
  int from[21], to[21], i, sum = 0;
  long keys[] = {-1, 0, 1, 2, 3, 12, 13, 9223372036854775807};
  for (i = 0; i < 8; i++)
    printf("%d ", kind(keys[i]));
  printf("%d %d %d\n", small(255), small(200), small(-1 - 55));
  for (i = 0; i < 21; i++)
    from[i] = i * i, to[i] = -1;
  device(to, from, 19);
  for (i = 0; i < 21; i++)
    sum = sum * 3 % 100003 + to[i];
  printf("%d\n", sum);
  for (i = -1; i < 30; i += 3)
    printf("%d %d %d\n", i >= 0 ? jumps(i + 1) : jumps(i), tangled(i, i & 1), nested(i));
  for (i = 0; i < 4; i++)
    logic(i & 1, i >> 1);
  empty();
  i = 5;
  do
    sum += i;
  while (i-- > 0);
  if (sum)
    if (sum == 0)
      printf("no\n");
    else
      printf("dangling else\n");
  return sum & 127;
}
