package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Program;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the names of a file stand for while its functions are still being read. */
final class Symbols {
  private final Program program;
  private final Map<String, Signature> functions = new HashMap<>();

  Symbols(Program program) {
    this.program = program;
  }

  void addFunction(String name, Signature signature) {
    functions.put(name, signature);
  }

  boolean isDeclared(String name) {
    return functions.containsKey(name)
        || program.global(name) != null
        || program.external(name) != null;
  }

  /** The signature of a function defined or declared here, or null. */
  @Nullable Signature signature(String name) {
    Signature defined = functions.get(name);
    if (defined != null) {
      return defined;
    }
    Program.External external = program.external(name);
    return external == null ? null : external.signature();
  }

  /** Declares a function by the signature that a call of it states. */
  void declare(String name, Signature signature) {
    program.declare(new Program.External(name, signature));
  }
}
