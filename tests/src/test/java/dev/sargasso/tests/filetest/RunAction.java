package dev.sargasso.tests.filetest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.LoadedProgram;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.ScheduleInterpreter;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls a function and looks at how that ends:
 *
 * <ul>
 *   <li>{@code run CALL == VALUE, ...}: what it returns;
 *   <li>{@code run CALL exits STATUS};
 *   <li>{@code run CALL traps KIND}, where KIND is a {@code TrapKind} in small letters;
 *   <li>{@code run CALL prints}: the text is what it prints.
 * </ul>
 *
 * <p>It runs in the sea interpreter and in the schedule interpreter under every placement policy,
 * as written and after all passes, built by every SSA construction, and where it returns one value
 * also as machine code; all must end alike.
 */
public final class RunAction implements FiletestAction {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(200_000_000);
  private static final List<String> POLICIES = List.of("early", "late", "click");

  @Override
  public String name() {
    return "run";
  }

  /** How a run ended, as the directives write it, and what it printed. */
  private record Ending(String how, String printed) {}

  @Override
  public @Nullable String perform(FiletestInput input, String arguments) throws Exception {
    int close = arguments.indexOf(')');
    int open = arguments.indexOf('(');
    if (open < 0 || close < open) {
      throw new IllegalArgumentException("a call such as f(1) expected: run " + arguments);
    }
    String function = arguments.substring(0, open).strip();
    String inside = arguments.substring(open + 1, close).strip();
    String[] values = inside.isEmpty() ? new String[0] : inside.split(",", -1);
    String wanted = arguments.substring(close + 1).strip();
    if (!wanted.matches("prints|exits \\S+|traps \\S+|==.*")) {
      throw new IllegalArgumentException(
          "'== VALUE, ...', 'exits STATUS', 'traps KIND' or 'prints' expected behind the call");
    }
    Ending first = runSea(input.read(), function, values);
    if (!wanted.equals("prints")) {
      assertEquals(normalised(input.read(), function, wanted), first.how);
    }
    for (CompilerOptions each : allOptions()) {
      CompilerOptions options = each.withKept(Set.of(function));
      Ending ending = runSchedule(options, input.read(options), function, values);
      assertEquals(first, ending, () -> "as a schedule, " + options.placement());
    }
    CompilerOptions optimised = CompilerOptions.DEFAULT.withVerify(true).withKept(Set.of(function));
    Program program = input.read(optimised);
    new Compiler(optimised).optimise(program);
    assertEquals(first, runSea(program, function, values), "after all passes");
    CompilerOptions bySigmas = optimised.withFacts("sigma");
    Program other = input.read(bySigmas);
    new Compiler(bySigmas).optimise(other);
    assertEquals(first, runSea(other, function, values), "after all passes, by sigma nodes");
    for (SsaConstruction construction : SsaConstruction.values()) {
      CompilerOptions built =
          CompilerOptions.DEFAULT.withConstruction(construction).withKept(Set.of(function));
      Ending ending = runSea(input.read(built), function, values);
      assertEquals(first, ending, () -> "built by " + construction);
      CompilerOptions verified = built.withVerify(true);
      assertEquals(
          first,
          runSchedule(verified, input.read(verified), function, values),
          () -> "built by " + construction + ", after all passes");
    }
    if (first.how.startsWith("== ")) {
      runNative(input, function, values, first);
    }
    return wanted.equals("prints") ? first.printed : null;
  }

  private static List<CompilerOptions> allOptions() {
    List<CompilerOptions> all = new ArrayList<>();
    for (String level : List.of("0", "2", "3", "s")) {
      for (String policy : POLICIES) {
        all.add(CompilerOptions.DEFAULT.withLevel(level).withPlacement(policy).withVerify(true));
      }
    }
    return all;
  }

  // ------------------------------------------------------------------ running

  private static long[] arguments(Program program, String function, String[] values) {
    Function target = program.function(function);
    if (target == null) {
      throw new IllegalArgumentException("there is no function " + function);
    }
    long[] result = new long[target.signature().parameters().size()];
    if (values.length != result.length) {
      throw new IllegalArgumentException(
          function + " takes " + result.length + " values, not " + values.length);
    }
    for (int i = 0; i < result.length; i++) {
      result[i] = parse(target.signature().parameters().get(i).type(), values[i].strip());
    }
    return result;
  }

  private static long parse(Type type, String text) {
    try {
      return switch (type) {
        case F64 -> Double.doubleToRawLongBits(Double.parseDouble(text));
        case F32 -> Float.floatToRawIntBits(Float.parseFloat(text)) & 0xFFFF_FFFFL;
        default -> type.canonical(Long.decode(text));
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no number of " + type.text(), e);
    }
  }

  private static String format(Type type, long value) {
    return switch (type) {
      case F64 -> Double.toString(Double.longBitsToDouble(value));
      case F32 -> Float.toString(Float.intBitsToFloat((int) value));
      default -> Long.toString(value);
    };
  }

  /** The wanted ending as {@link #ending} would write it. */
  private static String normalised(Program program, String function, String wanted) {
    if (!wanted.startsWith("==")) {
      return wanted;
    }
    List<Type> types = arrayTypes(program, function);
    String text = wanted.substring(2).strip();
    String[] values = text.isEmpty() ? new String[0] : text.split(",", -1);
    if (values.length != types.size()) {
      throw new IllegalArgumentException(
          function + " gives " + types.size() + " values, not " + values.length);
    }
    List<String> written = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      Type type = types.get(i);
      written.add(format(type, parse(type, values[i].strip())));
    }
    return ("== " + String.join(", ", written)).strip();
  }

  private static List<Type> arrayTypes(Program program, String function) {
    Function target = program.function(function);
    if (target == null) {
      throw new IllegalArgumentException("there is no function " + function);
    }
    return target.signature().results();
  }

  private static Ending ending(
      Program program, String function, Outcome outcome, ByteArrayOutputStream printed) {
    String how =
        switch (outcome) {
          case Outcome.Returned returned -> {
            List<String> written = new ArrayList<>();
            List<Type> types = arrayTypes(program, function);
            for (int i = 0; i < types.size(); i++) {
              written.add(format(types.get(i), returned.values()[i]));
            }
            yield ("== " + String.join(", ", written)).strip();
          }
          case Outcome.Exited exited -> "exits " + exited.status();
          case Outcome.Trapped trapped ->
              "traps " + trapped.trap().kind().name().toLowerCase(Locale.ROOT);
        };
    return new Ending(how, printed.toString(StandardCharsets.ISO_8859_1));
  }

  private static Ending runSea(Program program, String function, String[] values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SeaInterpreter interpreter = new SeaInterpreter(program, new CLibrary(out), LIMITS);
    Outcome outcome = interpreter.run(function, arguments(program, function, values));
    return ending(program, function, outcome, out);
  }

  private static Ending runSchedule(
      CompilerOptions options, Program program, String function, String[] values) {
    Compiler compiler = new Compiler(options);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    compiler.optimise(program);
    ScheduleInterpreter interpreter =
        new ScheduleInterpreter(program, compiler::schedule, new CLibrary(out), LIMITS);
    Outcome outcome = interpreter.run(function, arguments(program, function, values));
    return ending(program, function, outcome, out);
  }

  // ------------------------------------------------------------- machine code

  private static void runNative(
      FiletestInput input, String function, String[] values, Ending expected) throws Exception {
    for (String policy : POLICIES) {
      CompilerOptions options =
          CompilerOptions.DEFAULT.withPlacement(policy).withVerify(true).withKept(Set.of(function));
      Program program = input.read(options);
      List<Type> results = arrayTypes(program, function);
      boolean callable =
          results.size() == 1
              && expected.printed.isEmpty()
              && program.externals().isEmpty()
              && program.function(function).signature().parameters().stream()
                  .noneMatch(parameter -> parameter.isByValue());
      if (!callable) {
        return;
      }
      long[] bits = arguments(program, function, values);
      List<Object> arguments = new ArrayList<>();
      for (int i = 0; i < bits.length; i++) {
        arguments.add(
            boxed(program.function(function).signature().parameters().get(i).type(), bits[i]));
      }
      try (LoadedProgram loaded = new Compiler(options).load(program)) {
        MethodHandle handle = loaded.function(function);
        Object value = handle.invokeWithArguments(arguments);
        assertEquals(
            expected.how,
            "== " + format(results.getFirst(), unboxed(results.getFirst(), value)),
            "as machine code, " + policy);
      } catch (Exception | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Object boxed(Type type, long bits) {
    return switch (type) {
      case I1, I8 -> (byte) bits;
      case I16 -> (short) bits;
      case I32 -> (int) bits;
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
      case PTR -> MemorySegment.ofAddress(bits);
      default -> bits;
    };
  }

  private static long unboxed(Type type, Object value) {
    return switch (value) {
      case Float number -> Float.floatToRawIntBits(number) & 0xFFFF_FFFFL;
      case Double number -> Double.doubleToRawLongBits(number);
      case MemorySegment pointer -> pointer.address();
      case Number number -> type.canonical(number.longValue());
      default -> throw new AssertionError(value);
    };
  }
}
