package dev.sargasso.x64;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.x64.allocate.RegisterAllocator;
import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.emit.Emitter;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.select.Selector;
import dev.sargasso.x64.select.SymbolScope;
import java.util.Arrays;
import java.util.List;

/**
 * Turns scheduled functions into machine code, one after another. A generator keeps its memory from
 * function to function and serves one thread at a time; the code of a function depends on the
 * function, its schedule and the options only.
 */
public final class CodeGenerator {
  private final CodeOptions options;
  private final Selector selector = new Selector();
  private final RegisterAllocator allocator;
  private final Emitter emitter;

  /** A generator with the given options. */
  public CodeGenerator(CodeOptions options) {
    this.options = options;
    allocator = new RegisterAllocator(options.allocator());
    emitter = new Emitter(options.listing());
  }

  /** Compiles a function, with nobody listening. */
  public CompiledFunction compile(Function function, Schedule schedule, SymbolScope scope) {
    return compile(function, schedule, scope, CodeListener.NONE);
  }

  /**
   * Compiles a function.
   *
   * @param schedule of the function's graph, correct as {@code ScheduleVerifier} means it
   * @param scope which symbols will be within reach of the code
   * @throws IllegalArgumentException if the function asks for what cannot be done: more results
   *     than there are registers for them, a frame of more than a gibibyte
   */
  public CompiledFunction compile(
      Function function, Schedule schedule, SymbolScope scope, CodeListener listener) {
    MachineFunction machine = selector.select(function, schedule, options.features(), scope);
    if (options.verify()) {
      MachineVerifier.verify(machine);
    }
    listener.selected(function, machine);
    AllocatedFunction allocated = allocator.allocate(machine);
    if (options.verify()) {
      AllocationChecker.require(allocated);
    }
    listener.allocated(function, allocated);
    MachineCode code =
        emitter.emit(
            allocated,
            new Needs(function, selector),
            node -> describe(function.graph(), node),
            ".LC." + function.name());
    CompiledFunction compiled =
        new CompiledFunction(
            function.name(),
            function.linkage(),
            code,
            lines(function.graph(), code),
            traps(function.graph(), code),
            new CompiledFunction.Statistics(
                machine.instructionCount(),
                machine.blockCount(),
                machine.registerCount(),
                allocated.editCount(),
                allocated.slotCount(),
                emitter.frameBytes()));
    listener.emitted(function, compiled);
    return compiled;
  }

  private record Needs(Function function, Selector selector) implements Emitter.FrameNeeds {
    @Override
    public List<StackSlot> slots() {
      return function.slots();
    }

    @Override
    public boolean isUsed(StackSlot slot) {
      return selector.isUsed(slot);
    }

    @Override
    public int outgoingBytes() {
      return selector.outgoingBytes();
    }

    @Override
    public boolean calls() {
      return selector.calls();
    }
  }

  /** What a node is, for the listing. */
  private static String describe(Graph graph, int id) {
    Node node = graph.node(id);
    if (node == null) {
      return "v" + id;
    }
    int line = Position.line(node.position());
    return node + " " + node.op().text() + (line > 0 ? ", line " + line : "");
  }

  private static LineTable lines(Graph graph, MachineCode code) {
    int[] offsets = new int[code.markCount()];
    int[] positions = new int[offsets.length];
    int count = 0;
    for (int i = 0; i < offsets.length; i++) {
      Node node = graph.node(code.mark(i));
      int position = node == null ? 0 : node.position();
      // Nodes without a position belong to what is around them.
      if (position == 0 || (count > 0 && positions[count - 1] == position)) {
        continue;
      }
      if (count > 0 && offsets[count - 1] == code.markOffset(i)) {
        count--;
      }
      offsets[count] = code.markOffset(i);
      positions[count++] = position;
    }
    return new LineTable(Arrays.copyOf(offsets, count), Arrays.copyOf(positions, count));
  }

  private TrapTable traps(Graph graph, MachineCode code) {
    int count = emitter.trapCount();
    int[] offsets = new int[count];
    long[] codes = new long[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = code.labelOffset(emitter.trapLabel(i));
      Node node = graph.node(emitter.trapNode(i));
      boolean coded = node != null && (node.op() == Op.GUARD || node.op() == Op.TRAP);
      codes[i] = coded && node != null ? node.immediate() : 0;
    }
    return new TrapTable(offsets, codes);
  }
}
