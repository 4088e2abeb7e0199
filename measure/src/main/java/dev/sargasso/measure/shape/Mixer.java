package dev.sargasso.measure.shape;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.Type;

/** A builder with the few operations of which the shapes are made; all values are I64. */
final class Mixer {
  private static final Op[] OPS = {Op.ADD, Op.XOR, Op.SUB, Op.MUL};

  final FunctionBuilder builder;
  final Node first;
  final Node second;
  final Node table;

  Mixer(Function function) {
    builder = new FunctionBuilder(function);
    first = builder.parameter(0);
    second = builder.parameter(1);
    table = builder.parameter(2);
  }

  Node constant(long value) {
    return builder.constant(Type.I64, value);
  }

  /** An operation chosen by {@code i}. */
  Node mix(int i, Node a, Node b) {
    return builder.binary(OPS[i % OPS.length], Type.I64, a, b);
  }

  /** As {@link #mix} with an odd constant that differs for every {@code i}. */
  Node mixConstant(int i, Node a) {
    return mix(i, a, constant(2L * i + 0x1001));
  }

  Node add(Node a, Node b) {
    return builder.binary(Op.ADD, Type.I64, a, b);
  }

  Node xor(Node a, Node b) {
    return builder.binary(Op.XOR, Type.I64, a, b);
  }

  Node and(Node a, long mask) {
    return builder.binary(Op.AND, Type.I64, a, constant(mask));
  }

  /** The address of the word of the table at this offset in bytes. */
  Node word(Node bytes) {
    return builder.offset(table, bytes);
  }

  /** Ends the function. */
  void finish(Node result) {
    builder.returnValues(result);
    builder.finish();
  }
}
