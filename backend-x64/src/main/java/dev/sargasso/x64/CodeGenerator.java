package dev.sargasso.x64;

import dev.sargasso.ir.debug.FunctionDescription;
import dev.sargasso.ir.debug.SourceVariable;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.x64.allocate.RegisterAllocator;
import dev.sargasso.x64.check.AllocationChecker;
import dev.sargasso.x64.emit.Emitter;
import dev.sargasso.x64.encode.LineTable;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.encode.VariableTable;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.MachineVerifier;
import dev.sargasso.x64.select.Selector;
import dev.sargasso.x64.select.SymbolScope;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns scheduled functions into machine code, one after another. A generator keeps its memory from
 * function to function and serves one thread at a time; the code of a function depends on the
 * function, its schedule and the options only.
 */
public final class CodeGenerator {
  private final CodeOptions options;
  private final Selector selector;
  private final RegisterAllocator allocator;
  private final Emitter emitter;

  /** A generator with the given options. */
  public CodeGenerator(CodeOptions options) {
    this.options = options;
    allocator = new RegisterAllocator(options.allocator());
    selector = new Selector(options.small());
    emitter = new Emitter(options.listing(), options.small());
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
            new Needs(function, selector, options.listing() ? new LiveRemarks(machine) : null),
            node -> describe(function.graph(), node),
            ".LC." + function.name());
    CompiledFunction compiled =
        new CompiledFunction(
            function.name(),
            function.linkage(),
            code,
            lines(function, code),
            variables(function, code),
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

  private record Needs(Function function, Selector selector, @Nullable LiveRemarks remarks)
      implements Emitter.FrameNeeds {
    @Override
    public String liveInto(int block) {
      return remarks == null ? "" : remarks.of(block);
    }

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

  /** Where the variables are that live in memory; null if the function is not described. */
  private @Nullable VariableTable variables(Function function, MachineCode code) {
    FunctionDescription description = function.description();
    if (description == null) {
      return null;
    }
    int body = bodyOffset(function.graph(), description, code);
    VariableTable table = new VariableTable(description, body);
    List<SourceVariable> variables = description.variables();
    for (int i = 0; i < variables.size(); i++) {
      if (variables.get(i).home() instanceof SourceVariable.Home.InSlot(StackSlot slot)
          && selector.isUsed(slot)
          && emitter.isPlaced(slot)
          && body < code.codeSize()) {
        table.add(
            i, body, code.codeSize(), VariableTable.IN_FRAME, emitter.distanceFromFrame(slot));
      }
    }
    return table;
  }

  /** Behind the last store of a parameter. */
  private static int bodyOffset(Graph graph, FunctionDescription description, MachineCode code) {
    int body = 0;
    for (int i = 0; i < code.markCount(); i++) {
      Node node = graph.node(code.mark(i));
      if (node != null && node.id() < description.firstBodyNode() && node.type() == Type.MEM) {
        body = i + 1 < code.markCount() ? code.markOffset(i + 1) : code.codeSize();
      }
    }
    return body;
  }

  private static LineTable lines(Function function, MachineCode code) {
    Graph graph = function.graph();
    int[] offsets = new int[code.markCount()];
    int[] positions = new int[offsets.length];
    int count = 0;
    for (int i = 0; i < offsets.length; i++) {
      Node node = graph.node(code.mark(i));
      int position = node == null || isAnywhere(node) ? 0 : node.position();
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
    return new LineTable(
        function.sourceFile(), Arrays.copyOf(offsets, count), Arrays.copyOf(positions, count));
  }

  /** Whether a node's code may stand far from where it was written, and says nothing there. */
  private static boolean isAnywhere(Node node) {
    return switch (node.op()) {
      case CONSTANT, SYMBOL, STACK_SLOT, REGION, LOOP, PHI -> true;
      default -> false;
    };
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
