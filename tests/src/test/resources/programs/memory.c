/* Pointers that alias and pointers that do not, strings, lists in an array, stores through loops. */
struct node { struct node *next; int key; };
static struct node pool[64];
static char text[128] = "the quick brown fox jumps over the lazy dog";
static int counts[128];
static int *cursor = counts + 3;

static void copy_backwards(char *to, const char *from, int n)
{
    to += n;
    from += n;
    while (n-- > 0)
        *--to = *--from;
}

static int alias(int *p, int *q)
{
    *p = 1;
    *q = (int)((unsigned)*q + 2u);
    *p = (int)((unsigned)*p + (unsigned)*q);
    return (int)((unsigned)*p * 10u + (unsigned)*q);
}

static struct node *insert(struct node *list, struct node *item)
{
    struct node **at = &list;
    while (*at && (*at)->key < item->key)
        at = &(*at)->next;
    item->next = *at;
    *at = item;
    return list;
}

long check(long n)
{
    struct node *list = 0, *p;
    int local[10], i, x = (int)n, *q = &x;
    unsigned long sum = 0;
    char buffer[64], *s;
    for (i = 0; i < 64; i++) {
        pool[i].key = (int)((n % 1000 * (i + 3) * 7919) % 1009);
        list = insert(list, &pool[i]);
    }
    for (p = list; p; p = p->next)
        sum = sum * 3 + p->key;
    for (i = 0; i < 128; i++)
        counts[i] = 0;
    for (s = text; *s; s++)
        counts[(int)*s]++;
    copy_backwards(buffer + 1, text, 30);
    buffer[0] = (char)('a' + n % 26);
    for (i = 0; i < 31; i++)
        sum += buffer[i] * (i + 1) + counts[(int)buffer[i]];
    for (i = 0; i < 10; i++)
        local[i] = (int)((unsigned)i * (unsigned)n);
    for (i = 1; i < 10; i++)
        local[i] = (int)((unsigned)local[i] + (unsigned)(local[i - 1] ^ local[(i * 7) % 10]));
    sum += local[9] + alias(local, local) * 3 + alias(local, local + 1);
    *q = (int)sum & 0xff;
    cursor[x & 7] = 5;
    sum += alias(cursor, counts + 3 + (x & 1)) + x;
    return sum + local[0] + counts[3];
}
