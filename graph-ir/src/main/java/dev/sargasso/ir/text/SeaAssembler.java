package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.ir.verify.VerificationFailed;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.collections.impl.map.mutable.primitive.IntIntHashMap;
import org.jspecify.annotations.Nullable;

/** Makes the graph of one function from its lines in sea form. */
final class SeaAssembler {
  private static final byte WAITING = 0;
  private static final byte OPEN = 1;
  private static final byte MADE = 2;

  private final Function function;
  private final Graph graph;
  private final Errors errors;

  /** Place in the list of lines by the number of the name. */
  private final IntIntHashMap places = new IntIntHashMap();

  private @Nullable Node[] nodes = {};
  private byte[] states = {};

  SeaAssembler(
      String name,
      Signature signature,
      Linkage linkage,
      String sourceFile,
      int classes,
      Errors errors) {
    graph = new Graph(Simplifier.NONE);
    function = new Function(name, signature, linkage, graph, sourceFile);
    function.ensureAliasClasses(classes);
    this.errors = errors;
  }

  Function function() {
    return function;
  }

  /** Whether the inputs of such a node may come later: cycles go through these. */
  private static boolean isLate(Op op, int input) {
    return op.isRegion() || op == Op.END || (op == Op.PHI && input > 0);
  }

  Function assemble(List<SeaParser.Line> lines, int offset, Simplifier simplifier) {
    nodes = new Node[lines.size()];
    states = new byte[lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      if (places.containsKey(lines.get(i).name())) {
        errors.add(lines.get(i).offset(), "v" + lines.get(i).name() + " is defined twice");
      }
      places.put(lines.get(i).name(), i);
    }
    checkInputs(lines);
    if (!errors.isEmpty()) {
      return function;
    }
    for (int i = 0; i < lines.size(); i++) {
      make(lines, i);
    }
    if (errors.isEmpty()) {
      addLateInputs(lines);
      graph.setSimplifier(simplifier);
      graph.setPosition(0);
      verify(lines, offset);
    }
    return function;
  }

  private void checkInputs(List<SeaParser.Line> lines) {
    boolean started = false;
    boolean ended = false;
    for (SeaParser.Line line : lines) {
      Op op = line.op();
      if ((op == Op.START && started) || (op == Op.END && ended)) {
        errors.add(line.offset(), "there is one " + op.text() + " only");
      }
      started |= op == Op.START;
      ended |= op == Op.END;
      if (op.arity() >= 0 && line.inputs().length != op.arity()) {
        errors.add(
            line.offset(),
            op.text() + " has " + op.arity() + " inputs, " + line.inputs().length + " given");
      }
      for (int i = 0; i < line.inputs().length; i++) {
        int input = line.inputs()[i];
        if (input < 0) {
          if (i != 0 || !op.controlIsOptional()) {
            errors.add(line.inputOffsets()[i], "this input of " + op.text() + " must be there");
          }
        } else if (!places.containsKey(input)) {
          errors.add(line.inputOffsets()[i], "there is no v" + input);
        }
      }
    }
  }

  /** Makes a node after what it needs, on an explicit stack. */
  private void make(List<SeaParser.Line> lines, int root) {
    if (states[root] != WAITING) {
      return;
    }
    int[] stack = new int[16];
    int[] next = new int[16];
    int depth = 1;
    stack[0] = root;
    states[root] = OPEN;
    while (depth > 0) {
      int at = stack[depth - 1];
      SeaParser.Line line = lines.get(at);
      int i = next[depth - 1]++;
      if (i >= line.inputs().length) {
        nodes[at] = create(line);
        states[at] = MADE;
        depth--;
      } else if (line.inputs()[i] >= 0 && !isLate(line.op(), i)) {
        int input = places.get(line.inputs()[i]);
        if (states[input] == OPEN) {
          errors.add(
              line.inputOffsets()[i],
              "v" + line.inputs()[i] + " depends on itself, and not through a phi");
          return;
        }
        if (states[input] == WAITING) {
          if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
            next = Arrays.copyOf(next, 2 * depth);
          }
          states[input] = OPEN;
          stack[depth] = input;
          next[depth++] = 0;
        }
      }
    }
  }

  private Node create(SeaParser.Line line) {
    Op op = line.op();
    if (op == Op.START) {
      return graph.start();
    }
    if (op == Op.END) {
      return graph.end();
    }
    graph.setPosition(line.position());
    int count = 0;
    while (count < line.inputs().length && !isLate(op, count)) {
      count++;
    }
    @Nullable Node[] inputs = new Node[count];
    for (int i = 0; i < count; i++) {
      inputs[i] = line.inputs()[i] < 0 ? null : nodes[places.get(line.inputs()[i])];
    }
    if (op.isNumbered()) {
      int before = graph.idLimit();
      Node made = graph.make(op, line.type(), line.immediate(), line.attribute(), inputs);
      if (made.id() >= before) {
        return made;
      }
      // Written twice, so there are two.
    }
    return graph.makeRaw(op, line.type(), line.immediate(), line.attribute(), inputs);
  }

  private void addLateInputs(List<SeaParser.Line> lines) {
    for (int at = 0; at < lines.size(); at++) {
      SeaParser.Line line = lines.get(at);
      Node node = nodes[at];
      for (int i = 0; i < line.inputs().length; i++) {
        Node input = nodes[places.get(line.inputs()[i])];
        if (isLate(line.op(), i) && node != null && input != null) {
          graph.addInput(node, input);
        }
      }
    }
  }

  private void verify(List<SeaParser.Line> lines, int offset) {
    try {
      GraphVerifier.verify(function);
    } catch (VerificationFailed failed) {
      int[] offsets = new int[graph.idLimit()];
      String[] written = new String[graph.idLimit()];
      for (int i = 0; i < lines.size(); i++) {
        Node node = nodes[i];
        if (node != null) {
          offsets[node.id()] = lines.get(i).offset();
          written[node.id()] = "v" + lines.get(i).name();
        }
      }
      for (VerificationFailed.Problem problem : failed.problems()) {
        if (problem.rule().equals("division")) {
          // What made the divisor safe is its stamp, which is not written.
          continue;
        }
        boolean known = problem.node() >= 0 && problem.node() < offsets.length;
        errors.add(
            known && written[problem.node()] != null ? offsets[problem.node()] : offset,
            "the graph is malformed: " + renamed(problem.toString(), written));
      }
    }
  }

  /** Names nodes in a message of the verifier as the text does. */
  private static String renamed(String message, String[] written) {
    return Pattern.compile("\\bv(\\d+)\\b")
        .matcher(message)
        .replaceAll(
            match -> {
              int id = Integer.parseInt(match.group(1));
              return id < written.length && written[id] != null ? written[id] : match.group();
            });
  }
}
