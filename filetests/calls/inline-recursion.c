// test: run fib(20) == 6765
// test: run even(7) == 0
// test: run even(8) == 1
// test: run depth(9) == 46
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

/* Each activation has objects of its own, which the others must not see. */
static int chain(int *outer, int n)
{
    int own = n;
    int below = n == 0 ? 1 : chain(&own, n - 1);
    *outer += 0;
    return below + own;
}

int depth(int n) { int top = 0; return chain(&top, n) + top; }
