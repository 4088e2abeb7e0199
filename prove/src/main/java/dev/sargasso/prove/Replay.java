package dev.sargasso.prove;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.CompilerOptions;
import dev.sargasso.driver.SourceException;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.interpret.CLibrary;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Memory;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.interpret.TrapKind;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.decision.Decisions;
import dev.sargasso.passes.pipeline.CompilationListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compiles once more and runs a counterexample right before and right after one pass. */
final class Replay {
  private static final Limits LIMITS = Limits.DEFAULT.withSteps(2_000_000);

  private final CompilerOptions compilerOptions;
  private final Prover.ProgramSource source;
  private final String function;
  private final String pass;

  Replay(
      CompilerOptions compilerOptions, Prover.ProgramSource source, String function, String pass) {
    this.compilerOptions = compilerOptions;
    this.source = source;
    this.function = function;
    this.pass = pass;
  }

  /** How a run ended, and all that can be seen afterwards. */
  private record Run(Outcome outcome, List<Type> types, String seen) {
    boolean returned() {
      return outcome instanceof Outcome.Returned;
    }

    boolean isBroken() {
      return outcome instanceof Outcome.Trapped trapped && trapped.trap().kind() == TrapKind.BROKEN;
    }

    /** Whether the program itself chose to stop, in a way that no pass may take away. */
    boolean stopped() {
      return outcome instanceof Outcome.Trapped trapped
          && switch (trapped.trap().kind()) {
            case GUARD, TRAP -> true;
            default -> false;
          };
    }

    String text() {
      StringBuilder text = new StringBuilder();
      switch (outcome) {
        case Outcome.Returned returned -> {
          for (int i = 0; i < returned.values().length; i++) {
            text.append(i == 0 ? "" : ", ").append(number(types.get(i), returned.values()[i]));
          }
          text.append(returned.values().length == 0 ? "a return" : "");
        }
        case Outcome.Exited exited -> text.append("exit ").append(exited.status());
        case Outcome.Trapped trapped ->
            text.append(trapped.trap().kind().title())
                .append(": ")
                .append(trapped.trap().message());
      }
      return text.toString();
    }
  }

  Verdict verdict(Counterexample example) throws SourceException {
    @Nullable Run[] runs = new Run[2];
    if (pass.equals(Decisions.CONSTRUCTION)) {
      runs[0] = run(source.read(new Compiler(compilerOptions.withLevel("0"))), example);
      runs[1] = run(source.read(new Compiler(compilerOptions)), example);
    } else {
      aroundPass(example, runs);
    }
    Run before = Objects.requireNonNull(runs[0]);
    Run after = Objects.requireNonNull(runs[1]);
    String call = call(example);
    if (!differ(before, after)) {
      return new Verdict.Unconfirmed(example.what(), call);
    }
    String seen = before.text().equals(after.text()) ? " (what it writes differs)" : "";
    return new Verdict.Wrong(example.what(), call, before.text(), after.text() + seen);
  }

  private void aroundPass(Counterexample example, @Nullable Run[] runs) throws SourceException {
    Program[] program = new Program[1];
    CompilationListener listener =
        new CompilationListener() {
          @Override
          public void beforePass(Function inWork, String name) {
            note(inWork, name, 0);
          }

          @Override
          public void afterPass(Function inWork, String name) {
            note(inWork, name, 1);
          }

          private void note(Function inWork, String name, int at) {
            if (name.equals(pass) && inWork.name().equals(function)) {
              runs[at] = run(program[0], example);
            }
          }
        };
    Compiler compiler = new Compiler(compilerOptions, warning -> {}, listener);
    program[0] = source.read(compiler);
    compiler.optimise(program[0]);
  }

  private Run run(Program program, Counterexample example) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SeaInterpreter interpreter = new SeaInterpreter(program, new CLibrary(out), LIMITS);
    Rooms.furnish(interpreter, example);
    Outcome outcome = interpreter.run(function, example.arguments());
    StringBuilder seen = new StringBuilder(out.toString(StandardCharsets.ISO_8859_1));
    Memory memory = interpreter.memory();
    for (int i : example.rooms().keySet()) {
      append(seen, memory.read(example.arguments()[i] - Rooms.SIZE / 2, Rooms.SIZE));
    }
    for (Global global : program.globals()) {
      append(
          seen,
          memory.read(
              interpreter.addressOf(global.name()), (int) Math.min(global.size(), 1 << 16)));
    }
    List<Type> types = Objects.requireNonNull(program.function(function)).signature().results();
    return new Run(outcome, types, seen.toString());
  }

  private static void append(StringBuilder seen, byte[] bytes) {
    seen.append(new String(bytes, StandardCharsets.ISO_8859_1)).append('|');
  }

  private static boolean differ(Run before, Run after) {
    if (after.isBroken()) {
      return !before.isBroken();
    }
    if (before.stopped()) {
      return after.returned();
    }
    if (before.outcome() instanceof Outcome.Returned was) {
      if (!(after.outcome() instanceof Outcome.Returned is)) {
        return !(after.outcome() instanceof Outcome.Trapped trapped
            && trapped.trap().kind() == TrapKind.STEP_LIMIT);
      }
      for (int i = 0; i < was.values().length; i++) {
        if (was.values()[i] != is.values()[i]
            && !(isNan(before.types().get(i), was.values()[i])
                && isNan(before.types().get(i), is.values()[i]))) {
          return true;
        }
      }
      return !before.seen().equals(after.seen());
    }
    return false;
  }

  private static boolean isNan(Type type, long bits) {
    return switch (type) {
      case F64 -> Double.isNaN(Double.longBitsToDouble(bits));
      case F32 -> Float.isNaN(Float.intBitsToFloat((int) bits));
      default -> false;
    };
  }

  private static String number(Type type, long bits) {
    return switch (type) {
      case F64 -> Double.toString(Double.longBitsToDouble(bits));
      case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
      case PTR -> "0x" + Long.toHexString(bits);
      default -> Long.toString(bits);
    };
  }

  private String call(Counterexample example) throws SourceException {
    List<String> arguments = new ArrayList<>();
    Program program = source.read(new Compiler(compilerOptions));
    List<Signature.Parameter> parameters =
        Objects.requireNonNull(program.function(function)).signature().parameters();
    for (int i = 0; i < example.arguments().length; i++) {
      arguments.add(number(parameters.get(i).type(), example.arguments()[i]));
    }
    StringBuilder call = new StringBuilder(function + "(" + String.join(", ", arguments) + ")");
    example.rooms().forEach((i, bytes) -> call.append(contents("argument " + (i + 1), bytes)));
    example.globals().forEach((name, bytes) -> call.append(contents(name, bytes)));
    return call.toString();
  }

  /** The bytes around a pointer that are not 0. */
  private static String contents(String name, byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length && text.length() < 200; i++) {
      if (bytes[i] != 0) {
        text.append(text.isEmpty() ? "" : " ").append(i).append(':').append(bytes[i] & 0xff);
      }
    }
    return text.isEmpty() ? "" : " with bytes of " + name + " " + text;
  }
}
