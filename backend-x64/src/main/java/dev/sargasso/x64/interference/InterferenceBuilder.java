package dev.sargasso.x64.interference;

import dev.sargasso.x64.allocate.Liveness;
import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.machine.PhysicalRegister;
import java.util.Arrays;

/**
 * Finds all interferences in one walk over the blocks, dominators first: a value that is being
 * defined interferes with what is alive at that moment. Each interference is so found exactly once.
 */
final class InterferenceBuilder {
  private final MachineFunction function;
  private final ControlFlow flow = new ControlFlow();
  private final Liveness liveness = new Liveness();

  private final int[] register;
  private final byte[] classOf;
  private final int[] vertexOf;
  private final int[] earlierStart;
  private int[] earlier = new int[256];
  private int count;
  private int edges;

  /** The vertices that are alive, for each class, and where each stands in its list. */
  private final int[][] live = new int[PhysicalRegister.CLASS_COUNT][16];

  private final int[] liveCount = new int[PhysicalRegister.CLASS_COUNT];
  private final int[] placeOf;

  InterferenceBuilder(final MachineFunction function) {
    this.function = function;
    register = new int[function.registerCount()];
    classOf = new byte[function.registerCount()];
    vertexOf = new int[function.registerCount()];
    placeOf = new int[function.registerCount()];
    earlierStart = new int[function.registerCount() + 1];
    Arrays.fill(vertexOf, -1);
  }

  InterferenceGraph build() {
    flow.compute(function);
    liveness.compute(function, flow);
    for (int place = 0; place < function.blockCount(); place++) {
      block(flow.blockAt(place));
    }
    return new InterferenceGraph(
        Arrays.copyOf(register, count),
        Arrays.copyOf(classOf, count),
        Arrays.copyOf(earlierStart, count + 1),
        Arrays.copyOf(earlier, edges),
        function.registerCount());
  }

  private void block(final int block) {
    Arrays.fill(liveCount, 0);
    for (int place = liveness.firstWord(block); place < liveness.endWord(block); place++) {
      for (long rest = liveness.wordBits(place); rest != 0; rest &= rest - 1) {
        final int global = 64 * liveness.wordIndex(place) + Long.numberOfTrailingZeros(rest);
        revive(vertexOf[liveness.registerOf(global)]);
      }
    }
    for (int index = 0; index < function.parameterCount(block); index++) {
      if (liveness.isUsed(function.parameter(block, index))) {
        define(function.parameter(block, index));
      }
    }
    for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
      final int first = function.firstOperand(at);
      final int end = first + function.operandCount(at);
      for (int operand = first; operand < end; operand++) {
        if (!isDefinition(operand) && liveness.isKill(operand)) {
          kill(vertexOf[registerOf(operand)]);
        }
      }
      for (int operand = first; operand < end; operand++) {
        if (isDefinition(operand)) {
          define(registerOf(operand));
        }
      }
      for (int operand = first; operand < end; operand++) {
        if (isDefinition(operand) && liveness.isUnused(operand)) {
          kill(vertexOf[registerOf(operand)]);
        }
      }
    }
  }

  private boolean isDefinition(final int operand) {
    return Operand.isDefinition(function.pooledOperand(operand));
  }

  private int registerOf(final int operand) {
    return Operand.register(function.pooledOperand(operand));
  }

  /** Gives a register the next number; it interferes with all that is alive. */
  private void define(final int defined) {
    final int vertex = count++;
    final int registerClass = function.registerClass(defined);
    vertexOf[defined] = vertex;
    register[vertex] = defined;
    classOf[vertex] = (byte) registerClass;
    final int alive = liveCount[registerClass];
    if (edges + alive > InterferenceGraph.MAXIMUM_EDGES) {
      throw new IllegalArgumentException(
          "the interference graph of '"
              + function.name()
              + "' has more than "
              + InterferenceGraph.MAXIMUM_EDGES
              + " edges");
    }
    if (edges + alive > earlier.length) {
      earlier = Arrays.copyOf(earlier, Math.max(edges + alive, 2 * earlier.length));
    }
    System.arraycopy(live[registerClass], 0, earlier, edges, alive);
    Arrays.sort(earlier, edges, edges + alive);
    edges += alive;
    earlierStart[count] = edges;
    revive(vertex);
  }

  private void revive(final int vertex) {
    final int registerClass = classOf[vertex];
    final int place = liveCount[registerClass]++;
    if (place == live[registerClass].length) {
      live[registerClass] = Arrays.copyOf(live[registerClass], 2 * place);
    }
    live[registerClass][place] = vertex;
    placeOf[vertex] = place;
  }

  /** Takes a vertex out of the living, unless an operand before has done so. */
  private void kill(final int vertex) {
    final int registerClass = classOf[vertex];
    final int[] list = live[registerClass];
    final int place = placeOf[vertex];
    if (place >= liveCount[registerClass] || list[place] != vertex) {
      return;
    }
    final int last = list[--liveCount[registerClass]];
    list[place] = last;
    placeOf[last] = place;
  }
}
