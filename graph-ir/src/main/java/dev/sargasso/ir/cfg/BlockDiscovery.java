package dev.sargasso.ir.cfg;

import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the control chains of a graph into blocks, by a walk over control tokens and their uses.
 * Blocks get numbers in order of discovery.
 */
final class BlockDiscovery {
  final int[] blockOf;
  Node[] heads = new Node[16];
  Node[] exits = new Node[16];
  @Nullable Node[] terminators = new Node[16];
  int count;

  private int[] edgeFrom = new int[16];
  private int[] edgeTo = new int[16];
  private int edges;
  private @Nullable Node[] arms = new Node[2];

  /** Walks all of the graph that START reaches. */
  BlockDiscovery(Graph graph) {
    blockOf = new int[graph.idLimit()];
    Arrays.fill(blockOf, -1);
    open(graph.start());
    for (int block = 0; block < count; block++) {
      walk(block);
    }
  }

  /** The edges found; arms in the order of their projections. */
  Adjacency successors() {
    return Adjacency.of(count, edgeFrom, edgeTo, edges);
  }

  private int open(Node head) {
    if (count == heads.length) {
      heads = Arrays.copyOf(heads, 2 * count);
      exits = Arrays.copyOf(exits, 2 * count);
      terminators = Arrays.copyOf(terminators, 2 * count);
    }
    heads[count] = head;
    blockOf[head.id()] = count;
    return count++;
  }

  private void walk(int block) {
    Node token = heads[block];
    while (true) {
      Node next = pin(token, block);
      switch (next.op()) {
        case REGION, LOOP -> {
          exits[block] = token;
          int known = blockOf[next.id()];
          connect(block, known >= 0 ? known : open(next));
          return;
        }
        case IF, NEVER -> {
          end(block, token, next);
          openArms(block, next, 2);
          return;
        }
        case SWITCH -> {
          end(block, token, next);
          if (!(next.attribute() instanceof SwitchTable table)) {
            throw malformed(next, "has no table");
          }
          openArms(block, next, table.targetCount());
          return;
        }
        case RETURN, UNREACHABLE, TRAP -> {
          end(block, token, next);
          return;
        }
        case GUARD -> {
          blockOf[next.id()] = block;
          token = next;
        }
        default -> token = passCall(next, block);
      }
    }
  }

  private void end(int block, Node token, Node terminator) {
    exits[block] = token;
    terminators[block] = terminator;
    blockOf[terminator.id()] = block;
  }

  /** Puts what hangs on {@code token} into the block; returns what continues control. */
  private Node pin(Node token, int block) {
    Node next = null;
    for (int i = 0; i < token.useCount(); i++) {
      Node user = token.user(i);
      boolean continues;
      switch (user.op()) {
        case REGION, LOOP -> continues = true;
        case IF, SWITCH, NEVER, GUARD, CALL, RETURN, UNREACHABLE, TRAP ->
            continues = token.userSlot(i) == 0;
        case END, PROJECTION -> continues = false;
        default -> {
          continues = false;
          if (user.op().isPinned() && token.userSlot(i) == 0) {
            blockOf[user.id()] = block;
            pinProjections(user, block);
          }
        }
      }
      if (continues) {
        if (next != null) {
          throw malformed(token, "is continued by both " + next + " and " + user);
        }
        next = user;
      }
    }
    if (next == null) {
      throw malformed(token, "leads nowhere");
    }
    return next;
  }

  private void pinProjections(Node tuple, int block) {
    if (tuple.type() == Type.TUPLE) {
      for (int i = 0; i < tuple.useCount(); i++) {
        if (tuple.user(i).op() == Op.PROJECTION) {
          blockOf[tuple.user(i).id()] = block;
        }
      }
    }
  }

  private Node passCall(Node call, int block) {
    blockOf[call.id()] = block;
    pinProjections(call, block);
    Node onwards = call.projection(0);
    if (onwards == null) {
      throw malformed(call, "has no control projection");
    }
    return onwards;
  }

  private void openArms(int block, Node branch, int expected) {
    if (arms.length < expected) {
      arms = new Node[expected];
    }
    Arrays.fill(arms, 0, expected, null);
    for (int i = 0; i < branch.useCount(); i++) {
      Node user = branch.user(i);
      long index = user.immediate();
      if (user.op() != Op.PROJECTION || index < 0 || index >= expected) {
        throw malformed(branch, "is used by " + user);
      }
      arms[(int) index] = user;
    }
    for (int i = 0; i < expected; i++) {
      Node arm = arms[i];
      if (arm == null) {
        throw malformed(branch, "has no projection " + i);
      }
      connect(block, open(arm));
    }
  }

  private void connect(int from, int to) {
    if (edges == edgeFrom.length) {
      edgeFrom = Arrays.copyOf(edgeFrom, 2 * edges);
      edgeTo = Arrays.copyOf(edgeTo, 2 * edges);
    }
    edgeFrom[edges] = from;
    edgeTo[edges++] = to;
  }

  private static IllegalStateException malformed(Node node, String what) {
    return new IllegalStateException(node + " (" + node.op().text() + ") " + what);
  }
}
