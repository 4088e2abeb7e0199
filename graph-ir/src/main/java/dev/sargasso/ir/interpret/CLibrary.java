package dev.sargasso.ir.interpret;

import dev.sargasso.ir.type.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of the C library that tests and examples call, for interpreted programs. Output goes to
 * streams of the caller's choice, byte for byte what C prints. Streams of C are {@code stdin},
 * {@code stdout} and {@code stderr} only. Transcendental functions are Java's, within one unit in
 * the last place of the exact value. An instance belongs to one run.
 */
public final class CLibrary implements Externals {
  private static final long STDIN = 0x5_0000_0001L;
  private static final long STDOUT = 0x5_0000_0002L;
  private static final long STDERR = 0x5_0000_0003L;
  private static final int END_OF_FILE = -1;

  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private final Map<String, External> functions = new HashMap<>();
  private final RandomNumbers random = new RandomNumbers();
  private long tokenAt;
  private int pushedBack = END_OF_FILE;

  /** A library that reads nothing and writes to {@code out}, errors as well. */
  public CLibrary(OutputStream out) {
    this(InputStream.nullInputStream(), out, out);
  }

  /** A library on the three standard streams, which are not closed. */
  public CLibrary(InputStream in, OutputStream out, OutputStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
    addOutput();
    addAllocation();
    addStrings();
    addMemory();
    addNumbers();
    addCharacters();
    addProcess();
    addMathematics();
  }

  @Override
  public @Nullable External find(String name) {
    return functions.get(name);
  }

  /** The value of a standard stream's variable; 0 if {@code name} is none. */
  static long streamHandle(String name) {
    return switch (name) {
      case "stdin" -> STDIN;
      case "stdout" -> STDOUT;
      case "stderr" -> STDERR;
      default -> 0;
    };
  }

  private void add(String name, External function) {
    functions.put(name, function);
  }

  // ------------------------------------------------------------------ output

  private OutputStream stream(ExternalCall call, long handle) {
    if (handle == STDOUT) {
      return out;
    }
    if (handle == STDERR) {
      return err;
    }
    throw call.abort("the interpreter has no stream 0x" + Long.toHexString(handle));
  }

  private static void write(OutputStream to, byte[] bytes) {
    try {
      to.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int writeByte(OutputStream to, int value) {
    write(to, new byte[] {(byte) value});
    return value & 0xFF;
  }

  private int readByte() {
    try {
      int value = pushedBack == END_OF_FILE ? in.read() : pushedBack;
      pushedBack = END_OF_FILE;
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a format makes of a {@code va_list}, which is the argument behind it. */
  private static byte[] formatList(ExternalCall call, int format) {
    PrintArguments arguments = PrintArguments.of(call.memory(), call.argument(format + 1));
    return new PrintFormat(call.memory(), arguments).format(call.argument(format));
  }

  /** Stores as much of a text as there is room for, as {@code snprintf} does. */
  private static long keep(ExternalCall call, byte[] text) {
    long room = call.argument(1);
    if (room != 0) {
      long kept = Long.compareUnsigned(text.length, room) < 0 ? text.length : room - 1;
      for (int i = 0; i < kept; i++) {
        call.memory().store(Type.I8, call.argument(0) + i, text[i]);
      }
      call.memory().store(Type.I8, call.argument(0) + kept, 0);
    }
    return text.length;
  }

  private void addOutput() {
    add("printf", call -> print(out, new PrintFormat(call, 1).format(call.argument(0))));
    add(
        "fprintf",
        call ->
            print(
                stream(call, call.argument(0)), new PrintFormat(call, 2).format(call.argument(1))));
    add(
        "sprintf",
        call -> {
          byte[] text = new PrintFormat(call, 2).format(call.argument(1));
          call.memory().write(call.argument(0), text);
          call.memory().store(Type.I8, call.argument(0) + text.length, 0);
          return text.length;
        });
    add("snprintf", call -> keep(call, new PrintFormat(call, 3).format(call.argument(2))));
    add("vprintf", call -> print(out, formatList(call, 0)));
    add("vfprintf", call -> print(stream(call, call.argument(0)), formatList(call, 1)));
    add("vsnprintf", call -> keep(call, formatList(call, 2)));
    add(
        "puts",
        call -> {
          write(out, call.memory().string(call.argument(0)));
          writeByte(out, '\n');
          return 1;
        });
    add(
        "fputs",
        call -> {
          write(stream(call, call.argument(1)), call.memory().string(call.argument(0)));
          return 1;
        });
    add("putchar", call -> writeByte(out, call.intArgument(0)));
    add("putc", call -> writeByte(stream(call, call.argument(1)), call.intArgument(0)));
    add("fputc", call -> writeByte(stream(call, call.argument(1)), call.intArgument(0)));
    add(
        "fwrite",
        call -> {
          long bytes = Math.multiplyExact(call.argument(1), call.argument(2));
          write(
              stream(call, call.argument(3)),
              call.memory().read(call.argument(0), Math.toIntExact(bytes)));
          return call.argument(2);
        });
    add("fflush", call -> 0);
    add("getchar", call -> readByte());
    add("getc", call -> readByte());
    add("fgetc", call -> readByte());
  }

  private static long print(OutputStream to, byte[] text) {
    write(to, text);
    return text.length;
  }

  // ------------------------------------------------------------------ memory

  private void addAllocation() {
    add("malloc", call -> call.memory().allocate(call.argument(0)));
    add(
        "calloc",
        call -> {
          long high = Math.multiplyHigh(call.argument(0), call.argument(1));
          long size = call.argument(0) * call.argument(1);
          long address = high == 0 ? call.memory().allocate(size) : 0;
          if (address != 0) {
            call.memory().fill(address, 0, size);
          }
          return address;
        });
    add("realloc", call -> call.memory().reallocate(call.argument(0), call.argument(1)));
    add(
        "free",
        call -> {
          call.memory().free(call.argument(0));
          return 0;
        });
  }

  private void addMemory() {
    External copy =
        call -> {
          call.memory().copy(call.argument(0), call.argument(1), call.argument(2));
          return call.argument(0);
        };
    add("memcpy", copy);
    add("memmove", copy);
    add(
        "memset",
        call -> {
          call.memory().fill(call.argument(0), call.intArgument(1), call.argument(2));
          return call.argument(0);
        });
    add("memcmp", call -> compare(call, call.argument(2), false));
    add(
        "memchr",
        call -> {
          for (long i = 0; i != call.argument(2); i++) {
            if (call.memory().byteAt(call.argument(0) + i) == (call.intArgument(1) & 0xFF)) {
              return call.argument(0) + i;
            }
          }
          return 0;
        });
    add(
        "qsort",
        call -> {
          new Sorting(call).sort();
          return 0;
        });
    add("bsearch", call -> new Sorting(call).search());
  }

  /** Compares bytes up to {@code limit}, and up to a byte 0 if {@code strings}. */
  private static long compare(ExternalCall call, long limit, boolean strings) {
    for (long i = 0; i != limit; i++) {
      int a = call.memory().byteAt(call.argument(0) + i);
      int b = call.memory().byteAt(call.argument(1) + i);
      if (a != b) {
        return Integer.compare(a, b);
      }
      if (strings && a == 0) {
        break;
      }
    }
    return 0;
  }

  // ----------------------------------------------------------------- strings

  private static long copyString(ExternalCall call, long target, byte[] text) {
    call.memory().write(target, text);
    call.memory().store(Type.I8, target + text.length, 0);
    return call.argument(0);
  }

  private static byte[] bounded(ExternalCall call, long address, long limit) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (long i = 0; i != limit; i++) {
      int value = call.memory().byteAt(address + i);
      if (value == 0) {
        break;
      }
      bytes.write(value);
    }
    return bytes.toByteArray();
  }

  private void addStrings() {
    add("strlen", call -> call.memory().stringLength(call.argument(0)));
    add("strnlen", call -> bounded(call, call.argument(0), call.argument(1)).length);
    add("strcmp", call -> compare(call, -1, true));
    add("strncmp", call -> compare(call, call.argument(2), true));
    add(
        "strcpy",
        call -> copyString(call, call.argument(0), call.memory().string(call.argument(1))));
    add(
        "strncpy",
        call -> {
          byte[] text = bounded(call, call.argument(1), call.argument(2));
          call.memory().write(call.argument(0), text);
          call.memory().fill(call.argument(0) + text.length, 0, call.argument(2) - text.length);
          return call.argument(0);
        });
    add(
        "strcat",
        call ->
            copyString(
                call,
                call.argument(0) + call.memory().stringLength(call.argument(0)),
                call.memory().string(call.argument(1))));
    add(
        "strncat",
        call ->
            copyString(
                call,
                call.argument(0) + call.memory().stringLength(call.argument(0)),
                bounded(call, call.argument(1), call.argument(2))));
    add("strchr", call -> find(call, false));
    add("strrchr", call -> find(call, true));
    add(
        "strstr",
        call -> {
          int at =
              call.memory().text(call.argument(0)).indexOf(call.memory().text(call.argument(1)));
          return at < 0 ? 0 : call.argument(0) + at;
        });
    add(
        "strdup",
        call -> {
          byte[] text = call.memory().string(call.argument(0));
          long copy = call.memory().allocate(text.length + 1L);
          if (copy != 0) {
            copyString(call, copy, text);
          }
          return copy;
        });
    add("strtok", this::token);
  }

  private static long find(ExternalCall call, boolean last) {
    int wanted = call.intArgument(1) & 0xFF;
    long found = 0;
    for (long at = call.argument(0); ; at++) {
      int value = call.memory().byteAt(at);
      if (value == wanted) {
        found = at;
        if (!last) {
          return found;
        }
      }
      if (value == 0) {
        return found;
      }
    }
  }

  private long token(ExternalCall call) {
    Memory memory = call.memory();
    String separators = memory.text(call.argument(1));
    long at = call.argument(0) != 0 ? call.argument(0) : tokenAt;
    while (memory.byteAt(at) != 0 && separators.indexOf(memory.byteAt(at)) >= 0) {
      at++;
    }
    tokenAt = at;
    if (memory.byteAt(at) == 0) {
      return 0;
    }
    while (memory.byteAt(tokenAt) != 0 && separators.indexOf(memory.byteAt(tokenAt)) < 0) {
      tokenAt++;
    }
    if (memory.byteAt(tokenAt) != 0) {
      memory.store(Type.I8, tokenAt++, 0);
    }
    return at;
  }

  // ----------------------------------------------------------------- numbers

  private void addNumbers() {
    add("atoi", call -> (int) parse(call, 10, false, 0));
    add("atol", call -> parse(call, 10, false, 0));
    add("atoll", call -> parse(call, 10, false, 0));
    add("strtol", call -> parse(call, call.intArgument(2), false, call.argument(1)));
    add("strtoll", call -> parse(call, call.intArgument(2), false, call.argument(1)));
    add("strtoul", call -> parse(call, call.intArgument(2), true, call.argument(1)));
    add("strtoull", call -> parse(call, call.intArgument(2), true, call.argument(1)));
    add("atof", call -> Double.doubleToRawLongBits(parseDouble(call, 0)));
    add("strtod", call -> Double.doubleToRawLongBits(parseDouble(call, call.argument(1))));
    add("abs", call -> Math.abs(call.intArgument(0)));
    add("labs", call -> Math.abs(call.argument(0)));
    add("llabs", call -> Math.abs(call.argument(0)));
    add("rand", call -> random.next());
    add(
        "srand",
        call -> {
          random.seed(call.intArgument(0));
          return 0;
        });
  }

  /** As {@code strtol}: blanks, a sign, a prefix, digits; saturates. */
  private static long parse(ExternalCall call, int base, boolean unsigned, long endAddress) {
    Memory memory = call.memory();
    long start = call.argument(0);
    long at = start;
    while (isSpace(memory.byteAt(at))) {
      at++;
    }
    boolean negative = memory.byteAt(at) == '-';
    if (negative || memory.byteAt(at) == '+') {
      at++;
    }
    int radix = base;
    if ((radix == 0 || radix == 16)
        && memory.byteAt(at) == '0'
        && (memory.byteAt(at + 1) | 0x20) == 'x'
        && Character.digit(memory.byteAt(at + 2), 16) >= 0) {
      at += 2;
      radix = 16;
    } else if (radix == 0) {
      radix = memory.byteAt(at) == '0' ? 8 : 10;
    }
    StringBuilder digits = new StringBuilder();
    while (Character.digit(memory.byteAt(at), radix) >= 0) {
      digits.append((char) memory.byteAt(at++));
    }
    if (endAddress != 0) {
      memory.store(Type.PTR, endAddress, digits.isEmpty() ? start : at);
    }
    if (digits.isEmpty()) {
      return 0;
    }
    BigInteger value = new BigInteger(digits.toString(), radix);
    if (unsigned) {
      return value.bitLength() > 64 ? -1 : negative ? -value.longValue() : value.longValue();
    }
    BigInteger signed = negative ? value.negate() : value;
    return signed.bitLength() > 63
        ? negative ? Long.MIN_VALUE : Long.MAX_VALUE
        : signed.longValue();
  }

  private static double parseDouble(ExternalCall call, long endAddress) {
    Memory memory = call.memory();
    long at = call.argument(0);
    while (isSpace(memory.byteAt(at))) {
      at++;
    }
    StringBuilder text = new StringBuilder();
    for (long i = at; i < at + 400; i++) {
      int c = memory.byteAt(i);
      if (c == 0 || (!Character.isLetterOrDigit(c) && "+-.".indexOf(c) < 0)) {
        break;
      }
      text.append((char) c);
    }
    var number =
        Pattern.compile(
                "[+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|(?i:inf(?:inity)?|nan))")
            .matcher(text);
    boolean found = number.lookingAt();
    if (endAddress != 0) {
      memory.store(Type.PTR, endAddress, found ? at + number.end() : call.argument(0));
    }
    if (!found) {
      return 0;
    }
    String digits = number.group();
    String lower = digits.toLowerCase(Locale.ROOT);
    if (lower.contains("inf")) {
      return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return lower.contains("nan") ? Double.NaN : Double.parseDouble(digits);
  }

  // -------------------------------------------------------------- characters

  private static boolean isSpace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static boolean isAlpha(int c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private void addTest(String name, IntPredicate test) {
    add(name, call -> test.test(call.intArgument(0)) ? 1 : 0);
  }

  private void addCharacters() {
    addTest("isspace", CLibrary::isSpace);
    addTest("isalpha", CLibrary::isAlpha);
    addTest("isdigit", CLibrary::isDigit);
    addTest("isalnum", c -> isAlpha(c) || isDigit(c));
    addTest("isxdigit", c -> isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'));
    addTest("isupper", c -> c >= 'A' && c <= 'Z');
    addTest("islower", c -> c >= 'a' && c <= 'z');
    addTest("isprint", c -> c >= ' ' && c <= '~');
    addTest("isgraph", c -> c > ' ' && c <= '~');
    addTest("iscntrl", c -> (c >= 0 && c < ' ') || c == 127);
    addTest("ispunct", c -> c > ' ' && c <= '~' && !isAlpha(c) && !isDigit(c));
    add(
        "toupper",
        call -> {
          int c = call.intArgument(0);
          return c >= 'a' && c <= 'z' ? c - 32 : c;
        });
    add(
        "tolower",
        call -> {
          int c = call.intArgument(0);
          return c >= 'A' && c <= 'Z' ? c + 32 : c;
        });
  }

  // ----------------------------------------------------------------- process

  private void addProcess() {
    add(
        "exit",
        call -> {
          throw call.exit(call.intArgument(0));
        });
    add(
        "_Exit",
        call -> {
          throw call.exit(call.intArgument(0));
        });
    add(
        "abort",
        call -> {
          throw call.abort("abort was called");
        });
    add(
        "__assert_fail",
        call -> {
          String text = call.memory().text(call.argument(0));
          write(err, ("assertion failed: " + text + "\n").getBytes(StandardCharsets.ISO_8859_1));
          throw call.abort("assertion failed: " + text);
        });
    add("clock", call -> System.nanoTime() / 1000);
    add(
        "time",
        call -> {
          long now = System.currentTimeMillis() / 1000;
          if (call.argument(0) != 0) {
            call.memory().store(Type.I64, call.argument(0), now);
          }
          return now;
        });
    add("getenv", call -> 0);
  }

  private void addFunction(String name, DoubleUnaryOperator function) {
    add(name, call -> doubleBits(function.applyAsDouble(call.doubleArgument(0))));
    add(name + "f", call -> floatBits(function.applyAsDouble(call.doubleArgument(0))));
  }

  private void addFunction(String name, DoubleBinaryOperator function) {
    add(
        name,
        call -> doubleBits(function.applyAsDouble(call.doubleArgument(0), call.doubleArgument(1))));
    add(
        name + "f",
        call -> floatBits(function.applyAsDouble(call.doubleArgument(0), call.doubleArgument(1))));
  }

  private static long doubleBits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static long floatBits(double value) {
    return Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
  }

  private void addMathematics() {
    addFunction("sqrt", Math::sqrt);
    addFunction("fabs", Math::abs);
    addFunction("floor", Math::floor);
    addFunction("ceil", Math::ceil);
    addFunction("trunc", x -> x < 0 ? Math.ceil(x) : Math.floor(x));
    addFunction(
        "round", x -> Math.abs(x) < 0x1p52 ? Math.copySign(awayFromZero(Math.abs(x)), x) : x);
    addFunction("rint", Math::rint);
    addFunction("nearbyint", Math::rint);
    addFunction("sin", StrictMath::sin);
    addFunction("cos", StrictMath::cos);
    addFunction("tan", StrictMath::tan);
    addFunction("asin", StrictMath::asin);
    addFunction("acos", StrictMath::acos);
    addFunction("atan", StrictMath::atan);
    addFunction("sinh", StrictMath::sinh);
    addFunction("cosh", StrictMath::cosh);
    addFunction("tanh", StrictMath::tanh);
    addFunction("exp", StrictMath::exp);
    addFunction("log", StrictMath::log);
    addFunction("log10", StrictMath::log10);
    addFunction("log2", x -> StrictMath.log(x) / StrictMath.log(2));
    addFunction("cbrt", StrictMath::cbrt);
    addFunction("pow", StrictMath::pow);
    addFunction("atan2", StrictMath::atan2);
    addFunction("hypot", StrictMath::hypot);
    addFunction("fmod", (x, y) -> x % y);
    addFunction("copysign", Math::copySign);
    addFunction("fmax", (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y));
    addFunction("fmin", (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y));
  }

  private static double awayFromZero(double x) {
    double down = Math.floor(x);
    return x - down >= 0.5 ? down + 1 : down;
  }
}
