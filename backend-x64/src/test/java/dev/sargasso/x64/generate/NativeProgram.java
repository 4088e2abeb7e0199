package dev.sargasso.x64.generate;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.motion.GlobalCodeMotion;
import dev.sargasso.x64.CodeGenerator;
import dev.sargasso.x64.CodeOptions;
import dev.sargasso.x64.CompiledFunction;
import dev.sargasso.x64.allocate.AllocatorOptions;
import dev.sargasso.x64.code.CodeImage;
import dev.sargasso.x64.code.LoadedCode;
import dev.sargasso.x64.select.CpuFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compiles a program with all checks on and loads it into this process. */
final class NativeProgram {
  /** Leaves every node as it is, so that the selector sees what the test wrote. */
  static final Simplifier NONE = (graph, node) -> node;

  private NativeProgram() {}

  /** A function without a body yet. */
  static Function function(String name, List<Type> parameters, List<Type> results) {
    return function(name, Signature.of(parameters, results));
  }

  /** A function without a body yet. */
  static Function function(String name, Signature signature) {
    return new Function(name, signature, Linkage.GLOBAL, new Graph(NONE), "");
  }

  /** What this processor can do. */
  static CpuFeatures host() {
    try (Stream<String> lines = java.nio.file.Files.lines(java.nio.file.Path.of("/proc/cpuinfo"))) {
      Set<String> flags =
          lines
              .filter(line -> line.startsWith("flags"))
              .limit(1)
              .flatMap(line -> Stream.of(line.split("\\s+")))
              .collect(Collectors.toSet());
      return CpuFeatures.ofFlags(flags);
    } catch (java.io.IOException e) {
      return CpuFeatures.BASELINE;
    }
  }

  /** Ways to generate code that must all mean the same. */
  static List<CodeOptions> variants() {
    CodeOptions checked = CodeOptions.DEFAULT.withVerify(true);
    return List.of(
        checked,
        checked.with(host()),
        checked.with(
            new AllocatorOptions(
                AllocatorOptions.Spilling.EVERYWHERE, AllocatorOptions.Choice.PREFERENCES, 0)),
        checked.with(host()).with(AllocatorOptions.chaos(1)),
        checked.withSmall(true));
  }

  /** Compiles the functions of a program. */
  static List<CompiledFunction> compile(
      Program program, CodeOptions options, GlobalCodeMotion.Options motion) {
    CodeGenerator generator = new CodeGenerator(options);
    List<CompiledFunction> compiled = new ArrayList<>();
    for (Function function : program.functions()) {
      GraphVerifier.verify(function);
      Schedule schedule = GlobalCodeMotion.schedule(function, motion);
      ScheduleVerifier.verify(function.name(), schedule);
      compiled.add(
          generator.compile(
              function,
              schedule,
              symbol -> program.function(symbol) != null || program.global(symbol) != null));
    }
    return compiled;
  }

  /** Compiles and loads a program. */
  static LoadedCode load(Program program, CodeOptions options) {
    return load(program, options, GlobalCodeMotion.Options.DEFAULT);
  }

  /** Compiles and loads a program. */
  static LoadedCode load(Program program, CodeOptions options, GlobalCodeMotion.Options motion) {
    CodeImage image = new CodeImage();
    for (CompiledFunction function : compile(program, options, motion)) {
      function.writeTo(image);
    }
    for (Global global : program.globals()) {
      image.global(global);
    }
    return image.load();
  }
}
