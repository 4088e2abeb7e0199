#include <dlfcn.h>
#include <stdio.h>

/* Loads the shared object that the first argument names, and uses what it exports. */
int main(int argc, char **argv) {
    void *library = dlopen(argv[argc - 1], RTLD_NOW);
    if (!library) {
        puts(dlerror());
        return 1;
    }
    int (*bump)(int) = (int (*)(int)) dlsym(library, "bump");
    int (*(*pick)(int))(int) = (int (*(*)(int))(int)) dlsym(library, "pick");
    unsigned long (*measure)(int) = (unsigned long (*)(int)) dlsym(library, "measure");
    int (*hit_count)(void) = (int (*)(void)) dlsym(library, "hit_count");
    int *counter = (int *) dlsym(library, "counter");
    *counter = 50;
    printf("%d\n", bump(2));
    printf("%d %d\n", *counter, pick(1)(0));
    printf("%lu %d %d\n", measure(1), pick(0)(5), hit_count());
    printf("inner is %s\n", dlsym(library, "inner") ? "visible" : "hidden");
    return 0;
}
