package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.x64.machine.MachineFunction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes an address, or any sum, apart into {@code anchor + base + index * scale + displacement}.
 * The matcher keeps what it found until the next match.
 *
 * <p>Sums and shifts below the root are taken in if that is free: for an operand of a load or store
 * if they stand in the same block, have no other user, or only users that take them in as well, for
 * an arithmetic result only if they have no other user. Neither the order of operands nor any other
 * canonical form is assumed.
 */
final class AddressMatcher {
  /** Longest chain of additions that is followed. */
  private static final int LIMIT = 8;

  /** Displacements are kept well within 32 bits, since the frame or a relocation adds to them. */
  private static final int REACH = 1 << 30;

  /**
   * How far from a symbol a relative address may lie, since the code may be far from it already.
   */
  private static final int SYMBOL_REACH = 1 << 24;

  private final Selection selection;
  private @Nullable Node base;
  private @Nullable Node index;
  private int scaleLog;
  private int displacement;
  private int anchor;
  private @Nullable Object attribute;
  private boolean forMemory;
  private boolean wide;

  AddressMatcher(Selection selection) {
    this.selection = selection;
  }

  /** Matches a pointer that is loaded from or stored to. */
  void matchMemory(Node pointer) {
    forMemory = true;
    wide = true;
    reset();
    match(pointer, true);
  }

  /** Matches a sum whose value is wanted: ADD or OFFSET. */
  void matchValue(Node sum) {
    forMemory = false;
    wide = sum.type().bits() == 64;
    reset();
    match(sum, false);
  }

  /** Sets a stack slot as the whole address. */
  void setSlot(StackSlot slot) {
    reset();
    anchor = Opcode.STACK_SLOT;
    attribute = slot;
  }

  /** Sets a place in one of the argument areas as the whole address. */
  void setArea(int area, int offset) {
    reset();
    anchor = area;
    displacement = offset;
  }

  private void reset() {
    base = null;
    index = null;
    scaleLog = 0;
    displacement = 0;
    anchor = Opcode.NO_ANCHOR;
    attribute = null;
  }

  private void match(Node root, boolean rootIsOperand) {
    Node at = root;
    for (int step = 0; step < LIMIT; step++) {
      at = throughCasts(at);
      boolean isRoot = step == 0 && !rootIsOperand;
      switch (at.op()) {
        case OFFSET, ADD -> {
          Node left = at.value(0);
          Node right = at.value(1);
          boolean peels = isRoot || forMemory || isFree(at);
          if (forMemory && isSuccessorOf(at, left)) {
            base = at;
            return;
          }
          if (peels && right.isConstant() && canMove(right.immediate(), 0)) {
            displacement += (int) right.immediate();
            at = left;
          } else if (peels && left.isConstant() && canMove(left.immediate(), 0)) {
            displacement += (int) left.immediate();
            at = right;
          } else if (index == null && (isRoot || isFree(at))) {
            boolean scalesLeft = at.op() == Op.ADD && isScale(left) && !isScale(right);
            takeIndex(throughCasts(scalesLeft ? left : right));
            at = scalesLeft ? right : left;
          } else {
            base = at;
            return;
          }
        }
        case SHL -> {
          if (index != null || !isScale(at) || !isFree(at)) {
            base = at;
          } else {
            takeIndex(at);
            settle();
          }
          return;
        }
        case CONSTANT -> {
          if (canMove(at.immediate(), 0)) {
            displacement += (int) at.immediate();
            settle();
          } else {
            base = at;
          }
          return;
        }
        case STACK_SLOT -> {
          StackSlot slot = (StackSlot) Objects.requireNonNull(at.attribute());
          if (slot.alignment() > 16) {
            base = at;
          } else {
            anchor = Opcode.STACK_SLOT;
            attribute = slot;
          }
          return;
        }
        case SYMBOL -> {
          String symbol = (String) Objects.requireNonNull(at.attribute());
          if (index == null
              && Math.abs(displacement) <= SYMBOL_REACH
              && selection.scope.isNear(symbol)) {
            anchor = Opcode.SYMBOL;
            attribute = symbol;
          } else {
            base = at;
          }
          return;
        }
        default -> {
          base = at;
          return;
        }
      }
    }
    base = at;
  }

  /** Without a base, an index that is not scaled can be the base, and a doubled one both. */
  private void settle() {
    if (index != null && base == null && anchor == Opcode.NO_ANCHOR && scaleLog <= 1) {
      base = index;
      if (scaleLog == 0) {
        index = null;
      }
      scaleLog = 0;
    }
  }

  private void takeIndex(Node node) {
    Node at = node;
    if (isScale(at) && isFree(at)) {
      scaleLog = (int) at.value(1).immediate();
      at = throughCasts(at.value(0));
    }
    for (int step = 0; step < LIMIT && at.op() == Op.ADD && isFree(at); step++) {
      int constantSide = at.value(1).isConstant() ? 1 : 0;
      Node constant = at.value(constantSide);
      if (!constant.isConstant()
          || !canMove(constant.immediate(), scaleLog)
          || isSuccessorOf(at, at.value(1 - constantSide))) {
        break;
      }
      displacement += (int) (constant.immediate() << scaleLog);
      at = throughCasts(at.value(1 - constantSide));
    }
    if (scaleLog == 0 && isScale(at) && isFree(at)) {
      scaleLog = (int) at.value(1).immediate();
      at = throughCasts(at.value(0));
    }
    index = at;
  }

  /** A pointer and the integer with the same bits are one. */
  private static Node throughCasts(Node node) {
    Node at = node;
    while (at.op() == Op.BITCAST
        && at.type().isGeneral()
        && at.value(0).type().isGeneral()
        && at.type().bits() == 64) {
      at = at.value(0);
    }
    return at;
  }

  private static boolean isScale(Node node) {
    if (node.op() != Op.SHL || !node.value(1).isConstant()) {
      return false;
    }
    long count = node.value(1).immediate();
    return count >= 1 && count <= 3;
  }

  private boolean canMove(long value, int shift) {
    if (!wide) {
      return true;
    }
    return value == (int) value && Math.abs(displacement + (value << shift)) <= REACH;
  }

  /**
   * Whether a sum is wanted in a register anyway and its operand is a phi that nobody wants from
   * here on, such as a pointer that a loop moves: then the sum takes the phi's register over,
   * instead of both being alive together.
   */
  private boolean isSuccessorOf(Node sum, Node phi) {
    return phi.op() == Op.PHI && selection.isWanted(sum) && !selection.isUsedAnywhere(phi);
  }

  private boolean isFree(Node node) {
    return selection.isSinkable(node)
        || (forMemory && (selection.isHere(node) || selection.isAddressInLoop(node)));
  }

  // ----------------------------------------------------------------- reading

  /** Whether the sum is one register alone. */
  boolean isPlain() {
    return base != null && index == null && displacement == 0 && anchor == Opcode.NO_ANCHOR;
  }

  /** The node in the base register, or null. */
  @Nullable Node base() {
    return base;
  }

  /** The node in the index register, or null. */
  @Nullable Node index() {
    return index;
  }

  /** The factor of the index as a power of two. */
  int scaleLog() {
    return scaleLog;
  }

  /** The constant part. */
  int displacement() {
    return displacement;
  }

  /** What the address is relative to: a constant of {@link Opcode}. */
  int anchor() {
    return anchor;
  }

  /** The address's bits of the opcode. */
  int bits() {
    return Opcode.address(base != null, index != null, scaleLog, anchor);
  }

  /**
   * Completes an instruction with the address: the uses of its registers, the attribute, and the
   * displacement with an immediate operand beside it.
   */
  void append(int instruction, int offset, long immediate) {
    appendRegisters(instruction);
    selection.out.setImmediate(instruction, Opcode.pack(displacement + offset, immediate));
  }

  private void appendRegisters(int instruction) {
    MachineFunction out = selection.out;
    if (base != null) {
      selection.use(base);
    }
    if (index != null) {
      selection.use(index);
    }
    if (attribute != null) {
      out.setAttribute(instruction, attribute);
      if (attribute instanceof StackSlot slot) {
        selection.markUsed(slot);
      }
    }
  }
}
