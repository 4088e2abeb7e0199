package dev.sargasso.x64.select;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Covers AND, OR and XOR of which one operand is a single bit, {@code 1 << n}, its complement, or
 * any complement: one instruction instead of two or three. The number of a bit is taken modulo the
 * width, as counts of shifts are, and it may be in any register, where those must be in {@code cl}.
 */
final class SingleBits {
  private final Selection selection;

  SingleBits(Selection selection) {
    this.selection = selection;
  }

  /** Covers a node if it is one of these; returns whether. */
  boolean cover(Node node, int result) {
    Type type = node.type();
    if (type != Type.I32 && type != Type.I64) {
      return false;
    }
    return coverWith(node, node.value(0), node.value(1), result)
        || coverWith(node, node.value(1), node.value(0), result);
  }

  private boolean coverWith(Node node, Node value, Node special, int result) {
    boolean clears = node.op() == Op.AND;
    MachineOp operation =
        switch (node.op()) {
          case AND -> MachineOp.BTR;
          case OR -> MachineOp.BTS;
          default -> MachineOp.BTC;
        };
    int width = node.type().bits();
    if (special.isConstant()) {
      long bit = clears ? ~special.immediate() : special.immediate();
      if (Selection.fits(special.immediate(), width) || Long.bitCount(bit) != 1) {
        return false;
      }
      selection.withImmediate(
          operation, width, result, selection.register(value), Long.numberOfTrailingZeros(bit));
      return true;
    }
    if (value.isConstant() || value == special || !selection.isSinkable(special)) {
      return false;
    }
    Node bit = clears ? complemented(special) : special;
    if (bit == null) {
      return false;
    }
    if (bit.op() == Op.SHL && bit.value(0).isConstant(1) && isPart(bit, special)) {
      selection.add(operation, width, Opcode.REGISTER);
      selection.out.defineReuse(result, 1);
      selection.use(value);
      selection.use(bit.value(1));
      return true;
    }
    if (clears && selection.features.bmi1()) {
      selection.add(MachineOp.ANDN, width, Opcode.REGISTER);
      selection.out.define(result);
      selection.use(bit);
      selection.use(value);
      return true;
    }
    return false;
  }

  /** Whether a node is the special operand itself, or used by that alone. */
  private boolean isPart(Node bit, Node special) {
    return bit == special || selection.isSinkable(bit);
  }

  /** What a node is the complement of, or null. */
  private static @Nullable Node complemented(Node node) {
    if (node.op() == Op.NOT || (node.op() == Op.XOR && node.value(1).isConstant(-1))) {
      return node.value(0);
    }
    return null;
  }
}
