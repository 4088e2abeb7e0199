/* More values alive than there are registers, across calls and around loops; many arguments. */
typedef unsigned long word;

static word mix(word a, word b, word c, word d, word e, word f, word g, word h, double x, double y)
{
    return a + 2 * b - 3 * c + 4 * d - 5 * e + 6 * f - 7 * g + 8 * h + (word)(long)(x * 3.0 - y);
}

static word step(word x) { return x * 3 + 1; }

long check(long n)
{
    word a = n, b = n + 1, c = n * 2, d = n ^ 5, e = n - 9, f = n * n, g = ~n, h = (word)n << 3;
    word i2 = a + b, j = c - d, k = e * f, l = g ^ h, m = a * 7, o = b * 11, p = c * 13, q = d * 17;
    double r = n * 0.5, s = n * 0.25, t = r + s, u = r * s, v = t - u, w = 1.5, x = 2.5, y = t * 3;
    word sum = 0;
    int i;
    for (i = 0; i < 25; i++) {
        sum += mix(a, b, c, d, e, f, g, h, r, s) ^ mix(i2, j, k, l, m, o, p, q, t, u);
        a = step(b) + q;
        b ^= step(c);
        c += d * i;
        d = e - f + step(i);
        e = g | h;
        f = i2 & j;
        g = k + l;
        h = m - o;
        i2 += p;
        j ^= q + a;
        k = step(k) >> 1;
        l = l * 5 + sum;
        m -= n;
        o += m & 255;
        p = (p << 1) ^ (p >> 3);
        q = q % 10007 + i;
        r = r * 0.5 + w;
        s = s * 0.25 + x;
        t = r - s;
        u = t * 0.125 + v * 0.0625;
        v = y * 0.5;
        y = w + x * i;
    }
    return sum + a + b + c + d + e + f + g + h + i2 + j + k + l + m + o + p + q
        + (word)(long)(r + s + t + u + v + w + x + y);
}
