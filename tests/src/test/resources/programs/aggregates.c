/* Structures by value of every class, unions, bit patterns, arrays of arrays, function pointers. */
struct pair { long a; double b; };
struct small { char c; short s; int i; };
struct large { long v[5]; };
union both { double d; unsigned long bits; unsigned char byte[8]; };

static struct pair swap_sum(struct pair p, struct small s)
{
    struct pair r;
    r.a = (long)p.b + s.c * 3 - s.s;
    r.b = (double)p.a * 0.5 + s.i;
    return r;
}

static struct large rotate(struct large x, int by)
{
    struct large r = x;
    int i;
    for (i = 0; i < 5; i++)
        r.v[(i + by) % 5] = x.v[i] ^ by;
    return r;
}

static long first(const long *v) { return v[0]; }
static long last(const long *v) { return v[4]; }
typedef long (*pick)(const long *);
static pick choices[2] = { first, last };

static int grid[3][4] = { { 1, 2 }, { [3] = 9 }, { 5, 6, 7, 8 } };

long check(long n)
{
    struct pair p = { n, n * 1.25 };
    struct large big = { { n, n + 1, n * 3, -n, 77 } };
    union both u;
    unsigned long sum = 0;
    int i, j;
    for (i = 0; i < n % 50 + 3; i++) {
        struct small s = { (char)(i * 7), (short)(i * 1001), i - 5 };
        p = swap_sum(p, s);
        big = rotate(big, i % 5);
        sum = sum * 31 + choices[i & 1](big.v) + p.a;
        u.d = p.b;
        for (j = 0; j < 8; j++)
            sum += u.byte[j] << (j & 3);
        sum ^= (long)(u.bits >> 40);
        grid[i % 3][(i * 3) % 4] += (int)sum & 15;
    }
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            sum = sum * 7 + grid[i][j];
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            grid[i][j] = i * j;
    return sum;
}
