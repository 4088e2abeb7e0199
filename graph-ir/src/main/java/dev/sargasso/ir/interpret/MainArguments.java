package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What a C program's {@code main} is called with. */
public final class MainArguments {
  private MainArguments() {}

  /**
   * Writes strings and the vector of their addresses to memory and gives the arguments for {@code
   * main}: as many of count, vector and an empty environment as its signature takes, at most three.
   *
   * @param argv the program's name first
   */
  public static long[] write(Memory memory, Signature signature, List<String> argv) {
    long vector = memory.allocate(8L * (argv.size() + 1));
    for (int i = 0; i < argv.size(); i++) {
      byte[] text = (argv.get(i) + "\0").getBytes(StandardCharsets.UTF_8);
      long at = memory.allocate(text.length);
      memory.write(at, text);
      memory.store(Type.PTR, vector + 8L * i, at);
    }
    memory.store(Type.PTR, vector + 8L * argv.size(), 0);
    long[] all = {argv.size(), vector, 0};
    return Arrays.copyOf(all, signature.parameters().size());
  }
}
