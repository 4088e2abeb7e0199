package dev.sargasso.frontend.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.frontend.c.source.Diagnostic;
import dev.sargasso.frontend.c.source.SourceText;
import dev.sargasso.ir.graph.Simplifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Constructs that are easy to get wrong, and that a correct parser and checker accept. */
final class RightProgramsAreAcceptedTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        // A type name and a variable of the same name, in different scopes.
        "typedef int T; int f(void) { T T = 1; return T; } T g(T a) { { int T = a; return T; } }",
        "typedef int T; int f(int T) { return T * 2; }",
        "typedef int T; void f(T); void f(int x) { T y = x; (void)y; }",
        "typedef int T; struct s { T T; }; int f(struct s *p) { return p->T; }",
        "typedef int T; int f(void) { T: return 1; }",
        "typedef int T; enum { A = (T)3, B = sizeof(T) }; int x[B == 4 ? A : -1];",
        // Declarators.
        "int (*f(int x))(double); int (*(*g)[3])(void); int *(*h[2][3])(int, char *);",
        "int (*table[])(int) = { 0 }; typedef int fn(int); fn k; fn *p = k; int k(int a) { return"
            + " a; }",
        "int f(int a[static 3], int b[const], int c[*]); int f(int *a, int *const b, int *c);",
        "int f(int (a), int (*b)(int), int c(int), int d[3][4]); char *(s); int ((x)) = 1;",
        "void f(const volatile int *restrict p, const int n) { (void)p; (void)n; }",
        "struct s; struct s *p; int f(struct s *q); struct s { struct s *next; int v; };",
        "unsigned long int long a; long unsigned b; int short signed c; char unsigned d;",
        "typedef double m[3][4]; void g(const m); void f(m a) { g(a); const m *p = &a; (void)p; }",
        // Structures, unions, enumerations.
        "struct a { struct { int x; union { int y; float z; }; }; int w; } v = { 1, 2, 3 };"
            + " int f(struct a *p) { return p->x + p->y + p->w; }",
        "enum e { A, B = 5, C, D = -1, }; enum e f(enum e x) { return x == A ? C : x; }",
        "struct s { unsigned a : 3, : 2, b : 4; int : 0; _Bool c : 1; } v = { 7, 15, 1 };",
        "struct s { int n; int data[]; }; int f(struct s *p) { return p->data[p->n]; }",
        // Initialisers.
        "int a[] = { 1, 2, [5] = 6, 7 }; _Static_assert(sizeof a == 7 * sizeof(int), \"length\");",
        "int a[2][3] = { 1, 2, 3, 4, 5, 6 }; int b[2][3] = { { 1 }, { 2, 3 } };",
        "char s[] = \"abc\", t[3] = \"abc\", u[] = { \"xy\" }, w[2][4] = { \"ab\", \"cd\" };",
        "struct p { int x, y; }; struct p a = { .y = 2, .x = 1 }, b[] = { { 1, 2 }, 3, 4, { .y = 5"
            + " } };",
        "struct p { int x, y; }; struct r { struct p a, b; }; struct r v = { .a.x = 1, 2, .b = { 3"
            + " } };",
        "int x; int *p = &x, **q = &p; char *s = \"abc\" + 1; int a[3]; int *e = &a[3] - 1;",
        "static const char *names[] = { \"a\", \"b\", 0 }; int n = sizeof names / sizeof *names;",
        "int f(void) { struct p { int x, y; } a = { 1, 2 }, b = a; return (struct p){ 3, b.y }.y;"
            + " }",
        "int *f(void) { return (int[]){ 1, 2, 3 }; } int *g = (int[]){ 4, 5 };",
        "void f(void); void (*p)(void) = f; void (*q)(void) = &f; int b = sizeof(\"abc\");",
        "union u { int i; double d; } a = { 1 }, b = { .d = 2.5 };",
        // Expressions.
        "int f(int x) { return x ? x, 1 : x > 2 ? 3 : 4; } int g(int a) { return a ? a : 1 ? 2 : 3;"
            + " }",
        "int f(int *p, int i) { return p[i] + i[p] + *(p + i) + *p++ + ++*p - (*p)--; }",
        "unsigned long f(char *p) { return sizeof p + sizeof *p + sizeof(char[3]) + sizeof(p[0]);"
            + " }",
        "int f(double d) { return _Generic(d, int: 1, double: 2, default: 3) + _Alignof(double); }",
        "int f(const void *p, void *q) { int *i = q; const char *c = p; return *i + *c; }",
        "int f(int a, int b) { a += b -= a *= b; a <<= 2, b ^= a; return a & b | ~a ^ -b && !a; }",
        "int f(void) { int x = 'a' + '\\n' + '\\x41' + '\\101' + L'b' + u'c' + U'd'; return x; }",
        "double x = .5 + 1. + 1e3 + 0x1.8p1 + 1.5f; int y = 0x1F + 017 + 10u + 10L + 0ULL + 0b101;",
        "char *s = \"a\" \"b\" /* c */ \"d\"; int *w = L\"wide\"; char *u = u8\"\\u00e9\";",
        "long f(int *a, int *b) { return a - b; } int g(int *a) { return !a || a == 0 || 0 != a; }",
        "int f(int n) { return n == 0 ? 1 : n * f(n - 1); } int (*g)(int) = f; int h(void) "
            + "{ return g(3) + (*g)(4) + (&f)(5); }",
        // Statements.
        "int f(int x) { switch (x) { case 0: do { x--; case 1: x += 2; default:; } while (x); }"
            + " return x; }",
        "int f(int n) { int s = 0; for (int i = 0, j = n; i < j; i++, j--) s += i; for (;;) break;"
            + " return s; }",
        "int f(int x) { if (x) if (x > 1) return 1; else return 2; return 3; }",
        "int f(int x) { again: if (x-- > 0) goto again; goto end; { int y = 1; x = y; } end: return"
            + " x; }",
        "int f(void) { extern int hidden; static int count = 3; return hidden + count++; } int"
            + " hidden;",
        // Declarations that mean the same thing.
        "extern int a[]; int a[3]; int b; int b; int b = 1; static int c; static int c; int f();"
            + " int f(int);",
        "int f(void); static int g(void); int f(void) { return g(); } static int g(void) { return"
            + " 1; }",
        "inline int f(int x) { return x; } extern int f(int); int main(void) { return f(0); }",
        "_Noreturn void stop(void); int f(int x) { if (x) return 1; stop(); }",
        "int f(a, b, c) char *b; float c; { return a + *b + (int)c; } int g() { return f(1, \"\","
            + " 2.0); }",
        // What system headers use.
        "extern int f(int) __asm__(\"other\") __attribute__((__nothrow__, __format__(printf, 1,"
            + " 2)));",
        "__extension__ typedef long long q; __inline int f(__const char *__restrict p) { return *p;"
            + " }",
        "struct __attribute__((packed)) s { char a; int b; }; _Static_assert(sizeof(struct s) == 5,"
            + " \"\");",
        "struct s { char a; int b; } __attribute__((packed)); int x[sizeof(struct s) == 5 ? 1 :"
            + " -1];",
        "typedef int v __attribute__((aligned(16))); _Alignas(32) char b[3]; char c"
            + " __attribute__((aligned));",
        "__typeof__(1 + 2.0) d = 1.5; int f(void) { return __builtin_expect(d > 1, 1); }",
        "int a<:2:> = <% 1, 2 %>;",
      })
  void accepted(final String text) {
    assertEquals(List.of(), Programs.errors(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "double d; int *p = &d; | to initialise 'p', 'int *' is needed",
        "int f(const char *s) { char *t = s; return *t; } | to initialise 't' drops a qualifier",
        "int f(int *p, double *q) { return p == q; } | this compares pointers to 'int' and"
            + " 'double'",
        "void *f(int c, int *p, double *q) { return c ? p : q; } | the two values of '?:'",
        "int f(int x) { return x / 0; } | this divides by zero",
      })
  void doubtfulProgramsGetAWarning(final String text, final String expected)
      throws CompilationFailed {
    final List<Diagnostic> warnings = new ArrayList<>();
    new CFrontEnd(CFrontEndOptions.DEFAULT, () -> Simplifier.NONE, warnings::add)
        .compile(new SourceText(Programs.NAME, text));
    assertEquals(1, warnings.size(), warnings::toString);
    assertEquals(Diagnostic.Severity.WARNING, warnings.getFirst().severity());
    assertTrue(warnings.getFirst().message().startsWith(expected), warnings::toString);
  }

  @Test
  void theUsualHeadersTogether() {
    final String headers =
        """
        assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
        stdarg stdbool stddef stdint stdio stdlib stdnoreturn string time uchar wchar wctype
        unistd fcntl dirent pthread sys/types sys/stat sys/time sys/mman sys/wait netinet/in
        """;
    final StringBuilder text = new StringBuilder();
    for (final String header : headers.strip().split("\\s+", -1)) {
      text.append("#include <").append(header).append(".h>\n");
    }
    text.append(
        """
        int main(int argc, char **argv) {
          assert(argc > 0);
          errno = 0;
          double x = isnan(1.5) ? NAN : INFINITY;
          size_t n = strlen(argv[0]) + offsetof(struct tm, tm_year) + sizeof(max_align_t);
          fprintf(stderr, "%s %" PRId64 " %zu %f\\n", argv[0], INT64_C(5), n, x);
          return isalpha('x') ? EXIT_SUCCESS : EXIT_FAILURE;
        }
        """);
    Programs.compile(text.toString());
  }
}
