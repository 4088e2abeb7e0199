package dev.sargasso.passes.data;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.ConstantData;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Loads of data that never changes, at places that are known, are what stands there: a number, or
 * the address of a symbol. Linear in the graph, but for a logarithm in the relocations of a global.
 */
public final class ConstantLoads {
  private ConstantLoads() {}

  /**
   * Replaces loads; leaves unused addresses for a clean-up.
   *
   * @param mayReplace asked for each load
   * @return how many have been replaced
   */
  public static int run(Function function, Predicate<Node> mayReplace) {
    Graph graph = function.graph();
    int replaced = 0;
    int limit = graph.idLimit();
    for (int id = 0; id < limit; id++) {
      Node load = graph.node(id);
      if (load != null && load.op() == Op.LOAD) {
        Node base = Aliasing.base(load.value(0));
        if (base.op() == Op.SYMBOL
            && replace(graph, load, base, function.constantData(), mayReplace)) {
          replaced++;
        }
      }
    }
    return replaced;
  }

  private static boolean replace(
      Graph graph, Node load, Node base, ConstantData data, Predicate<Node> mayReplace) {
    if (!(base.attribute() instanceof String symbol)) {
      return false;
    }
    Global global = data.find(symbol);
    long offset = Aliasing.constant(load.value(0));
    int size = load.type().bytes();
    if (global == null || size > 8 || offset < 0 || offset > global.size() - size) {
      return false;
    }
    int at = firstBehind(global.relocations(), offset);
    Global.DataRelocation address =
        at < global.relocations().size() && global.relocations().get(at).offset() < offset + size
            ? global.relocations().get(at)
            : null;
    if (address != null && (address.offset() != offset || load.type() != Type.PTR)) {
      return false;
    }
    if (!mayReplace.test(load)) {
      return false;
    }
    graph.setPosition(load.position());
    graph.replace(
        load, address == null ? number(graph, load, global, offset) : made(graph, address));
    graph.setPosition(0);
    return true;
  }

  /** The first relocation that does not end at or before {@code offset}. */
  private static int firstBehind(List<Global.DataRelocation> relocations, long offset) {
    int low = 0;
    int high = relocations.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (relocations.get(middle).offset() + 8 <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static Node made(Graph graph, Global.DataRelocation address) {
    Node symbol = graph.make(Op.SYMBOL, Type.PTR, 0, address.symbol());
    return address.addend() == 0
        ? symbol
        : graph.make(
            Op.OFFSET, Type.PTR, 0, null, symbol, graph.constant(Type.I64, address.addend()));
  }

  private static Node number(Graph graph, Node load, Global global, long offset) {
    Type type = load.type();
    long bits = 0;
    for (int i = type.bytes() - 1; i >= 0; i--) {
      bits = bits << 8 | (byteAt(global, offset + i) & 0xFF);
    }
    return graph.constant(type, type.canonical(type == Type.I1 ? bits & 1 : bits));
  }

  private static byte byteAt(Global global, long offset) {
    return offset < global.initialiser().length ? global.initialiser()[(int) offset] : 0;
  }

  /** The global of a name, if it is read-only; for {@link Function#setConstantData}. */
  static @Nullable Global readOnly(@Nullable Global global) {
    return global != null && global.readOnly() ? global : null;
  }
}
