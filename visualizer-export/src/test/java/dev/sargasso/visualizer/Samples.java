package dev.sargasso.visualizer;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import java.util.List;

/** Graphs to draw. */
public final class Samples {
  /** A symbol that is hard on every writer. */
  public static final String HARD_NAME = "a\"b\\n<&amp;>{|}\t\u00e4\n$";

  private Samples() {}

  private static FunctionBuilder start(Type... parameters) {
    return new FunctionBuilder(
        new Function(
            "sample",
            Signature.of(List.of(parameters), List.of(Type.I64)),
            Linkage.GLOBAL,
            new Graph(Simplifier.NONE),
            "sample.c"));
  }

  /** Stores, calls the hard name, and returns what it loads. */
  public static Graph memory() {
    FunctionBuilder b = start(Type.PTR, Type.I64);
    b.setPosition(Position.of(3, 14));
    b.store(b.parameter(0), b.parameter(1));
    Signature signature = Signature.of(List.of(), List.of());
    b.call(new CallDescriptor(signature, HARD_NAME), List.of());
    Node loaded = b.load(Type.I64, b.parameter(0));
    b.returnValues(b.binary(Op.SUB, Type.I64, Op.NO_SIGNED_WRAP, loaded, b.symbol(HARD_NAME)));
    b.finish();
    return b.graph();
  }

  /** Counts down in a loop, with a switch of many keys in it. */
  public static Graph loop() {
    FunctionBuilder b = start(Type.I64);
    int counter = b.newVariable(Type.I64);
    b.write(counter, b.parameter(0));
    int header = b.newBlock();
    int body = b.newBlock();
    int odd = b.newBlock();
    int exit = b.newBlock();
    b.jump(header);
    b.setBlock(header);
    b.branch(b.compare(Op.LT, b.constant(Type.I64, 0), b.read(counter)), body, exit);
    b.seal(body);
    b.setBlock(body);
    long[] keys = new long[11];
    int[] targets = new int[11];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i;
      targets[i] = i == 10 ? 0 : 1;
    }
    b.switchTo(b.read(counter), new SwitchTable(keys, targets, 2), new int[] {header, odd});
    b.seal(odd);
    b.setBlock(odd);
    b.write(counter, b.binary(Op.SUB, Type.I64, b.read(counter), b.constant(Type.I64, 1)));
    b.jump(header);
    b.seal(header);
    b.seal(exit);
    b.setBlock(exit);
    b.returnValues(b.read(counter));
    b.finish();
    return b.graph();
  }

  /**
   * All nodes in the block where control has them, those that float in the entry; enough for a
   * picture, though not for a run.
   */
  public static Schedule schedule(Graph graph) {
    ControlFlow flow = ControlFlow.of(graph);
    Schedule.Builder builder = new Schedule.Builder(flow);
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node != null && node.type() != Type.CTRL) {
        builder.append(Math.max(0, flow.blockOf(node)), node);
      }
    }
    return builder.build();
  }
}
