// test: run f(5) == 84
// test: run g(5) == 23
// test: run h(2) == 42
struct big { long v[4]; };

static long change(struct big b, long n)
{
    b.v[1] += n;
    b.v[2] = b.v[0] * b.v[1];
    return b.v[2];
}

long f(long n)
{
    struct big b = { { n, 7, 1, 2 } };
    long r = change(b, n);
    return r + b.v[1] + b.v[2] + b.v[0] * 2 + b.v[1] - 1;
}

static void swap(long *a, long *b)
{
    long t = *a;
    *a = *b;
    *b = t;
}

long g(long n)
{
    long x = n, y = n - 2;
    swap(&x, &y);
    return x + y * 4;
}

struct pair { long first, second; };

static struct pair make(long a)
{
    struct pair p = { a * 10, a + 20 };
    return p;
}

long h(long n)
{
    struct pair p = make(n);
    return p.first + p.second;
}
