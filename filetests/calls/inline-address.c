// test: run f(3) == 146
// test: run g(3) == 12
typedef int (*operation)(int);

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

static int apply(operation one, operation two, int n)
{
    int sum = 0, i;
    for (i = 0; i <= n; i++)
        sum = one(sum + i) + two(n);
    return sum;
}

int f(int n) { return apply(twice, square, n) - apply(square, twice, 1); }

static operation table[2] = { twice, square };

int g(int n) { return table[n & 1](n) + table[0](1) + 1; }
