package dev.sargasso.passes.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import dev.sargasso.passes.alias.Aliasing;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Golden cases of the rules that need memory or control, and cases in which they must not apply.
 */
class MemoryAndControlRulesTest {
  private final Simplifications simplifications = Simplifications.forWholeGraph();
  private final Graph graph = new Graph(simplifications);
  private final Node start = graph.start();
  private final Node memory = graph.make(Op.INITIAL_MEMORY, Type.MEM, 0, null, start);
  private final Node p = graph.make(Op.PARAMETER, Type.PTR, 0, null, start);
  private final Node q = graph.make(Op.PARAMETER, Type.PTR, 1, null, start);
  private final Node x = graph.make(Op.PARAMETER, Type.I64, 2, null, start);
  private final Node y = graph.make(Op.PARAMETER, Type.I64, 3, null, start);

  private Node load(Type type, Node token, Node address) {
    return graph.make(Op.LOAD, type, 0, null, start, token, address);
  }

  private Node store(Node token, Node address, Node value) {
    return graph.make(Op.STORE, Type.MEM, 0, null, start, token, address, value);
  }

  private Node sized(Op op, Node token, Node target, Node source, int size) {
    return graph.make(op, Type.MEM, Access.ofSize(0, size), null, start, token, target, source);
  }

  private Node at(Node pointer, long offset) {
    return graph.make(
        Op.OFFSET, Type.PTR, Op.IN_BOUNDS, null, pointer, graph.constant(Type.I64, offset));
  }

  private Node slot(int index) {
    return graph.make(Op.STACK_SLOT, Type.PTR, 0, new StackSlot(index, "s" + index, 16, 8));
  }

  private Node symbol(String name) {
    return graph.make(Op.SYMBOL, Type.PTR, 0, name);
  }

  private static Map<Rule, java.util.function.Consumer<MemoryAndControlRulesTest>> cases() {
    Map<Rule, java.util.function.Consumer<MemoryAndControlRulesTest>> cases =
        new EnumMap<>(Rule.class);
    cases.put(
        Rule.LOAD_OF_STORED,
        t -> {
          Node token = t.store(t.memory, t.p, t.x);
          Node behind = t.store(token, t.at(t.p, 8), t.y);
          assertEquals(t.x, t.load(Type.I64, token, t.p));
          assertEquals(t.x, t.load(Type.I64, behind, t.p));
          assertEquals(t.y, t.load(Type.I64, behind, t.at(t.p, 8)));
        });
    cases.put(
        Rule.LOAD_OF_STORED_BITS,
        t -> {
          Node bits = t.load(Type.F64, t.store(t.memory, t.p, t.x), t.p);
          assertEquals(Op.BITCAST, bits.op());
          assertEquals(t.x, bits.value(0));
        });
    cases.put(
        Rule.LOAD_OF_STORED_PART,
        t -> {
          Node part = t.load(Type.I16, t.store(t.memory, t.p, t.x), t.p);
          assertEquals(Op.TRUNCATE, part.op());
          assertEquals(t.x, part.value(0));
        });
    cases.put(
        Rule.LOAD_OF_ZEROED,
        t -> {
          Node zero = t.graph.constant(Type.I8, 0);
          Node token = t.sized(Op.MEMORY_FILL, t.memory, t.p, zero, 24);
          assertTrue(t.load(Type.I64, token, t.at(t.p, 16)).isConstant(0));
          assertEquals(Op.LOAD, t.load(Type.I64, token, t.at(t.p, 20)).op());
        });
    cases.put(
        Rule.LOAD_IS_SAFE,
        t -> {
          assertNull(t.load(Type.I64, t.memory, t.at(t.slot(0), 8)).control());
          assertEquals(t.start, t.load(Type.I64, t.memory, t.at(t.slot(0), 12)).control());
          assertEquals(t.start, t.load(Type.I64, t.memory, t.at(t.slot(0), -8)).control());
        });
    cases.put(
        Rule.STORE_OF_LOADED,
        t -> {
          Node value = t.load(Type.I64, t.memory, t.p);
          assertEquals(t.memory, t.store(t.memory, t.p, value));
          assertNotEquals(t.memory, t.store(t.memory, t.q, value));
          Node later = t.store(t.memory, t.q, t.y);
          assertNotEquals(later, t.store(later, t.p, value));
        });
    cases.put(
        Rule.STORE_OVERWRITTEN,
        t -> {
          Node hidden = t.store(t.memory, t.p, t.x);
          assertEquals(t.memory, t.store(hidden, t.p, t.y).memory());
          Node seen = t.store(t.memory, t.q, t.x);
          t.load(Type.I64, seen, t.p);
          assertEquals(seen, t.store(seen, t.q, t.y).memory());
        });
    cases.put(
        Rule.COPY_TO_SELF,
        t -> assertEquals(t.memory, t.sized(Op.MEMORY_COPY, t.memory, t.p, t.p, 8)));
    cases.put(
        Rule.PART_OF_MERGE,
        t -> {
          Node one =
              t.graph.make(
                  Op.STORE,
                  Type.MEM,
                  Access.of(1),
                  null,
                  t.start,
                  t.graph.make(Op.INITIAL_MEMORY, Type.MEM, 1, null, t.start),
                  t.p,
                  t.x);
          Node call = t.call();
          Node merge = t.graph.make(Op.MEMORY_MERGE, Type.MEM, 0, null, call, one);
          assertEquals(one, t.graph.make(Op.MEMORY_PART, Type.MEM, 1, null, merge));
          Node two = t.graph.make(Op.MEMORY_PART, Type.MEM, 2, null, merge);
          assertEquals(Op.MEMORY_PART, two.op());
          assertEquals(call, two.input(0));
        });
    cases.put(
        Rule.PART_OF_INITIAL,
        t -> {
          Node part = t.graph.make(Op.MEMORY_PART, Type.MEM, 3, null, t.memory);
          assertEquals(Op.INITIAL_MEMORY, part.op());
          assertEquals(3, part.immediate());
        });
    cases.put(
        Rule.MERGE_OF_PARTS,
        t -> {
          Node call = t.call();
          Node part = t.graph.make(Op.MEMORY_PART, Type.MEM, 1, null, call);
          Node store =
              t.graph.make(
                  Op.STORE,
                  Type.MEM,
                  Access.of(2),
                  null,
                  t.start,
                  t.graph.make(Op.MEMORY_PART, Type.MEM, 2, null, call),
                  t.p,
                  t.x);
          assertEquals(call, t.graph.make(Op.MEMORY_MERGE, Type.MEM, 0, null, call, part));
          Node merge = t.graph.make(Op.MEMORY_MERGE, Type.MEM, 0, null, call, part, store);
          assertEquals(2, merge.inputCount());
          assertEquals(store, merge.input(1));
        });
    cases.put(
        Rule.PHI_SAME,
        t -> {
          Node region = t.graph.makeRaw(Op.REGION, Type.CTRL, 0, null, t.start, t.start);
          Node phi = t.graph.makeRaw(Op.PHI, Type.I64, 0, null, region, t.x, t.x);
          t.graph.setInput(phi, 2, phi);
          Node user = t.graph.make(Op.NOT, Type.I64, 0, null, phi);
          t.graph.revisit(phi);
          assertEquals(t.x, user.value(0));
          Node incomplete = t.graph.makeRaw(Op.PHI, Type.I64, 0, null, region, t.x);
          assertEquals(incomplete, t.graph.revisit(incomplete));
        });
    cases.put(
        Rule.GUARD_TRUE,
        t -> {
          Node yes = t.graph.constant(Type.I1, 1);
          assertEquals(t.start, t.graph.make(Op.GUARD, Type.CTRL, 7, null, t.start, yes));
        });
    cases.put(
        Rule.CALL_OF_SYMBOL,
        t -> {
          Signature signature = Signature.of(List.of(Type.I64), List.of(Type.I64));
          CallDescriptor indirect = new CallDescriptor(signature, null);
          Node known =
              t.graph.make(
                  Op.CALL,
                  Type.TUPLE,
                  0,
                  indirect,
                  new Node[] {t.start, t.memory, t.symbol("f"), t.x});
          assertEquals(new CallDescriptor(signature, "f"), known.attribute());
          assertEquals(3, known.inputCount());
          assertEquals(t.x, known.value(0));
          Node unknown =
              t.graph.make(
                  Op.CALL, Type.TUPLE, 0, indirect, new Node[] {t.start, t.memory, t.p, t.x});
          assertEquals(indirect, unknown.attribute());
        });
    return cases;
  }

  private Node call() {
    Node call = graph.makeRaw(Op.CALL, Type.TUPLE, 0, null, start, memory);
    return graph.make(Op.PROJECTION, Type.MEM, 1, null, call);
  }

  @TestFactory
  List<DynamicTest> eachRule() {
    return cases().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey().name(),
                    () -> {
                      MemoryAndControlRulesTest fresh = new MemoryAndControlRulesTest();
                      entry.getValue().accept(fresh);
                      assertTrue(fresh.simplifications.hits(entry.getKey()) > 0);
                    }))
        .toList();
  }

  @Test
  void everyRuleHasACase() {
    assertEquals(GoldenRulesTest.TESTED_ON_GRAPHS, cases().keySet());
  }

  // ---------------------------------------------------------- what must not be

  @Test
  void aLoadLooksPastWhatIsDisjoint() {
    Node slot = slot(0);
    Node other = slot(1);
    Node token = store(memory, at(slot, 8), x);
    token = store(token, at(other, 8), y);
    token = store(token, symbol("g"), y);
    token = sized(Op.MEMORY_FILL, token, other, graph.constant(Type.I8, 1), 16);
    token = sized(Op.MEMORY_COPY, token, at(symbol("g"), 4), other, 12);
    assertEquals(x, load(Type.I64, token, at(slot, 8)));
  }

  @Test
  void aLoadStopsAtWhatMayTouchIt() {
    Node slot = slot(0);
    Node stored = store(memory, slot, x);
    assertEquals(Op.LOAD, load(Type.I64, store(stored, p, y), slot).op());
    assertEquals(Op.LOAD, load(Type.I64, store(stored, at(slot, 4), y), slot).op());
    Node within = sized(Op.MEMORY_COPY, stored, at(slot, 7), p, 9);
    assertEquals(Op.LOAD, load(Type.I64, within, slot).op());
    Node beyond = store(stored, at(slot(1), 16), y);
    assertEquals(x, load(Type.I64, beyond, slot), "in-bounds, whatever the constant says");
    Node apart = store(store(memory, p, x), q, y);
    assertEquals(Op.LOAD, load(Type.I64, apart, p).op());
  }

  @Test
  void anOffsetThatMayLeaveItsObjectIsNotTrusted() {
    Node far =
        graph.make(Op.OFFSET, Type.PTR, 0, null, symbol("g"), graph.constant(Type.I64, 4096));
    Node token = store(store(memory, symbol("h"), x), far, y);
    assertEquals(Op.LOAD, load(Type.I64, token, symbol("h")).op());
  }

  @Test
  void aLoadKeepsItsToken() {
    Node token = store(memory, symbol("g"), x);
    Node later = store(token, symbol("h"), y);
    Node load = load(Type.I64, later, symbol("k"));
    assertEquals(later, load.memory());
  }

  @Test
  void volatileStoresStay() {
    Node stored = graph.make(Op.STORE, Type.MEM, Access.ofVolatile(0), null, start, memory, p, x);
    assertEquals(Op.LOAD, load(Type.I64, stored, p).op());
    assertEquals(stored, store(stored, p, y).memory());
    Node value = load(Type.I64, memory, q);
    Node again =
        graph.make(Op.STORE, Type.MEM, Access.ofVolatile(0), null, start, memory, q, value);
    assertEquals(Op.STORE, again.op());
  }

  @Test
  void whileBuildingNoStoreIsTakenForHidden() {
    Graph early = new Graph(Simplifications.whileBuilding());
    Node token = early.make(Op.INITIAL_MEMORY, Type.MEM, 0, null, early.start());
    Node pointer = early.make(Op.PARAMETER, Type.PTR, 0, null, early.start());
    Node one = early.constant(Type.I64, 1);
    Node first = early.make(Op.STORE, Type.MEM, 0, null, early.start(), token, pointer, one);
    Node second =
        early.make(
            Op.STORE,
            Type.MEM,
            0,
            null,
            early.start(),
            first,
            pointer,
            early.constant(Type.I64, 2));
    assertEquals(first, second.memory());
    assertFalse(first == second);
  }

  @Test
  void addressesOfTheSameBaseAreComparedModuloTheAddressSpace() {
    Node high = at(p, Long.MAX_VALUE);
    Node low = at(p, Long.MIN_VALUE);
    assertTrue(Aliasing.areDisjoint(high, 1, low, 1));
    assertFalse(Aliasing.areDisjoint(high, 2, low, 1));
    assertFalse(Aliasing.areDisjoint(at(p, -4), 8, p, 1));
    assertTrue(Aliasing.areDisjoint(at(p, -8), 8, p, 1));
  }
}
