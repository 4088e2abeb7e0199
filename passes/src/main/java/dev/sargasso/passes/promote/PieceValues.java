package dev.sargasso.passes.promote;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.memory.MemoryStates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of a piece in a state of memory: found by following tokens back to what wrote it last.
 * A memory phi becomes a phi of values, whose inputs are found afterwards, so that loops end. What
 * has been found is remembered per piece and token.
 */
final class PieceValues {
  private final Graph graph;
  private final Pieces pieces;
  private final TokenMap known = new TokenMap();
  private final List<Node> pendingPhis = new ArrayList<>();
  private final List<Node> pendingTokens = new ArrayList<>();
  private final List<Piece> pendingPieces = new ArrayList<>();
  private long stepsLeft;

  PieceValues(Graph graph, Pieces pieces, long budget) {
    this.graph = graph;
    this.pieces = pieces;
    stepsLeft = budget;
  }

  /** Steps that the budget still allows; negative if it did not suffice. */
  long stepsLeft() {
    return stepsLeft;
  }

  /** The value of {@code piece} in the state {@code token}, or null if the budget is used up. */
  @Nullable Node value(Piece piece, Node token) {
    Node found = find(piece, token);
    while (found != null && !pendingPhis.isEmpty()) {
      Node phi = pendingPhis.removeLast();
      Node memory = pendingTokens.removeLast();
      Piece of = pendingPieces.removeLast();
      for (int i = 1; i < memory.inputCount(); i++) {
        Node input = find(of, memory.input(i));
        if (input == null) {
          return null;
        }
        graph.addInput(phi, input);
      }
    }
    return found;
  }

  private @Nullable Node find(Piece wanted, Node from) {
    Piece piece = wanted;
    Node token = from;
    Node value = null;
    while (value == null) {
      if (stepsLeft-- <= 0) {
        return null;
      }
      value = known.get(piece.id(), token);
      if (value != null) {
        break;
      }
      switch (token.op()) {
        case STORE -> {
          if (piece.equals(pieces.at(token.value(0)))) {
            value = PieceTypes.convert(graph, token.value(1), piece.type());
          } else {
            token = token.memory();
          }
        }
        case MEMORY_FILL -> {
          if (isWithin(piece, token)) {
            value = filled(piece.type(), token.value(1));
          } else {
            token = token.memory();
          }
        }
        case MEMORY_COPY -> {
          if (isWithin(piece, token)) {
            int by = piece.offset() - (int) SlotAddress.offset(token.value(0));
            Piece source = pieces.at(token.value(1), by);
            if (source == null) {
              value = loaded(piece, token, by);
            } else {
              // The value of another piece, or of this one, before.
              piece = source;
              token = token.memory();
            }
          } else {
            token = token.memory();
          }
        }
        case PROJECTION -> token = token.input(0).memory();
        case MEMORY_PART -> token = token.memory();
        case MEMORY_MERGE -> token = merged(token, pieces.aliasClass(piece));
        case INITIAL_MEMORY -> value = PieceTypes.zero(graph, piece.type());
        case PHI -> {
          value = graph.makeRaw(Op.PHI, piece.type(), 0, null, token.input(0));
          pendingPhis.add(value);
          pendingTokens.add(token);
          pendingPieces.add(piece);
        }
        default -> throw new IllegalStateException(token + " is no state of memory");
      }
    }
    known.put(piece.id(), token, value);
    // Where another piece was copied from, it may have another type for the same bytes.
    value = PieceTypes.convert(graph, value, wanted.type());
    known.put(wanted.id(), from, value);
    return value;
  }

  private static Node merged(Node merge, int aliasClass) {
    for (int i = 1; i < merge.inputCount(); i++) {
      if (MemoryStates.aliasClassOf(merge.input(i)) == aliasClass) {
        return merge.input(i);
      }
    }
    return merge.input(0);
  }

  /** Whether a copy or fill writes to {@code piece}; then it writes all of it. */
  private static boolean isWithin(Piece piece, Node write) {
    Node target = write.value(0);
    StackSlot slot = SlotAddress.slot(target);
    if (slot != piece.slot()) {
      return false;
    }
    long offset = SlotAddress.offset(target);
    return piece.offset() >= offset && piece.end() <= offset + Access.size(write.immediate());
  }

  /** What a copy from elsewhere brings into {@code piece}. */
  private Node loaded(Piece piece, Node copy, int by) {
    Node address =
        graph.make(
            Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, copy.value(1), graph.constant(Type.I64, by));
    long access = Access.of(Access.aliasClass(copy.immediate()));
    graph.setPosition(copy.position());
    Node load =
        graph.make(Op.LOAD, piece.type(), access, null, copy.control(), copy.memory(), address);
    graph.setPosition(0);
    return load;
  }

  /** A value of {@code type} of which each byte is {@code value}. */
  private Node filled(Type type, Node value) {
    if (type == Type.I8) {
      return value;
    }
    Type integer =
        switch (type.bytes()) {
          case 1 -> Type.I8;
          case 2 -> Type.I16;
          case 4 -> Type.I32;
          default -> Type.I64;
        };
    Node wide = graph.make(Op.ZERO_EXTEND, integer, 0, null, value);
    Node all =
        graph.make(Op.MUL, integer, 0, null, wide, graph.constant(integer, 0x0101_0101_0101_0101L));
    return PieceTypes.convert(graph, all, type);
  }
}
