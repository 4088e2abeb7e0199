int printf(const char *, ...);

static int square(int n)
{
    int result = n * n;
    printf("square %d\n", result);
    return result;
}

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 3; i++) {
        sum += square(i);
    }
    printf("%d\n", sum);
    return sum == 14 ? 0 : 1;
}
