// test: run f(10) == 985
// test: run g(4) == 78
static int find(const char *s, char c)
{
    int i = 0;
    while (s[i]) {
        if (s[i] == c)
            return i;
        i++;
    }
    return -1;
}

int f(int n)
{
    int sum = 0, i;
    for (i = 0; i < n; i++)
        sum = sum * 2 + find("abcdefgh", (char)('a' + i));
    return sum;
}

static int seed;
static int next(void) { seed = seed * 5 + 1; return seed; }

int g(int n)
{
    int sum = 0;
    seed = 1;
    while (n-- > 0)
        sum = sum + (next() & 63);
    return sum;
}
