package dev.sargasso.driver;

import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.text.SchedulePrinter;
import dev.sargasso.ir.text.SeaPrinter;
import dev.sargasso.passes.pipeline.CompilationListener;
import dev.sargasso.passes.pipeline.PassFlags;
import java.util.function.Consumer;

/** Prints the states of functions that the flag {@code dump} asks for, each in one piece. */
public final class TextDumps implements CompilationListener {
  private final PassFlags flags;
  private final Consumer<String> out;

  /**
   * @param out takes whole dumps, from several threads
   */
  public TextDumps(CompilerOptions options, Consumer<String> out) {
    this.flags = options.pipeline().flags();
    this.out = out;
  }

  @Override
  public void dump(Function function, String pass) {
    if (!pass.equals(PassFlags.MOTION)) {
      out.accept(
          "// "
              + function.name()
              + " after "
              + pass
              + "\n"
              + SeaPrinter.print(function, SeaPrinter.Names.ID));
    }
  }

  @Override
  public void scheduleReady(Function function, Schedule schedule) {
    if (flags.has(PassFlags.MOTION, PassFlags.Flag.DUMP)) {
      out.accept(
          "// "
              + function.name()
              + " after "
              + PassFlags.MOTION
              + "\n"
              + SchedulePrinter.print(function, schedule));
    }
  }
}
