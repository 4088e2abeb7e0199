/* Integers of every width, signed and unsigned, division by constants, shifts, conversions, floats. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

static u64 widths(long n)
{
    signed char a = (signed char)n;
    u8 b = (u8)(n >> 3);
    short c = (short)((u64)n * 77u);
    u16 d = (u16)((u64)n * 91u);
    int e = (int)((u64)n * 1000003u);
    u32 f = (u32)n * 2654435761u;
    u64 s = (u64)(a + b * c - d);
    a = (signed char)(a * b + 3);
    b = (u8)(b << (a & 7));
    c >>= a & 15;
    d = (u16)(d >> (b & 15));
    s += a ^ b ^ c ^ d;
    s += (e < 0) + (f > 0x80000000u) + (a < (int)b) + ((u32)a < f);
    s ^= (u64)f << (e & 63);
    s += e >> (b & 31);
    return s;
}

static u64 divisions(long n)
{
    int i = (int)(n * 69069 + 7);
    u32 u = (u32)i;
    u64 w = (u64)n * 0x9e3779b97f4a7c15ul;
    u64 s = (u64)(i / 3 + i % 7 - i / -5 + i % 16 + i / 8);
    s += u / 10 + u % 1000003u + u / 641u;
    s ^= (w / 10 + w % 97 + w / 4294967297ul);
    s += n / 7 - n % 12345678901l;
    if (n % 11 != 0)
        s += 1000000 / (n % 11) + i % (int)(n % 11);
    return s;
}

static long floats(long n)
{
    double d = n * 0.37 - 12.5, e = 1.0 / ((n & 15) + 1);
    float f = (float)d;
    double nan = (d - d) / (e - e);
    long s = (long)(d * 1000) + (long)(f * 8.0f) + (int)(e * 12345);
    s = s * 2 + (nan < 1.0) + 2 * (nan != nan) + 4 * !(nan >= 0.0) + 8 * (d > e) + 16 * (f <= 3.5f);
    s += (long)(u64)(e * 1.8e19) >> 7;
    s ^= (long)(double)(((u64)n << 50) >> 1);
    s += (u32)(long)(d * d) + (u8)(int)f;
    return s;
}

long check(long n)
{
    u64 sum = 0;
    int i;
    for (i = 0; i < 40; i++) {
        n = (long)((u64)n * 6364136223846793005ul + 1442695040888963407ul);
        sum = sum * 31u + widths(n >> (i & 31));
        sum = sum * 31u + divisions(n >> 20);
        sum = sum * 31u + (u64)floats(n >> 44);
    }
    return (long)sum;
}
