package dev.sargasso.passes.dead;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import dev.sargasso.passes.simplify.Simplifications;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which branches become selects. */
class IfConversionTest {
  private final Function function =
      new Function(
          "f",
          Signature.of(List.of(Type.I64, Type.I64, Type.PTR), List.of(Type.I64)),
          Linkage.GLOBAL,
          new Graph(Simplifier.NONE),
          "");
  private final FunctionBuilder builder = new FunctionBuilder(function);
  private final Node x = builder.parameter(0);
  private final Node y = builder.parameter(1);
  private final Node less = builder.compare(Op.LT, x, y);

  private Node choose(Type type, Supplier<Node> yes, Supplier<Node> no) {
    return choose(less, type, yes, no);
  }

  private Node choose(Node condition, Type type, Supplier<Node> yes, Supplier<Node> no) {
    int variable = builder.newVariable(type);
    int then = builder.newBlock();
    int otherwise = builder.newBlock();
    int after = builder.newBlock();
    builder.branch(condition, then, otherwise);
    builder.seal(then);
    builder.seal(otherwise);
    builder.setBlock(then);
    builder.write(variable, yes.get());
    builder.jump(after);
    builder.setBlock(otherwise);
    builder.write(variable, no.get());
    builder.jump(after);
    builder.seal(after);
    builder.setBlock(after);
    return builder.read(variable);
  }

  private int conversions(Node result) {
    Node wide =
        result.type() == Type.I64
            ? result
            : builder.unary(
                result.type() == Type.I1 ? Op.ZERO_EXTEND : Op.BITCAST, Type.I64, result);
    builder.returnValues(wide);
    builder.finish();
    int converted =
        IfConversion.run(function, Simplifications.forWholeGraph(), false, branch -> true);
    GraphVerifier.verify(function, true);
    Cleanup.sweep(function.graph());
    GraphVerifier.verify(function);
    return converted;
  }

  private Node exit() {
    return function.graph().end().input(0).value(0);
  }

  private Node add(long c) {
    return builder.binary(Op.ADD, Type.I64, x, builder.constant(Type.I64, c));
  }

  private Node mul(Node a, Node b) {
    return builder.binary(Op.MUL, Type.I64, a, b);
  }

  @Test
  void aMinimumIsASelect() {
    assertEquals(1, conversions(choose(Type.I64, () -> x, () -> y)));
    assertEquals(Op.SELECT, exit().op());
    assertEquals(x, exit().value(1));
  }

  @Test
  void cheapArmsAreComputedBoth() {
    assertEquals(1, conversions(choose(Type.I64, () -> add(1), () -> add(2))));
  }

  @Test
  void dearArmsStayApart() {
    assertEquals(0, conversions(choose(Type.I64, () -> mul(x, mul(y, y)), () -> y)));
  }

  @Test
  void whatIsComputedAnywayCostsNothing() {
    Node product = mul(x, mul(y, y));
    Node chosen = choose(Type.I64, () -> product, () -> y);
    assertEquals(1, conversions(builder.binary(Op.XOR, Type.I64, chosen, product)));
  }

  @Test
  void anArmThatLoadsStays() {
    assertEquals(
        0,
        conversions(choose(Type.I64, () -> builder.load(Type.I64, builder.parameter(2)), () -> y)));
  }

  @Test
  void anArmThatStoresStays() {
    assertEquals(
        0,
        conversions(
            choose(
                Type.I64,
                () -> {
                  builder.store(builder.parameter(2), y);
                  return x;
                },
                () -> y)));
  }

  @Test
  void floatsStay() {
    Node f = builder.unary(Op.BITCAST, Type.F64, x);
    Node g = builder.unary(Op.BITCAST, Type.F64, y);
    assertEquals(0, conversions(choose(Type.F64, () -> f, () -> g)));
  }

  @Test
  void theSmallerOrLargerOfTwoFloatsIsASelect() {
    Node f = builder.unary(Op.BITCAST, Type.F64, x);
    Node g = builder.unary(Op.BITCAST, Type.F64, y);
    Node below = builder.compare(Op.FLT, f, g);
    Node smaller = choose(below, Type.F64, () -> f, () -> g);
    Node larger = choose(below, Type.F64, () -> g, () -> f);
    assertEquals(2, conversions(builder.binary(Op.FADD, Type.F64, smaller, larger)));
  }

  @Test
  void otherChoicesBetweenFloatsStay() {
    Node f = builder.unary(Op.BITCAST, Type.F64, x);
    Node g = builder.unary(Op.BITCAST, Type.F64, y);
    Node below = builder.compare(Op.FLT, f, g);
    Node equal = builder.compare(Op.FEQ, f, g);
    Node zero = builder.unary(Op.BITCAST, Type.F64, builder.constant(Type.I64, 0));
    Node clipped = choose(below, Type.F64, () -> f, () -> zero);
    Node same = choose(equal, Type.F64, () -> f, () -> g);
    assertEquals(0, conversions(builder.binary(Op.FADD, Type.F64, clipped, same)));
  }

  @Test
  void truthOfTheConditionItselfIsNoBranch() {
    Node yes = builder.constant(Type.I1, 1);
    Node no = builder.constant(Type.I1, 0);
    assertEquals(1, conversions(choose(Type.I1, () -> yes, () -> no)));
    assertEquals(less, exit().value(0));
  }

  @Test
  void shortCircuitsStay() {
    Node other = builder.compare(Op.EQ, y, builder.constant(Type.I64, 3));
    Node no = builder.constant(Type.I1, 0);
    assertEquals(0, conversions(choose(Type.I1, () -> other, () -> no)));
  }
}
