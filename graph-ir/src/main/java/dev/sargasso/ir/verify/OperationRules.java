package dev.sargasso.ir.verify;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.type.IntegerStamp;
import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each operation demands of its own inputs, types, attribute and immediate. */
final class OperationRules {
  private final Function function;
  private final Problems problems;

  OperationRules(Function function, Problems problems) {
    this.function = function;
    this.problems = problems;
  }

  void check(Node node) {
    Op op = node.op();
    if (op.arity() >= 0 && node.inputCount() != op.arity()) {
      problems.add("arity", node, "has " + node.inputCount() + " inputs instead of " + op.arity());
      return;
    }
    if (node.inputCount() < Math.max(op.firstValue(), least(op))) {
      problems.add("arity", node, "has only " + node.inputCount() + " inputs");
      return;
    }
    if (op.hasControl()) {
      Node control = node.inputOrNull(0);
      if (control != null && !isToken(control)) {
        problems.add("type", node, "hangs on " + Problems.describe(control) + ", no control token");
        return;
      }
    }
    if (op.hasMemory() && node.memory().type() != Type.MEM) {
      problems.add("type", node, "takes " + Problems.describe(node.memory()) + " as memory");
      return;
    }
    checkAttribute(node);
    checkImmediate(node);
    checkShape(node);
    if (node.type() == Type.TUPLE) {
      checkProjections(node);
    }
    Stamp stamp = node.stamp();
    if (stamp != null && stamp.type() != node.type()) {
      problems.add("type", node, "has a stamp of type " + stamp.type().text());
    }
  }

  private static int least(Op op) {
    return switch (op) {
      case REGION, PHI, MEMORY_MERGE -> 1;
      case LOOP -> 2;
      default -> 0;
    };
  }

  /** Whether control can go on from the node itself. */
  static boolean isToken(Node node) {
    return switch (node.op()) {
      case START, REGION, LOOP, GUARD -> true;
      case PROJECTION -> node.type() == Type.CTRL;
      default -> false;
    };
  }

  // --------------------------------------------------- attributes, immediates

  private void checkAttribute(Node node) {
    Object attribute = node.attribute();
    boolean right =
        switch (node.op()) {
          case SWITCH -> attribute instanceof SwitchTable;
          case CALL -> attribute instanceof CallDescriptor;
          case SYMBOL -> attribute instanceof String;
          case STACK_SLOT ->
              attribute instanceof StackSlot slot
                  && slot.index() < function.slots().size()
                  && function.slots().get(slot.index()) == slot;
          default -> attribute == null;
        };
    if (!right) {
      problems.add("attribute", node, "has attribute " + attribute);
    }
  }

  private void checkImmediate(Node node) {
    long immediate = node.immediate();
    boolean right =
        switch (node.op()) {
          case CONSTANT ->
              node.type().isValue()
                  && node.type() != Type.V128
                  && node.type().canonical(immediate) == immediate;
          case PARAMETER -> immediate >= 0 && immediate < function.signature().parameters().size();
          case INITIAL_MEMORY -> isClass(immediate);
          case PHI -> node.type() == Type.MEM ? isClass(immediate) : immediate == 0;
          case MEMORY_PART -> immediate > 0 && isClass(immediate);
          case PROJECTION, GUARD, TRAP -> immediate >= 0;
          case LOAD -> isClass(Access.withTag(immediate, Access.ANY_TYPE));
          case STORE -> isAccess(immediate) && Access.size(immediate) == 0;
          case VOLATILE_LOAD ->
              isAccess(immediate) && Access.size(immediate) > 0 && Access.isVolatile(immediate);
          case MEMORY_COPY, MEMORY_FILL -> isAccess(immediate) && Access.size(immediate) > 0;
          case ADD, SUB, MUL, NEG, SHL -> (immediate & ~Op.NO_SIGNED_WRAP) == 0;
          case OFFSET -> (immediate & ~Op.IN_BOUNDS) == 0;
          case EXTRACT_LANE, VECTOR_UNARY, VECTOR_BINARY, VECTOR_SHIFT, SHUFFLE -> true;
          case INTERLEAVE_LOW, INTERLEAVE_HIGH, EVEN_LANES -> true;
          case CALL -> CallFacts.isValid(immediate);
          default -> immediate == 0;
        };
    if (!right) {
      problems.add("immediate", node, "has immediate " + immediate);
    }
  }

  private boolean isClass(long number) {
    return number >= 0 && number < function.aliasClassCount();
  }

  private boolean isAccess(long immediate) {
    return immediate >= 0 && isClass(Access.aliasClass(immediate));
  }

  // ------------------------------------------------------------------- types

  private void checkShape(Node node) {
    switch (node.op()) {
      case START -> expectType(node, Type.CTRL);
      case PARAMETER -> {
        expectStart(node);
        int index = (int) node.immediate();
        List<Signature.Parameter> parameters = function.signature().parameters();
        if (index >= 0 && index < parameters.size()) {
          expectType(node, parameters.get(index).type());
          require(node, node.type() != Type.V128, "is a vector");
        }
      }
      case INITIAL_MEMORY -> {
        expectStart(node);
        expectType(node, Type.MEM);
      }
      case REGION, LOOP -> {
        expectType(node, Type.CTRL);
        for (int i = 0; i < node.inputCount(); i++) {
          if (!isToken(node.input(i))) {
            problems.add("type", node, "is entered from " + Problems.describe(node.input(i)));
          }
        }
      }
      case PHI -> checkPhi(node);
      case IF -> {
        expectType(node, Type.TUPLE);
        expectValue(node, 0, Type.I1);
      }
      case SWITCH -> {
        expectType(node, Type.TUPLE);
        require(
            node, node.value(0).type().isInteger(), "switches on something else than an integer");
      }
      case NEVER -> expectType(node, Type.TUPLE);
      case GUARD -> {
        expectType(node, Type.CTRL);
        expectValue(node, 0, Type.I1);
      }
      case CALL -> checkCall(node);
      case RETURN -> checkReturn(node);
      case UNREACHABLE, TRAP -> {
        expectType(node, Type.CTRL);
        expectWhole(node, node.memory());
      }
      case END -> checkEnd(node);
      case PROJECTION ->
          require(node, node.input(0).type() == Type.TUPLE, "takes apart what is no tuple");
      default -> checkMemory(node);
    }
  }

  private void expectStart(Node node) {
    require(node, node.input(0).op() == Op.START, "does not hang on START");
  }

  private void checkPhi(Node node) {
    Node region = node.input(0);
    if (!region.op().isRegion()) {
      problems.add("type", node, "hangs on " + Problems.describe(region));
      return;
    }
    if (node.inputCount() != region.inputCount() + 1) {
      problems.add(
          "arity",
          node,
          "has " + (node.inputCount() - 1) + " values for " + region.inputCount() + " ways in");
    }
    require(node, node.type().isValue() || node.type() == Type.MEM, "is neither value nor memory");
    for (int i = 1; i < node.inputCount(); i++) {
      if (node.input(i).type() != node.type()) {
        problems.add(
            "type",
            node,
            "of type " + node.type().text() + " takes a " + node.input(i).type().text());
      } else if (node.type() == Type.MEM) {
        expectClass(node, node.input(i), (int) node.immediate());
      }
    }
  }

  private void checkCall(Node node) {
    expectType(node, Type.TUPLE);
    expectWhole(node, node.memory());
    if (!(node.attribute() instanceof CallDescriptor descriptor)) {
      return;
    }
    int first = 0;
    if (descriptor.isIndirect()) {
      if (node.valueCount() == 0) {
        problems.add("arity", node, "is indirect but has no address");
        return;
      }
      expectValue(node, 0, Type.PTR);
      first = 1;
    }
    List<Signature.Parameter> parameters = descriptor.signature().parameters();
    int arguments = node.valueCount() - first;
    boolean fits =
        descriptor.signature().variadic()
            ? arguments >= parameters.size()
            : arguments == parameters.size();
    if (!fits) {
      problems.add(
          "arity",
          node,
          "has " + arguments + " arguments for " + parameters.size() + " parameters");
      return;
    }
    for (int i = 0; i < arguments; i++) {
      if (i < parameters.size()) {
        expectValue(node, first + i, parameters.get(i).type());
      } else {
        require(node, isScalar(node.value(first + i)), "passes what is no scalar");
      }
    }
  }

  private void checkReturn(Node node) {
    expectType(node, Type.CTRL);
    expectWhole(node, node.memory());
    List<Type> results = function.signature().results();
    if (node.valueCount() != results.size()) {
      problems.add(
          "arity", node, "returns " + node.valueCount() + " values instead of " + results.size());
      return;
    }
    for (int i = 0; i < results.size(); i++) {
      expectValue(node, i, results.get(i));
      require(node, isScalar(node.value(i)), "returns a vector");
    }
  }

  private void checkEnd(Node node) {
    for (int i = 0; i < node.inputCount(); i++) {
      switch (node.input(i).op()) {
        case RETURN, UNREACHABLE, TRAP -> {}
        default -> problems.add("type", node, "holds " + Problems.describe(node.input(i)));
      }
    }
  }

  // ------------------------------------------------------------------ memory

  private void checkMemory(Node node) {
    switch (node.op()) {
      case LOAD -> {
        require(node, node.type().isValue(), "loads what is no value");
        expectValue(node, 0, Type.PTR);
        expectClass(node, node.memory(), Access.aliasClass(node.immediate()));
      }
      case STORE -> {
        expectType(node, Type.MEM);
        expectValue(node, 0, Type.PTR);
        require(node, node.value(1).type().isValue(), "stores what is no value");
        expectClass(node, node.memory(), Access.aliasClass(node.immediate()));
      }
      case VOLATILE_LOAD -> {
        expectType(node, Type.TUPLE);
        expectValue(node, 0, Type.PTR);
        expectClass(node, node.memory(), Access.aliasClass(node.immediate()));
        Node value = node.projection(1);
        require(
            node,
            value == null || value.type().bytes() == Access.size(node.immediate()),
            "loads another number of bytes than its value has");
      }
      case MEMORY_COPY, MEMORY_FILL -> {
        expectType(node, Type.MEM);
        expectValue(node, 0, Type.PTR);
        expectValue(node, 1, node.op() == Op.MEMORY_COPY ? Type.PTR : Type.I8);
        expectClass(node, node.memory(), Access.aliasClass(node.immediate()));
      }
      case MEMORY_PART -> {
        expectType(node, Type.MEM);
        Node whole = node.input(0);
        boolean ofCall = whole.op() == Op.PROJECTION && whole.input(0).op() == Op.CALL;
        if (!ofCall) {
          problems.add("class", node, "is part of " + Problems.describe(whole) + ", not of a call");
        }
      }
      case MEMORY_MERGE -> checkMerge(node);
      default -> checkValue(node);
    }
  }

  private void checkMerge(Node node) {
    expectType(node, Type.MEM);
    for (int i = 0; i < node.inputCount(); i++) {
      Node token = node.input(i);
      if (token.type() != Type.MEM || token.op() == Op.MEMORY_MERGE) {
        problems.add("type", node, "merges " + Problems.describe(token));
        return;
      }
      int aliasClass = Tokens.aliasClass(token);
      if ((i == 0) != (aliasClass == 0)) {
        problems.add("class", node, "has class " + aliasClass + " as input " + i);
      }
      if (i > 0 && Tokens.mergedAt(node, aliasClass) != i) {
        problems.add("class", node, "merges class " + aliasClass + " twice");
      }
    }
  }

  private void expectClass(Node node, Node token, int aliasClass) {
    int found = Tokens.aliasClass(token);
    if (found != aliasClass) {
      problems.add(
          "class",
          node,
          "of class "
              + aliasClass
              + " takes "
              + Problems.describe(token)
              + (found == Tokens.WHOLE ? ", a merge" : " of class " + found));
    }
  }

  private void expectWhole(Node node, Node token) {
    if (token.op() != Op.MEMORY_MERGE) {
      expectClass(node, token, 0);
    }
  }

  // ------------------------------------------------------------------ values

  private void checkValue(Node node) {
    Type type = node.type();
    switch (node.op()) {
      case CONSTANT -> {}
      case SYMBOL, STACK_SLOT -> expectType(node, Type.PTR);
      case ADD, SUB, MUL, MUL_HIGH, UMUL_HIGH, AND, OR, XOR, SHL, SHR, SAR, ROL -> {
        require(node, type.isInteger(), "is no integer");
        expectValue(node, 0, type);
        expectValue(node, 1, type);
      }
      case DIV, UDIV, REM, UREM -> {
        require(node, type.isInteger(), "is no integer");
        expectValue(node, 0, type);
        expectValue(node, 1, type);
        if (node.control() == null && !isSafe(node)) {
          problems.add("division", node, "may trap, but no control input says where it is safe");
        }
      }
      case NEG, NOT, POPCNT, LZCNT, TZCNT, BSWAP -> {
        require(node, type.isInteger(), "is no integer");
        if (node.op() == Op.BSWAP) {
          require(node, type.bits() >= 16, "has too few bytes to swap");
        }
        expectValue(node, 0, type);
      }
      case OFFSET -> {
        expectType(node, Type.PTR);
        expectValue(node, 0, Type.PTR);
        expectValue(node, 1, Type.I64);
      }
      case EQ, NE, ULT, ULE, LT, LE -> {
        expectType(node, Type.I1);
        Type compared = node.value(0).type();
        boolean signed = node.op() == Op.LT || node.op() == Op.LE;
        require(
            node,
            compared.isInteger() || (compared == Type.PTR && !signed),
            "compares values of type " + compared.text());
        expectValue(node, 1, compared);
      }
      case SELECT -> {
        require(node, type.isValue(), "selects what is no value");
        expectValue(node, 0, Type.I1);
        expectValue(node, 1, type);
        expectValue(node, 2, type);
      }
      default -> {
        if (node.op().isVector()) {
          VectorRules.check(node, problems);
        } else {
          checkConversion(node);
        }
      }
    }
  }

  private static boolean isScalar(Node node) {
    return node.type().isValue() && node.type() != Type.V128;
  }

  private void checkConversion(Node node) {
    Type to = node.type();
    Type from = node.value(0).type();
    switch (node.op()) {
      case SIGN_EXTEND, ZERO_EXTEND ->
          expectConversion(node, from.isInteger() && to.isInteger() && from.bits() < to.bits());
      case TRUNCATE ->
          expectConversion(node, from.isInteger() && to.isInteger() && from.bits() > to.bits());
      case BITCAST ->
          expectConversion(
              node, from.isValue() && to.isValue() && from != to && from.bits() == to.bits());
      case INT_TO_FLOAT, UINT_TO_FLOAT -> expectConversion(node, isWord(from) && to.isFloat());
      case FLOAT_TO_INT, FLOAT_TO_UINT -> expectConversion(node, from.isFloat() && isWord(to));
      case FLOAT_EXTEND -> expectConversion(node, from == Type.F32 && to == Type.F64);
      case FLOAT_ROUND -> expectConversion(node, from == Type.F64 && to == Type.F32);
      case FADD, FSUB, FMUL, FDIV -> {
        require(node, to.isFloat(), "is no floating-point number");
        expectValue(node, 0, to);
        expectValue(node, 1, to);
      }
      case FNEG, FABS, FSQRT -> {
        require(node, to.isFloat(), "is no floating-point number");
        expectValue(node, 0, to);
      }
      case FEQ, FNE, FLT, FLE -> {
        expectType(node, Type.I1);
        require(node, from.isFloat(), "compares values of type " + from.text());
        expectValue(node, 1, from);
      }
      default -> problems.add("type", node, "is no operation that this verifier knows");
    }
  }

  private static boolean isWord(Type type) {
    return type == Type.I32 || type == Type.I64;
  }

  private void expectConversion(Node node, boolean possible) {
    require(
        node, possible, "turns a " + node.value(0).type().text() + " into a " + node.type().text());
  }

  /** Whether the operands alone show that the division does not trap. */
  private static boolean isSafe(Node node) {
    Node divisor = node.value(1);
    if (mayBe(divisor, 0)) {
      return false;
    }
    boolean signed = node.op() == Op.DIV || node.op() == Op.REM;
    long minimum = node.type().canonical(1L << (node.type().bits() - 1));
    return !signed
        || node.type() == Type.I1
        || !mayBe(divisor, -1)
        || !mayBe(node.value(0), minimum);
  }

  private static boolean mayBe(Node node, long value) {
    if (node.isConstant()) {
      return node.immediate() == value;
    }
    @Nullable Stamp stamp = node.stamp();
    return !(stamp instanceof IntegerStamp integers) || integers.contains(value);
  }

  // ------------------------------------------------------------- projections

  private void checkProjections(Node tuple) {
    int count =
        switch (tuple.op()) {
          case IF, NEVER, VOLATILE_LOAD -> 2;
          case SWITCH -> tuple.attribute() instanceof SwitchTable table ? table.targetCount() : 0;
          case CALL ->
              tuple.attribute() instanceof CallDescriptor descriptor
                  ? 2 + descriptor.signature().results().size()
                  : 0;
          default -> 0;
        };
    boolean[] seen = new boolean[count];
    for (int i = 0; i < tuple.useCount(); i++) {
      Node user = tuple.user(i);
      if (user.op() != Op.PROJECTION) {
        problems.add("type", tuple, "is a tuple but used by " + Problems.describe(user));
        continue;
      }
      long index = user.immediate();
      if (index < 0 || index >= count) {
        problems.add("immediate", user, "is projection " + index + " of " + count);
        continue;
      }
      if (seen[(int) index]) {
        problems.add("control", user, "is the second projection " + index + " of " + tuple);
      }
      seen[(int) index] = true;
      Type expected = projected(tuple, (int) index);
      if (expected == null ? !user.type().isValue() : user.type() != expected) {
        problems.add(
            "type",
            user,
            "is a " + user.type().text() + " but projection " + index + " of " + tuple);
      }
    }
  }

  /** The type of a projection; null for any value. */
  private static @Nullable Type projected(Node tuple, int index) {
    return switch (tuple.op()) {
      case CALL ->
          switch (index) {
            case 0 -> Type.CTRL;
            case 1 -> Type.MEM;
            default ->
                tuple.attribute() instanceof CallDescriptor descriptor
                    ? descriptor.signature().results().get(index - 2)
                    : null;
          };
      case VOLATILE_LOAD -> index == 0 ? Type.MEM : null;
      default -> Type.CTRL;
    };
  }

  // ------------------------------------------------------------------ pieces

  private void expectType(Node node, Type type) {
    if (node.type() != type) {
      problems.add("type", node, "has type " + node.type().text() + " instead of " + type.text());
    }
  }

  private void expectValue(Node node, int i, Type type) {
    Node value = node.value(i);
    if (value.type() != type) {
      problems.add(
          "type",
          node,
          "takes "
              + Problems.describe(value)
              + " of type "
              + value.type().text()
              + " instead of "
              + type.text());
    }
  }

  private void require(Node node, boolean holds, String text) {
    if (!holds) {
      problems.add("type", node, text);
    }
  }
}
