package dev.sargasso.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.interpret.Externals;
import dev.sargasso.ir.interpret.Limits;
import dev.sargasso.ir.interpret.Outcome;
import dev.sargasso.ir.interpret.SeaInterpreter;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import dev.sargasso.ir.verify.GraphVerifier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What can be written in the SSA notation, and what it means. */
class SsaNotationTest {
  private static Program parse(String text) {
    Program program = SsaParser.parse("test.ssa", text, Simplifier.NONE);
    for (Function function : program.functions()) {
      GraphVerifier.verify(function);
    }
    return program;
  }

  private static long value(String text, String function, long... arguments) {
    Outcome outcome =
        new SeaInterpreter(parse(text), Externals.NONE, Limits.DEFAULT).run(function, arguments);
    return assertInstanceOf(Outcome.Returned.class, outcome, outcome::toString).value();
  }

  private static Node only(Program program, Op op) {
    Node found = null;
    for (Function function : program.functions()) {
      for (int id = 0; id < function.graph().idLimit(); id++) {
        Node node = function.graph().node(id);
        if (node != null && node.op() == op) {
          assertEquals(null, found, "two of " + op);
          found = node;
        }
      }
    }
    return present(found, op);
  }

  private static Node present(Node node, Op op) {
    assertNotNull(node, op.text());
    return node;
  }

  // ------------------------------------------------------------------- names

  @Test
  void functionsHaveAnySignOrNone() {
    for (String sign : List.of("", "$", "@", "&")) {
      assertEquals(5, value("func " + sign + "f(%x: i32) -> (i32) {\n goto @ret(%x)\n}", "f", 5));
    }
  }

  @Test
  void namesBelongToTheirBlock() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            %y = add %x, 1
            goto @next(%y)
          @next(%x: i32):
            // This x is the block's, the y below shadows the entry's.
            %y = mul %x, 10
            goto @last(%y, %x)
          @last(%x, %z: i32):
            %r = add %x, %z
            return %r
        }
        """;
    assertEquals(66, value(text, "f", 5));
  }

  @Test
  void namesOfDominatingBlocksAreSeen() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            %a = add %x, 1
            %c = cmp.gt %x, 10
            goto %c { 1 -> @big, 0 -> @small }
          @big:
            %b = mul %a, 2
            goto @join(%b)
          @small:
            goto @join(%a)
          @join(%v: i32):
            %r = add %v, %a
            return %r
        }
        """;
    assertEquals(63, value(text, "f", 20));
    assertEquals(4, value(text, "f", 1));
  }

  @Test
  void blocksMayStandInAnyOrder() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            goto @first
          @third:
            %r = add %b, %a
            return %r
          @second:
            %b = mul %a, 3
            goto @third
          @first:
            %a = add %x, 1
            goto @second
        }
        """;
    assertEquals(24, value(text, "f", 5));
  }

  @Test
  void unreachableBlocksAreCheckedAndDropped() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            return %x
          @nowhere(%y: i32):
            %z = add %x, %y
            goto @nowhere(%z)
          @alone:
            return 3
        }
        """;
    assertEquals(9, value(text, "f", 9));
  }

  @Test
  void phisNameTheirPredecessors() {
    String text =
        """
        func f(%n: i32) -> (i32) {
            goto @loop
          @loop:
            %i: i32 = phi { @entry -> %n, @body -> %j }
            %s: i32 = phi { @entry -> 0 @body -> %t }
            %more = cmp.gt %i, 0
            goto %more { 0 -> @ret(%s), 1 -> @body }
          @body:
            %t = add %s, %i
            %j = sub %i, 1
            goto @loop
        }
        """;
    assertEquals(15, value(text, "f", 5));
  }

  // ------------------------------------------------------------------ control

  @Test
  void aGotoWithoutDefaultAssumesItsCases() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            %c = cmp.lt %x, 0
            goto %c {
              1 -> @ret(-1)
              0 -> @ret(1)
            }
        }
        """;
    assertEquals(-1, value(text, "f", -5));
    assertEquals(1, value(text, "f", 5));
    Program program = parse(text);
    assertEquals(Op.IF, only(program, Op.IF).op());
  }

  @Test
  void oneBlockMayBeReachedByManyCasesWithOtherArguments() {
    String text =
        """
        func f(%x: i32) -> (i32) {
            goto %x { 0 -> @to(10), 1 -> @to(11), 7 | 8 -> @to(%x), _ -> @to(-1) }
          @to(%r: i32):
            return %r
        }
        """;
    assertEquals(10, value(text, "f", 0));
    assertEquals(11, value(text, "f", 1));
    assertEquals(8, value(text, "f", 8));
    assertEquals(-1, value(text, "f", 9));
  }

  @Test
  void anEmptyGotoIsUnreachable() {
    Program program = parse("func f(%x: i1) {\n goto %x { }\n}\nfunc g() { goto { } }");
    assertEquals(2, program.functions().size());
    for (Function function : program.functions()) {
      assertEquals(Op.UNREACHABLE, function.graph().end().input(0).op());
    }
  }

  @Test
  void endlessLoopsAreTiedToTheEnd() {
    Program program = parse("func f() {\n goto @l\n @l:\n goto @l\n}");
    assertEquals(Op.NEVER, only(program, Op.NEVER).op());
  }

  // ------------------------------------------------------------------- types

  @Test
  void loadsLearnTheirTypeFromTheSlotThroughBlockParameters() {
    String text =
        """
        func f(%x: i64) -> (i64) {
            %p = stack i64
            %q = stack i64
            store %p, %x
            store %q, 1
            %c = cmp.gt %x, 3
            %r = select %c, %p, %q
            goto @next(%r)
          @next(%s: ptr):
            %v = load %s
            return %v
        }
        """;
    assertEquals(4, value(text, "f", 4));
    assertEquals(1, value(text, "f", 3));
  }

  @Test
  void typesOfNumbersComeFromTheirNeighbours() {
    String text =
        """
        func f(%x: i8, %d: f64) -> (i8) {
            %a = add 1, %x
            %b: i8 = add 100, 100
            %c = cmp.lt 2, %d
            %e = cmp.eq 3: i16, 4
            %g = or %c, %e
            %h = select %g, %a, 5
            %i = add %h, %b
            return %i
        }
        """;
    assertEquals((byte) 206, value(text, "f", 5, Double.doubleToRawLongBits(3)));
    assertEquals((byte) 205, value(text, "f", 9, Double.doubleToRawLongBits(1)));
  }

  @Test
  void comparisonsFollowTheTypeOfTheirOperands() {
    String text =
        """
        func f(%a, %b: f64) -> (i32) {
            %lt = cmp.lt %a, %b
            %ge = cmp.ge %a, %b
            %gt = cmp.fgt %a, %b
            %ne = cmp.ne %a, %b
            %0: i32 = zero_extend %lt
            %1: i32 = zero_extend %ge
            %2: i32 = zero_extend %gt
            %3: i32 = zero_extend %ne
            %x = shl %1, 1
            %y = shl %2, 2
            %z = shl %3, 3
            %r = or %0, %x
            %s = or %y, %z
            %t = or %r, %s
            return %t
        }
        func u(%a, %b: i32) -> (i1) {
            %r = cmp.ugt %a, %b
            return %r
        }
        """;
    long nan = Double.doubleToRawLongBits(Double.NaN);
    long one = Double.doubleToRawLongBits(1);
    long two = Double.doubleToRawLongBits(2);
    assertEquals(0b1001, value(text, "f", one, two));
    assertEquals(0b1110, value(text, "f", two, one));
    assertEquals(0b0010, value(text, "f", one, one));
    assertEquals(0b1000, value(text, "f", nan, one));
    assertEquals(1, value(text, "u", -1, 1));
  }

  @Test
  void numbersAreWrittenInManyWays() {
    assertEquals(255, value("func f() -> (i32) { return 0xff }", "f"));
    assertEquals(-1, value("func f() -> (i8) { return 255 }", "f"));
    assertEquals(-1, value("func f() -> (i64) { return 0xFFFFFFFFFFFFFFFF }", "f"));
    assertEquals(Long.MIN_VALUE, value("func f() -> (i64) { return -9223372036854775808 }", "f"));
    assertEquals(1, value("func f() -> (i1) { return true }", "f"));
    assertEquals(0, value("func f() -> (ptr) { return null }", "f"));
    for (String text : List.of("2.5", "25e-1", "0x1.4p1", "2.5e0")) {
      assertEquals(
          Double.doubleToRawLongBits(2.5), value("func f() -> (f64) { return " + text + " }", "f"));
    }
    assertEquals(Float.floatToRawIntBits(0.1f), value("func f() -> (f32) { return 0.1 }", "f"));
    assertEquals(
        Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY),
        value("func f() -> (f64) { return -inf }", "f"));
    assertEquals(
        0xFFF8_0000_0000_0001L,
        value("func f() -> (f64) { return bits(0xFFF8000000000001) }", "f"));
    assertEquals(Double.doubleToRawLongBits(3), value("func f() -> (f64) { return 3 }", "f"));
  }

  // -------------------------------------------------------------- operations

  @Test
  void everyPureOperationCanBeWrittenByItsName() {
    StringBuilder text = new StringBuilder();
    for (Op op : Op.values()) {
      Operations.Shape shape = Operations.shape(op);
      if (shape == null) {
        continue;
      }
      boolean isFloat = Operations.takes(op, Type.F64);
      String line =
          switch (shape) {
            case UNIFORM ->
                "(%a, %b: T) -> (T) { %r = OP %a"
                    + (Operations.operandCount(op) == 2 ? ", %b" : "")
                    + " return %r }";
            case COMPARISON -> "(%a, %b: T) -> (i1) { %r = OP %a, %b return %r }";
            case OFFSET -> "(%p: ptr, %n: i64) -> (ptr) { %r = OP %p, %n return %r }";
            case SELECT -> "(%c: i1, %a, %b: T) -> (T) { %r = OP %c, %a, %b return %r }";
            case CONVERSION -> conversion(op);
            case VECTOR -> vector(op);
          };
      text.append("func f_")
          .append(op.text())
          .append(line.replace("T", isFloat ? "f64" : "i32").replace("OP", op.text()))
          .append('\n');
    }
    Program program = parse(text.toString());
    assertTrue(program.functions().size() > 45);
    for (Function function : program.functions()) {
      Node returned = function.graph().end().input(0);
      Node named = returned.value(0);
      if (named.op() == Op.EXTRACT_LANE && !named.input(0).isConstant()) {
        // A vector cannot be returned; a lane of it can.
        named = function.name().equals("f_extract_lane") ? named : named.input(0);
      }
      assertEquals("f_" + named.op().text(), function.name());
    }
  }

  private static String vector(Op op) {
    String operation =
        switch (op) {
          case SPLAT -> "OP %a";
          case VECTOR_PAIR -> "OP %a, %b";
          case EXTRACT_LANE -> "vector_pair %a, %b";
          case VECTOR_UNARY -> "OP each=fsqrt lane=f64 %v";
          case VECTOR_BINARY -> "OP each=add lane=i8 %v, %v";
          case VECTOR_SHIFT -> "OP each=sar lane=i16 %v, 3";
          case BLEND -> "OP %v, %v, %v";
          case SHUFFLE -> "OP index=27 %v";
          default -> "OP lane=i16 %v, %v";
        };
    return "(%a, %b: i64) -> (i64) { %v = vector_pair %a, %b %w = "
        + operation
        + " %r: i64 = extract_lane index=1 %w return %r }";
  }

  private static String conversion(Op op) {
    for (Type from : List.of(Type.I32, Type.F32, Type.F64, Type.I64)) {
      for (Type to : List.of(Type.I64, Type.I32, Type.F64, Type.F32)) {
        if (Operations.converts(op, from, to)) {
          return "(%a: "
              + from.text()
              + ") -> ("
              + to.text()
              + ") { %r: "
              + to.text()
              + " = OP %a return %r }";
        }
      }
    }
    throw new AssertionError(op);
  }

  @Test
  void flagsAndAccessesAreKept() {
    Program program =
        parse(
            """
            func f(%p: ptr, %n: i64) -> (i32) {
                %m = add nsw %n, 1
                %q = offset inbounds %p, %m
                %x: i32 = load class=3 %q
                return %x
            }
            """);
    assertEquals(Op.NO_SIGNED_WRAP, only(program, Op.ADD).immediate());
    assertEquals(Op.IN_BOUNDS, only(program, Op.OFFSET).immediate());
    assertEquals(3, Access.aliasClass(only(program, Op.LOAD).immediate()));
    assertEquals(4, program.functions().iterator().next().aliasClassCount());
  }

  // ------------------------------------------------------------ declarations

  @Test
  void globalsHaveContents() {
    Program program =
        parse(
            """
            global $plain 100:32
            local const $mixed = { i32 1, -2, i8 3, zero 3, $plain + 8, "a\\n\\x41\\0", f32 1.5 }
            const $text 10 = "abc"
            global $"odd name!" 4
            extern $outside
            extern $f(ptr, byval 24:8, ...) -> (i32, f64)
            """);
    Global plain = program.global("plain");
    assertEquals(100, plain.size());
    assertEquals(32, plain.alignment());
    Global mixed = program.global("mixed");
    assertTrue(mixed.readOnly());
    assertEquals(Linkage.LOCAL, mixed.linkage());
    assertEquals(4 + 4 + 1 + 3 + 8 + 4 + 4, mixed.size());
    assertEquals(8, mixed.alignment());
    assertEquals(List.of(new Global.DataRelocation(12, "plain", 8)), mixed.relocations());
    assertEquals('A', mixed.initialiser()[22]);
    assertEquals(10, program.global("text").size());
    assertNotNull(program.global("odd name!"));
    assertEquals(null, program.external("outside").signature());
    Signature signature = program.external("f").signature();
    assertTrue(signature.variadic());
    assertEquals(24, signature.parameters().get(1).byValueSize());
    assertEquals(List.of(Type.I32, Type.F64), signature.results());
  }

  @Test
  void aCallMayStateTheSignatureItself() {
    Program program =
        parse("func f() -> (i32) {\n %r = call $g(1) : (i32, ...) -> (i32)\n return %r\n}");
    assertNotNull(program.external("g"));
    assertTrue(program.external("g").signature().variadic());
  }

  @Test
  void positionsPointAtTheText() {
    Program program = parse("func f(%a: i32) -> (i32) {\n    %b = mul %a, %a\n  return %b\n}");
    int position = only(program, Op.MUL).position();
    assertEquals(2, dev.sargasso.ir.program.Position.line(position));
    assertEquals(10, dev.sargasso.ir.program.Position.column(position));
    assertEquals("test.ssa", program.function("f").sourceFile());
  }

  // -------------------------------------------------------------------- size

  @Test
  void hugeFunctionsAreRead() {
    StringBuilder text = new StringBuilder();
    text.append("func f(%x: i32) -> (i32) {\n goto @b0(%x)\n");
    int blocks = 20_000;
    for (int i = 0; i < blocks; i++) {
      text.append("@b" + i + "(%y: i32):\n %z = add %y, 1\n goto ")
          .append(i + 1 < blocks ? "@b" + (i + 1) + "(%z)\n" : "@ret(%z)\n");
    }
    text.append("}\n");
    assertEquals(blocks, value(text.toString(), "f", 0));
  }

  @Test
  void aHugeSwitchIsRead() {
    StringBuilder text = new StringBuilder();
    text.append("func f(%x: i32) -> (i32) {\n goto %x {\n");
    for (int i = 0; i < 20_000; i++) {
      text.append("  ").append(i).append(" -> @to(").append(i * 3).append(")\n");
    }
    text.append(" _ -> @to(-1) }\n @to(%r: i32):\n return %r\n}\n");
    assertEquals(36_000, value(text.toString(), "f", 12_000));
  }
}
