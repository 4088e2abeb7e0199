package dev.sargasso.frontend.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.program.Program;
import dev.sargasso.testsupport.RequiresTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes of static variables are those that the system's compiler makes: sizes and offsets of
 * generated structures, the contents of their bit-fields, and the values of constant expressions.
 */
@RequiresTool("cc")
final class StaticDataAgreesWithTheSystemCompilerTest {
  private static final String[] SCALARS = {
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "float",
    "double",
    "_Bool",
    "char *",
    "enum e"
  };
  private static final String[] BIT_TYPES = {
    "int",
    "unsigned",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "_Bool",
    "unsigned long long"
  };
  private static final int[] BIT_LIMITS = {32, 32, 8, 8, 16, 16, 64, 64, 1, 64};

  @TempDir private Path folder;

  /** Compares the bytes of variables between our static data and the system compiler's. */
  private void compare(final String declarations, final List<String> variables)
      throws IOException, InterruptedException {
    final StringBuilder judge = new StringBuilder(declarations);
    judge.append(
        """
        int printf(const char *, ...);
        static void dump(const void *at, unsigned long size) {
          const unsigned char *p = at;
          for (unsigned long i = 0; i < size; i++) printf("%02x", p[i]);
          printf("\\n");
        }
        int main(void) {
        """);
    final StringBuilder ours = new StringBuilder();
    final Program program = Programs.compile(declarations);
    for (final String variable : variables) {
      judge.append("  dump(&").append(variable).append(", sizeof ").append(variable).append(");\n");
      ours.append(HexFormat.of().formatHex(Programs.contents(program, variable))).append('\n');
    }
    judge.append("  return 0;\n}\n");
    assertEquals(
        numbered(variables, new SystemCompiler(folder).output(judge.toString())),
        numbered(variables, ours.toString()),
        declarations);
  }

  private static String numbered(final List<String> variables, final String dump) {
    final String[] lines = dump.split("\n", -1);
    final StringBuilder result = new StringBuilder();
    for (int index = 0; index < variables.size(); index++) {
      result.append(variables.get(index)).append(' ').append(lines[index]).append('\n');
    }
    return result.toString();
  }

  @Test
  void sizesAndOffsets() throws IOException, InterruptedException {
    final Random random = new Random(20250101);
    final StringBuilder text = new StringBuilder("#include <stddef.h>\nenum e { A, B };\n");
    final List<String> variables = new ArrayList<>();
    for (int number = 0; number < 60; number++) {
      final List<String> offsets = new ArrayList<>();
      final String type = "struct s" + number;
      text.append(random.nextInt(5) == 0 ? "union" : "struct").append(" s").append(number);
      final boolean union = text.charAt(text.length() - ("s" + number).length() - 3) == 'o';
      text.append(random.nextInt(8) == 0 ? " { _Alignas(16) char first;" : " {");
      final int members = 1 + random.nextInt(7);
      for (int member = 0; member < members; member++) {
        appendMember(text, random, number, member, offsets);
      }
      text.append(" };\n");
      final String keyword = union ? "union s" + number : type;
      text.append("unsigned long l").append(number).append("[] = { sizeof(").append(keyword);
      text.append("), _Alignof(").append(keyword).append(")");
      for (final String member : offsets) {
        text.append(", offsetof(").append(keyword).append(", ").append(member).append(")");
      }
      text.append(" };\n");
      variables.add("l" + number);
      text.append("typedef ").append(keyword).append(" t").append(number).append(";\n");
    }
    compare(text.toString(), variables);
  }

  private static void appendMember(
      final StringBuilder text,
      final Random random,
      final int number,
      final int member,
      final List<String> offsets) {
    final String name = "m" + member;
    switch (random.nextInt(6)) {
      case 0 -> {
        final int type = random.nextInt(BIT_TYPES.length);
        final int width = random.nextInt(BIT_LIMITS[type] + 1);
        text.append(' ').append(BIT_TYPES[type]).append(width == 0 ? "" : " " + name);
        text.append(" : ").append(width).append(';');
      }
      case 1 -> {
        text.append(' ').append(SCALARS[random.nextInt(SCALARS.length)]).append(' ').append(name);
        text.append('[').append(1 + random.nextInt(5)).append("];");
        offsets.add(name);
      }
      case 2 -> {
        if (number > 0) {
          text.append(" t").append(random.nextInt(number)).append(' ').append(name).append(';');
          offsets.add(name);
        } else {
          text.append(" long ").append(name).append(';');
          offsets.add(name);
        }
      }
      default -> {
        text.append(' ').append(SCALARS[random.nextInt(SCALARS.length)]).append(' ').append(name);
        text.append(';');
        offsets.add(name);
      }
    }
  }

  @Test
  void contentsOfBitFields() throws IOException, InterruptedException {
    final Random random = new Random(77);
    final StringBuilder text = new StringBuilder();
    final List<String> variables = new ArrayList<>();
    for (int number = 0; number < 60; number++) {
      text.append("struct s").append(number).append(" {");
      final StringBuilder values = new StringBuilder();
      final int members = 1 + random.nextInt(9);
      for (int member = 0; member < members; member++) {
        final int type = random.nextInt(BIT_TYPES.length);
        final int width = random.nextInt(BIT_LIMITS[type] + 1);
        final boolean named = width > 0 && random.nextInt(8) != 0;
        text.append(' ').append(BIT_TYPES[type]).append(named ? " m" + member : "");
        text.append(" : ").append(width).append(';');
        if (named) {
          values.append(random.nextInt()).append("L * ").append(random.nextInt(9)).append(", ");
        }
        if (random.nextInt(3) == 0) {
          text.append(" char c").append(member).append(';');
          values.append(random.nextInt(128)).append(", ");
        }
      }
      if (values.isEmpty()) {
        text.append(" int last;");
        values.append('1');
      }
      text.append(" } v").append(number).append(" = { ").append(values).append(" };\n");
      variables.add("v" + number);
    }
    compare(text.toString(), variables);
  }

  @Test
  void initialisersOfAllShapes() throws IOException, InterruptedException {
    final String text =
        """
        struct p { int x, y; };
        struct r { struct p a; char name[6]; struct { short s, t; } b[2]; union { int i; double d; } u; };
        struct r r1 = { 1, 2, "abc", { { 3, 4 }, 5, 6 }, { 7 } };
        struct r r2 = { { 1 }, { 'x', 'y' }, 3, 4, 5, .u.d = 2.5 };
        struct r r3 = { .name = "abcdef", .a.y = 9, .b[1] = { 8 }, { .i = 4 } };
        struct r r4[] = { [1] = { .a = { 1, 2 } }, { 3 }, [0].a.y = 5, 6 };
        int a1[3][4] = { { 1, 2 }, 3, 4, 5, 6, 7 };
        int a2[][2] = { 1, 2, 3, [3] = { 4 }, 5 };
        char s1[] = "a\\0b\\xff\\377\\n";
        char s2[3][5] = { "abc", { 'd', 'e' }, { "fghij" } };
        int w1[] = L"w\\u00e9\\U0001F600";
        unsigned short w2[] = u"\\u20ac\\U0001F600";
        char u1[] = u8"\\u00e9\\u20ac" "é";
        double d1[] = { 1, 2.5f, -0.0, 1e300 * 1e10, 0x1p-1074, 3 / 2, 3 / 2. };
        float f1[] = { 0.1, 16777217, 1e-46, 0.1f + 0.2f, 1.0f / 3 };
        _Bool b1[] = { 0, 5, 0.1, "x" != 0, -0.0 };
        struct { int n; struct p *unused; } z1 = { sizeof(struct r) };
        struct e { unsigned a : 5; int b : 7; } e1[] = { { 33, -1 }, { .b = 64 }, 1, 2 };
        long override[] = { 1, 2, 3, [1] = 7, [0] = 8 };
        """;
    compare(
        text,
        List.of(
            "r1",
            "r2",
            "r3",
            "r4",
            "a1",
            "a2",
            "s1",
            "s2",
            "w1",
            "w2",
            "u1",
            "d1",
            "f1",
            "b1",
            "z1",
            "e1",
            "override"));
  }

  @Test
  void constantExpressions() throws IOException, InterruptedException {
    final Random random = new Random(4242);
    final StringBuilder text = new StringBuilder();
    final List<String> variables = new ArrayList<>();
    for (int number = 0; number < 300; number++) {
      final String expression = expression(random, 4);
      text.append("long i").append(number).append(" = (long)(").append(expression).append(");\n");
      text.append("unsigned long s").append(number).append(" = sizeof(").append(expression);
      text.append(");\n");
      variables.add("i" + number);
      variables.add("s" + number);
    }
    compare(text.toString(), variables);
  }

  /** A constant expression whose value is defined. */
  private static String expression(final Random random, final int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return leaf(random);
    }
    final String a = expression(random, depth - 1);
    final String b = expression(random, depth - 1);
    final String unsigned = "(unsigned long)(" + a + ")";
    return switch (random.nextInt(16)) {
      case 0 -> "(" + unsigned + " + (" + b + "))";
      case 1 -> "(" + unsigned + " * (unsigned)(" + b + "))";
      case 2 -> "((unsigned)(" + a + ") - (unsigned short)(" + b + "))";
      case 3 -> "((short)(" + a + ") * (signed char)(" + b + "))";
      case 4 -> "((" + a + ") / ((" + b + ") & 15 | 1))";
      case 5 -> "((" + a + ") % ((" + b + ") & 15 | 1))";
      case 6 -> "(" + unsigned + " << ((" + b + ") & 63))";
      case 7 -> "((" + a + ") >> ((" + b + ") & 31))";
      case 8 ->
          "(("
              + a
              + ") "
              + List.of("<", ">", "<=", ">=", "==", "!=").get(random.nextInt(6))
              + " ("
              + b
              + "))";
      case 9 -> "((" + a + ") " + List.of("&", "|", "^").get(random.nextInt(3)) + " (" + b + "))";
      case 10 -> "((" + a + ") " + List.of("&&", "||").get(random.nextInt(2)) + " (" + b + "))";
      case 11 -> "((" + a + ") ? (" + b + ") : (" + leaf(random) + "))";
      case 12 -> "(" + List.of("!", "~", "+").get(random.nextInt(3)) + "(" + a + "))";
      case 13 -> "(-(short)(" + a + "))";
      case 14 -> "((" + cast(random) + ")(" + a + "))";
      default -> "(long)((double)(short)(" + a + ") * 0.5 + (float)(signed char)(" + b + "))";
    };
  }

  private static String cast(final Random random) {
    return List.of(
            "char",
            "signed char",
            "unsigned char",
            "short",
            "unsigned short",
            "int",
            "unsigned",
            "long",
            "unsigned long",
            "long long",
            "_Bool")
        .get(random.nextInt(11));
  }

  private static String leaf(final Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> Integer.toString(random.nextInt(100));
      case 1 -> random.nextInt(1 << 30) + "u";
      case 2 -> random.nextLong(1L << 62) + "L";
      case 3 -> "0x" + Long.toHexString(random.nextLong()) + "ul";
      case 4 -> "'" + (char) ('a' + random.nextInt(26)) + "'";
      case 5 -> "0x" + Integer.toHexString(random.nextInt());
      default -> "(-" + random.nextInt(1000) + ")";
    };
  }
}
