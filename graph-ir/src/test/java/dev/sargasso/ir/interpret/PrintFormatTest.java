package dev.sargasso.ir.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What printf prints; the expectations come from a C program. */
class PrintFormatTest {
  private final Memory memory = new Memory(0, 1 << 16);

  private long text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    long address = memory.allocate(bytes.length + 1);
    memory.write(address, bytes);
    memory.store(Type.I8, address + bytes.length, 0);
    return address;
  }

  private String format(String format, Object... values) {
    long[] arguments = new long[values.length + 1];
    Type[] types = new Type[values.length + 1];
    arguments[0] = text(format);
    types[0] = Type.PTR;
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case Double number -> {
          types[i + 1] = Type.F64;
          arguments[i + 1] = Double.doubleToRawLongBits(number);
        }
        case String string -> {
          types[i + 1] = Type.PTR;
          arguments[i + 1] = text(string);
        }
        case Number number -> {
          types[i + 1] = Type.I64;
          arguments[i + 1] = number.longValue();
        }
        default -> throw new AssertionError();
      }
    }
    ExternalCall call = new ExternalCall(memory, (a, b) -> b, types, arguments, 1);
    return new String(new PrintFormat(call, 1).format(arguments[0]), StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '`',
      value = {
        "%d;42;42",
        "%5d|;-42;  -42|",
        "%-5d|;42;42   |",
        "%05d;-42;-0042",
        "%+d;42;+42",
        "% d;42; 42",
        "%.3d;7;007",
        "%8.3d|;-7;    -007|",
        "%.0d|;0;|",
        "%u;-1;4294967295",
        "%x;-1;ffffffff",
        "%#X;255;0XFF",
        "%o;8;10",
        "%#o;8;010",
        "%ld;-9223372036854775808;-9223372036854775808",
        "%llu;-1;18446744073709551615",
        "%016llx;48879;000000000000beef",
        "%lx;-2;fffffffffffffffe",
        "%hhd;200;-56",
        "%hu;-1;65535",
        "%zu;99;99",
        "%c|;65;A|",
        "%3c|;65;  A|",
        "%p;255;0xff",
        "%p;0;(nil)",
        "%%|%d;1;%|1",
      })
  void integers(String format, long value, String expected) {
    assertEquals(expected, format(format, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "%f;3.14159265358979;3.141593",
        "%.9f;-0.169075164;-0.169075164",
        "%.0f;2.5;2",
        "%.0f;3.5;4",
        "%#.0f;3;3.",
        "%8.2f|;3.14159;    3.14|",
        "%-8.2f|;3.14159;3.14    |",
        "%08.2f;-3.14159;-0003.14",
        "%+.1f;2.25;+2.2",
        "%.20f;0.1;0.10000000000000000555",
        "%.1f;1e22;10000000000000000000000.0",
        "%e;12345.678;1.234568e+04",
        "%.0e;0.00015;1e-04",
        "%.2E;1e-300;1.00E-300",
        "%e;0;0.000000e+00",
        "%g;100000;100000",
        "%g;1000000;1e+06",
        "%g;0.0001;0.0001",
        "%g;0.00001;1e-05",
        "%.3g;1234.5;1.23e+03",
        "%.10g;0.1;0.1",
        "%#g;1.5;1.50000",
        "%g;999999.5;1e+06",
        "%.15g;0.3;0.3",
        "%.17g;0.1;0.10000000000000001",
        "%a;1;0x1p+0",
        "%a;0.1;0x1.999999999999ap-4",
        "%.2a;1.999;0x2.00p+0",
      })
  void floats(String format, double value, String expected) {
    assertEquals(expected, format(format, value));
  }

  @Test
  void whatIsNoNumber() {
    assertEquals(
        "inf -inf nan",
        format("%f %f %f", Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN));
    assertEquals("  INF", format("%05F", Double.POSITIVE_INFINITY));
    long negative = 0xFFF8_0000_0000_0000L;
    assertEquals("-nan", format("%f", Double.longBitsToDouble(negative)));
  }

  @Test
  void strings() {
    assertEquals("a    |  b|cd|", format("%-5s|%3s|%.2s|", "a", "b", "cde"));
    assertEquals("(null)", format("%s", 0));
    assertEquals("7  x", format("%-*d%c", 3, 7, (int) 'x'));
    assertEquals("1.50", format("%.*f", 2, 1.5));
    assertEquals("two 2 doubles 1.5 2.5", format("two %d doubles %.1f %.1f", 2, 1.5, 2.5));
  }

  @Test
  void randomNumbersAreThoseOfTheGnuLibrary() {
    RandomNumbers random = new RandomNumbers();
    assertEquals(1804289383, random.next());
    assertEquals(846930886, random.next());
    assertEquals(1681692777, random.next());
    random.seed(42);
    assertEquals(71876166, random.next());
    assertEquals(708592740, random.next());
  }
}
