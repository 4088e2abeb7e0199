package dev.sargasso.passes.data;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds local globals that nothing writes, and makes them read-only: every use of their address in
 * the program is a load, or leads to one. Looks at each use of each such address once; linear in
 * the program.
 */
public final class UnwrittenGlobals {
  private final Program program;
  private final Set<String> candidates = new HashSet<>();

  private UnwrittenGlobals(Program program) {
    this.program = program;
  }

  /**
   * Makes globals read-only and tells all functions which are.
   *
   * @param kept names of globals that somebody outside may write
   * @return how many have become read-only
   */
  public static int run(Program program, Set<String> kept) {
    int found = new UnwrittenGlobals(program).run(kept);
    for (Function function : program.functions()) {
      function.setConstantData(symbol -> ConstantLoads.readOnly(program.global(symbol)));
    }
    return found;
  }

  private int run(Set<String> kept) {
    for (Global global : program.globals()) {
      if (!global.readOnly()
          && global.linkage() == Linkage.LOCAL
          && !kept.contains(global.name())) {
        candidates.add(global.name());
      }
    }
    if (candidates.isEmpty()) {
      return 0;
    }
    for (Global global : program.globals()) {
      for (Global.DataRelocation relocation : global.relocations()) {
        candidates.remove(relocation.symbol());
      }
    }
    for (Function function : program.functions()) {
      look(function.graph());
    }
    List<Global> found = new ArrayList<>();
    for (Global global : program.globals()) {
      if (candidates.contains(global.name())) {
        found.add(global);
      }
    }
    for (Global global : found) {
      program.replace(
          new Global(
              global.name(),
              global.size(),
              global.alignment(),
              global.initialiser(),
              global.relocations(),
              true,
              global.linkage()));
    }
    return found.size();
  }

  private void look(Graph graph) {
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null
          && node.op() == Op.SYMBOL
          && node.attribute() instanceof String symbol
          && candidates.contains(symbol)
          && !isOnlyRead(node)) {
        candidates.remove(symbol);
      }
    }
  }

  /** Follows an address through a tree of offsets; where others join it, that is enough. */
  private static boolean isOnlyRead(Node symbol) {
    List<Node> pointers = new ArrayList<>();
    pointers.add(symbol);
    for (int next = 0; next < pointers.size(); next++) {
      Node pointer = pointers.get(next);
      for (int i = 0; i < pointer.useCount(); i++) {
        Node user = pointer.user(i);
        switch (user.op()) {
          case LOAD, EQ, NE, ULT, ULE -> {}
          case OFFSET -> pointers.add(user);
          case MEMORY_COPY -> {
            if (pointer.userSlot(i) == Op.MEMORY_COPY.firstValue()
                || Access.isVolatile(user.immediate())) {
              return false;
            }
          }
          case CALL -> {
            if (!CallFacts.has(user, CallFacts.NO_WRITES | CallFacts.NO_CAPTURE)) {
              return false;
            }
          }
          default -> {
            return false;
          }
        }
      }
    }
    return true;
  }
}
