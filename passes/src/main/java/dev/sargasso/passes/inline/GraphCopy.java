package dev.sargasso.passes.inline;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies the body of one function into the graph of another: each node is made anew, simplified and
 * numbered by the target graph, in the order of ids as far as inputs allow. Regions and phis get
 * their inputs last, so cycles are no matter. Linear in the body.
 *
 * <p>END is not copied, and neither are the nodes that RETURN, unless a whole function is copied.
 */
final class GraphCopy {
  /**
   * What stands for the beginning of a body that is inlined.
   *
   * @param control for START
   * @param memory for the state of all memory on entry
   * @param arguments for the parameters
   */
  record Entry(Node control, Node memory, List<Node> arguments) {}

  private final Body body;
  private final Function target;
  private final Graph to;
  private final @Nullable Entry entry;
  private final int fixedPosition;
  private final @Nullable Node[] copies;
  private final @Nullable StackSlot[] slots;
  private final List<Node> returns = new ArrayList<>();
  private final List<Node> open = new ArrayList<>();

  /**
   * @param entry what stands for the beginning; null to copy a whole function, returns included
   * @param fixedPosition position of all copies; -1 to keep those of the source
   */
  private GraphCopy(Body body, Function target, @Nullable Entry entry, int fixedPosition) {
    this.body = body;
    this.target = target;
    this.to = target.graph();
    this.entry = entry;
    this.fixedPosition = fixedPosition;
    copies = new Node[body.size()];
    slots = new StackSlot[body.function().slots().size()];
  }

  /** Copies a body to where {@code entry} says. The copy holds what its returns depend on. */
  static GraphCopy inline(Body body, Function target, Entry entry, int fixedPosition) {
    GraphCopy copy = new GraphCopy(body, target, entry, fixedPosition);
    copy.run();
    return copy;
  }

  /** A function of its own with the same body. */
  static Function duplicate(Function function, Simplifier copying) {
    Function made =
        new Function(
            function.name(),
            function.signature(),
            function.linkage(),
            new Graph(copying),
            function.sourceFile());
    made.ensureAliasClasses(function.aliasClassCount());
    made.setInlining(function.inlining());
    made.graph().setRetaining(true);
    new GraphCopy(Body.of(function), made, null, -1).run();
    made.graph().setRetaining(false);
    return made;
  }

  private void run() {
    int before = to.position();
    for (int i = 0; i < body.size(); i++) {
      copyWithInputs(body.node(i));
    }
    for (Node node : open) {
      fill(node);
    }
    to.setPosition(before);
  }

  /** The returns of the body, which have no copies, in order of their ids. */
  List<Node> returns() {
    return returns;
  }

  /** The copy of a node of the body; of a return the control that comes to it. */
  Node copy(Node node) {
    return to.resolve(Objects.requireNonNull(copies[body.index(node)], "not copied"));
  }

  /** Copies a node once its inputs have been, with a stack of its own. */
  private void copyWithInputs(Node root) {
    if (isDone(root)) {
      return;
    }
    Node[] stack = new Node[16];
    int[] next = new int[16];
    int depth = 0;
    stack[depth++] = root;
    while (depth > 0) {
      Node node = stack[depth - 1];
      int i = next[depth - 1]++;
      // A phi waits for its region only, a region for nothing.
      int needed = node.op().isRegion() ? 0 : node.op() == Op.PHI ? 1 : node.inputCount();
      if (i < needed) {
        Node input = node.inputOrNull(i);
        if (input != null && !isDone(input)) {
          if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
            next = Arrays.copyOf(next, 2 * depth);
          }
          stack[depth] = input;
          next[depth++] = 0;
        }
        continue;
      }
      depth--;
      if (!isDone(node)) {
        make(node);
      }
    }
  }

  private boolean isDone(Node node) {
    return copies[body.index(node)] != null;
  }

  private void make(Node node) {
    to.setPosition(fixedPosition >= 0 ? fixedPosition : node.position());
    copies[body.index(node)] = entry == null ? makeNode(node) : makeInlined(node, entry);
  }

  private Node makeInlined(Node node, Entry at) {
    return switch (node.op()) {
      case START -> at.control();
      case PARAMETER -> at.arguments().get((int) node.immediate());
      case INITIAL_MEMORY -> at.memory();
      case RETURN -> {
        returns.add(node);
        yield copy(node.input(0));
      }
      default -> makeNode(node);
    };
  }

  private Node makeNode(Node node) {
    return switch (node.op()) {
      case START -> to.start();
      case REGION, LOOP -> {
        open.add(node);
        yield to.makeRaw(node.op(), node.type(), 0, null);
      }
      case PHI -> {
        open.add(node);
        Node made = to.makeRaw(Op.PHI, node.type(), node.immediate(), null, copy(node.input(0)));
        // What the source knows of the phi holds for any arguments.
        made.setStamp(node.stamp());
        yield made;
      }
      case STACK_SLOT -> to.make(Op.STACK_SLOT, node.type(), 0, slot(node));
      case RETURN, UNREACHABLE, TRAP -> makeExit(node);
      default ->
          to.make(node.op(), node.type(), node.immediate(), node.attribute(), copiedInputs(node));
    };
  }

  private Node makeExit(Node node) {
    Node made =
        to.make(node.op(), node.type(), node.immediate(), node.attribute(), copiedInputs(node));
    to.addInput(to.end(), made);
    return made;
  }

  private @Nullable Node[] copiedInputs(Node node) {
    @Nullable Node[] inputs = new Node[node.inputCount()];
    for (int i = 0; i < inputs.length; i++) {
      Node input = node.inputOrNull(i);
      inputs[i] = input == null ? null : copy(input);
    }
    return inputs;
  }

  private StackSlot slot(Node node) {
    StackSlot old = (StackSlot) Objects.requireNonNull(node.attribute());
    StackSlot made = slots[old.index()];
    if (made == null) {
      made = target.newSlot(old.name(), old.size(), old.alignment());
      slots[old.index()] = made;
    }
    return made;
  }

  private void fill(Node node) {
    Node made = copy(node);
    int first = node.op() == Op.PHI ? 1 : 0;
    for (int i = first; i < node.inputCount(); i++) {
      to.addInput(made, copy(node.input(i)));
    }
  }
}
