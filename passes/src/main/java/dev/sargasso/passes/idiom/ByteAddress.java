package dev.sargasso.passes.idiom;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;

/** An address as a base and a constant number of bytes, which is how it is written canonically. */
final class ByteAddress {
  private ByteAddress() {}

  /** The address without the constant that is added last. */
  static Node base(Node address) {
    return isByConstant(address) ? address.value(0) : address;
  }

  /** The constant that is added last, in bytes. */
  static long constant(Node address) {
    return isByConstant(address) ? address.value(1).immediate() : 0;
  }

  private static boolean isByConstant(Node address) {
    return address.op() == Op.OFFSET && address.value(1).isConstant();
  }
}
