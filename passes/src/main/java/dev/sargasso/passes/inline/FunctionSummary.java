package dev.sargasso.passes.inline;

import dev.sargasso.ir.build.Reachability;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.program.Function;
import java.util.List;

/**
 * What the decision whether to inline a function needs to know of it. Linear in its graph.
 *
 * @param size about how many instructions it is
 * @param calls how many of them are calls
 * @param frameBytes bytes of its stack slots that are in use, copies of aggregates included
 * @param usesMemory whether it reads or writes memory, or calls
 * @param returns whether it has a return at all
 * @param returnsTwice whether it calls something after which control may come back again
 * @param savings for each parameter, about how many instructions a constant argument saves
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and there is one for each function.
record FunctionSummary(
    int size,
    int calls,
    int frameBytes,
    boolean usesMemory,
    boolean returns,
    boolean returnsTwice,
    int[] savings) {

  /** A branch whose condition becomes constant takes one arm with it. */
  private static final int BRANCH_SAVES = 6;

  /** An indirect call whose target becomes known can be inlined in turn. */
  private static final int INDIRECT_CALL_SAVES = 12;

  static FunctionSummary of(Function function) {
    Graph graph = function.graph();
    boolean[] live = Reachability.liveNodes(graph);
    List<Signature.Parameter> parameters = function.signature().parameters();
    int[] savings = new int[parameters.size()];
    int size = 0;
    int calls = 0;
    int frame = 0;
    boolean memory = false;
    boolean returns = false;
    boolean twice = false;
    for (int id = 0; id < graph.idLimit(); id++) {
      Node node = graph.node(id);
      if (node == null || !live[id]) {
        continue;
      }
      size += size(node);
      switch (node.op()) {
        case CALL -> {
          calls++;
          twice |= InlineDecision.returnsTwice(node);
        }
        case RETURN -> returns = true;
        case STACK_SLOT -> frame += node.attribute() instanceof StackSlot slot ? slot.size() : 0;
        case PARAMETER -> savings[(int) node.immediate()] = savings(node);
        default -> {}
      }
      memory |= node.op() != Op.INITIAL_MEMORY && touchesMemory(node.op());
    }
    for (Signature.Parameter parameter : parameters) {
      frame += parameter.byValueSize();
      size += parameter.isByValue() ? 2 : 0;
    }
    return new FunctionSummary(size, calls, frame, memory, returns, twice, savings);
  }

  private static boolean touchesMemory(Op op) {
    return op.readsMemory() || op.writesMemory();
  }

  /** About how many instructions a node is. */
  private static int size(Node node) {
    return switch (node.op()) {
      case CALL -> 3 + node.valueCount();
      case SWITCH -> 3;
      case MEMORY_COPY, MEMORY_FILL, DIV, UDIV, REM, UREM -> 3;
      case START, END, PARAMETER, INITIAL_MEMORY, REGION, LOOP, NEVER, PROJECTION -> 0;
      case MEMORY_PART, MEMORY_MERGE, UNREACHABLE, RETURN -> 0;
      case CONSTANT, SYMBOL, STACK_SLOT -> 0;
      // Addresses and comparisons mostly become part of what uses them.
      case OFFSET, BITCAST, SIGN_EXTEND, ZERO_EXTEND, TRUNCATE -> 0;
      case EQ, NE, LT, LE, ULT, ULE -> onlyBranches(node) ? 0 : 1;
      case PHI -> 0;
      default -> 1;
    };
  }

  private static boolean onlyBranches(Node comparison) {
    for (int i = 0; i < comparison.useCount(); i++) {
      if (comparison.user(i).op() != Op.IF) {
        return false;
      }
    }
    return true;
  }

  private static int savings(Node parameter) {
    int saved = 0;
    for (int i = 0; i < parameter.useCount(); i++) {
      Node user = parameter.user(i);
      saved +=
          switch (user.op()) {
            case SWITCH -> 2 * BRANCH_SAVES;
            case CALL -> {
              boolean target =
                  user.attribute() instanceof CallDescriptor descriptor
                      && descriptor.isIndirect()
                      && parameter.userSlot(i) == Op.CALL.firstValue();
              yield target ? INDIRECT_CALL_SAVES : 0;
            }
            case EQ, NE, LT, LE, ULT, ULE ->
                hasConstant(user) && onlyBranches(user) ? BRANCH_SAVES : 1;
            case PHI, RETURN, STORE -> 0;
            default -> 1;
          };
    }
    return saved;
  }

  private static boolean hasConstant(Node comparison) {
    return comparison.value(0).isConstant() || comparison.value(1).isConstant();
  }
}
