#include <string.h>
int counter = 40;
static int hits;
const char *names[] = { "one", "two" };
__attribute__((visibility("hidden"))) int inner(int n) { hits++; return n + counter; }
__attribute__((weak)) int scale(void) { return 3; }
int bump(int n) { counter += n; return inner(1) * scale(); }
int hit_count(void) { return hits; }
int (*pick(int i))(int) { return i ? bump : inner; }
unsigned long measure(int i) { return strlen(names[i]); }
