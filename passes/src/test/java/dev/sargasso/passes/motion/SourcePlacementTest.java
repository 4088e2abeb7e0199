package dev.sargasso.passes.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.schedule.Schedule;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.ScheduleVerifier;
import dev.sargasso.passes.order.OrderPriorities;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourcePlacementTest {
  /** A product on {@code line} that only one arm of a branch on line 5 needs. */
  private static int depthOfProduct(int line, PlacementPolicy policy) {
    Function function =
        new Function(
            "f",
            Signature.of(List.of(Type.I64, Type.I64), List.of(Type.I64)),
            Linkage.GLOBAL,
            new Graph(Simplifier.NONE),
            "");
    FunctionBuilder b = new FunctionBuilder(function);
    Node x = b.parameter(0);
    Node y = b.parameter(1);
    int yes = b.newBlock();
    int no = b.newBlock();
    int join = b.newBlock();
    int result = b.newVariable(Type.I64);
    b.write(result, x);
    function.graph().setPosition(line == 0 ? Position.NONE : Position.of(line, 1));
    Node product = b.binary(Op.MUL, Type.I64, x, y);
    function.graph().setPosition(Position.of(5, 1));
    b.branch(b.compare(Op.LT, x, y), yes, no);
    b.seal(yes);
    b.seal(no);
    b.setBlock(yes);
    function.graph().setPosition(Position.of(6, 1));
    b.write(result, b.binary(Op.ADD, Type.I64, product, y));
    b.jump(join);
    b.setBlock(no);
    b.jump(join);
    b.seal(join);
    b.setBlock(join);
    b.returnValues(b.read(result));
    b.finish();
    Schedule schedule =
        GlobalCodeMotion.schedule(
            function, new GlobalCodeMotion.Options(policy, OrderPriorities.SOURCE));
    ScheduleVerifier.verify("f", schedule);
    int block = schedule.blockOf(product);
    return schedule.controlFlow().dominators().depth(block);
  }

  @Test
  void isFoundByItsName() {
    assertNotNull(PlacementPolicies.byName().get("source"));
  }

  @Test
  void whatIsWrittenBeforeABranchStaysThere() {
    assertEquals(0, depthOfProduct(3, PlacementPolicies.SOURCE));
    assertEquals(1, depthOfProduct(3, PlacementPolicies.LATE));
  }

  @Test
  void whatIsWrittenInAnArmStaysThere() {
    assertEquals(1, depthOfProduct(6, PlacementPolicies.SOURCE));
  }

  @Test
  void withoutAPositionItStandsWhereItIsNeeded() {
    assertEquals(1, depthOfProduct(0, PlacementPolicies.SOURCE));
  }
}
