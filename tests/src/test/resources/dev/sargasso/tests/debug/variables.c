#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };
struct point { int x, y; struct point *next; unsigned flag : 3; };
union both { int i; float f; };
typedef int (*operation)(int, int);
struct wide { long v[5]; };

int counter = 7;
static const char *greeting = "hello";

static int add(int a, int b) {
    return a + b;
}

static long sum(struct wide w, char c, double d) {
    long total = 0;
    for (int i = 0; i < 5; i++) {
        long each = w.v[i];
        total += each;
        {
            int i = 42;
            total += i;
        }
        total ^= 1;
    }
    total += c;
    total += (long) d;
    return total;
}

static int walk(unsigned seed, short limit) {
    int steps = 0;
    unsigned char low = 0;
    float half = 0;
    while (steps < limit) {
        unsigned old = seed;
        seed = seed * 1103515245u + 12345u;
        low = (unsigned char) (seed >> 16);
        if (low & 1) {
            int odd = low * 3;
            steps += odd > 300 ? 2 : 1;
            half += odd / 2.0f;
        } else {
            steps++;
            half -= (float) (old & 7);
        }
        switch (low & 3) {
        case 0:
            seed ^= old;
            break;
        case 1:
            seed += (unsigned) steps;
            /* falls through */
        default:
            low ^= 0x55;
            half = -half;
        }
        seed ^= low;
    }
    return steps + (int) half;
}

int main(int argc, char **argv) {
    struct point p = { 1, 2, 0, 3 };
    enum colour c = GREEN;
    union both u;
    u.f = 1.5f;
    int a[4] = { 1, 2, 3, 4 };
    operation op = add;
    _Bool yes = 1;
    struct wide w = { { 1, 2, 3, 4, 5 } };
    long result = sum(w, 'x', 3.0);
    p.next = &p;
    p.x = op(a[1], a[2]);
    counter += p.x;
    result += walk(17, 40);
    printf("%d %s %ld %d\n", p.x, greeting, result, (int) c + u.i + yes);
    return argc == 0 || argv == 0;
}
