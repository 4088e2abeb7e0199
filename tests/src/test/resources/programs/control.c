/* Jumps of every kind: dense and sparse switches, fall-through, gotos into loops, breaks, recursion. */
static int classify(int c)
{
    switch (c) {
    case 0: case 1: case 2: return 10;
    case 3: c += 5; /* falls through */
    case 4: c *= 3; break;
    case 1000: return -1;
    case -77: return 8;
    case 123456: c = 2; break;
    default: return c & 7;
    }
    return c;
}

static long irreducible(long n)
{
    long i = 0, s = n;
    if (n & 1)
        goto middle;
top:
    s += i * 3;
    if (s > 100000)
        return s;
middle:
    i++;
    s ^= i << (i & 7);
    if (i < n % 40 + 10)
        goto top;
    if (i < 90) {
        i += 20;
        goto middle;
    }
    return s + i;
}

static int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

long check(long n)
{
    static const int samples[] = { 0, 1, 2, 3, 4, 5, 1000, -77, 123456, -5, 99, 17 };
    unsigned long sum = n;
    long k;
    int i = 0;
    do {
        if (i == 7)
            continue;
        sum = sum * 13 + classify(samples[i]);
        for (k = 0;; k++) {
            if (k * k > n % 300)
                break;
            if ((k ^ i) & 1)
                continue;
            sum += k && i % 3 ? k : -k;
        }
    } while (++i < 12);
    while (n-- > 0 && sum % 5 != 0 && n < 2000)
        sum = sum & 1 ? sum * 3 + 1 : sum / 2;
    return sum + irreducible(n + 50) + ackermann(2, (int)(sum & 3)) + even((int)(sum & 31));
}
