package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grammar of functions in SSA notation: tokens to {@link FunctionSyntax}, names unresolved. */
final class SsaGrammar {
  private static final int MAX_SLOT = 1 << 30;

  private final Cursor cursor;
  private final Declarations declarations;

  /** What the block in work has so far. */
  private List<FunctionSyntax.Phi> phis = new ArrayList<>();

  private List<FunctionSyntax.Instruction> instructions = new ArrayList<>();

  SsaGrammar(Cursor cursor, Declarations declarations) {
    this.cursor = cursor;
    this.declarations = declarations;
  }

  /** Reads a function, the token being {@code func}. */
  FunctionSyntax function(Linkage linkage) {
    cursor.advance();
    int offset = cursor.offset();
    String name = declarations.symbolName();
    List<FunctionSyntax.Parameter> parameters = new ArrayList<>();
    List<Signature.Parameter> types = new ArrayList<>();
    cursor.expect(TokenKind.LEFT_PARENTHESIS, "before the parameters");
    boolean variadic = functionParameters(parameters, types);
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the parameters");
    Signature signature = new Signature(types, declarations.results(), variadic);
    cursor.expect(TokenKind.LEFT_BRACE, "before the body of the function");
    List<FunctionSyntax.Block> blocks = new ArrayList<>();
    Map<String, FunctionSyntax.Block> byName = new HashMap<>();
    do {
      FunctionSyntax.Block block = block(blocks.isEmpty(), offset);
      blocks.add(block);
      if (byName.putIfAbsent(block.name(), block) != null) {
        cursor.errors().add(block.offset(), "block @" + block.name() + " is defined twice");
      }
    } while (!cursor.is(TokenKind.RIGHT_BRACE) && !cursor.is(TokenKind.END) && !atTopLevel());
    int end = cursor.offset();
    if (!cursor.accept(TokenKind.RIGHT_BRACE)) {
      throw cursor.fail(
          "'}' expected at the end of function " + name + ", but found " + cursor.found());
    }
    return new FunctionSyntax(name, offset, linkage, signature, parameters, blocks, end);
  }

  /** Whether something begins that cannot be in a function. */
  private boolean atTopLevel() {
    return cursor.isWord("func")
        || cursor.isWord("extern")
        || cursor.isWord("global")
        || cursor.isWord("const")
        || cursor.isWord("local")
        || cursor.isWord("hidden")
        || cursor.isWord("weak");
  }

  // -------------------------------------------------------------- parameters

  private boolean functionParameters(
      List<FunctionSyntax.Parameter> parameters, List<Signature.Parameter> types) {
    int group = 0;
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      if (cursor.accept(TokenKind.ELLIPSIS)) {
        return true;
      }
      int offset = cursor.offset();
      String name = registerName("a parameter");
      parameters.add(new FunctionSyntax.Parameter(name, Type.I1, offset));
      if (cursor.accept(TokenKind.COLON)) {
        Signature.Parameter type = declarations.parameterType();
        for (; group < parameters.size(); group++) {
          FunctionSyntax.Parameter untyped = parameters.get(group);
          parameters.set(
              group, new FunctionSyntax.Parameter(untyped.name(), type.type(), untyped.offset()));
          types.add(type);
        }
      }
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    requireTypes(parameters, group);
    return false;
  }

  private List<FunctionSyntax.Parameter> blockParameters() {
    List<FunctionSyntax.Parameter> parameters = new ArrayList<>();
    if (!cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
      return parameters;
    }
    int group = 0;
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      int offset = cursor.offset();
      parameters.add(
          new FunctionSyntax.Parameter(registerName("a block parameter"), Type.I1, offset));
      if (cursor.accept(TokenKind.COLON)) {
        Type type = declarations.valueType();
        for (; group < parameters.size(); group++) {
          FunctionSyntax.Parameter untyped = parameters.get(group);
          parameters.set(
              group, new FunctionSyntax.Parameter(untyped.name(), type, untyped.offset()));
        }
      }
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    requireTypes(parameters, group);
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "after the block's parameters");
    return parameters;
  }

  private void requireTypes(List<FunctionSyntax.Parameter> parameters, int typed) {
    if (typed < parameters.size()) {
      FunctionSyntax.Parameter untyped = parameters.get(typed);
      throw cursor.failAt(
          untyped.offset(),
          "parameter %" + untyped.name() + " has no type; write ': i32' after it");
    }
  }

  private String registerName(String what) {
    if (!cursor.is(TokenKind.REGISTER)) {
      throw cursor.fail(what + " such as %x expected, but found " + cursor.found());
    }
    return cursor.name();
  }

  // ------------------------------------------------------------------ blocks

  private FunctionSyntax.Block block(boolean entry, int functionOffset) {
    String name = FunctionSyntax.ENTRY;
    int offset = functionOffset;
    List<FunctionSyntax.Parameter> parameters = List.of();
    phis = new ArrayList<>();
    instructions = new ArrayList<>();
    if (!entry) {
      offset = cursor.offset();
      name = cursor.name();
      if (name.equals(FunctionSyntax.EXIT)) {
        cursor.errors().add(offset, "@ret is the function's exit; give this block another name");
      } else if (name.equals(FunctionSyntax.ENTRY)) {
        cursor.errors().add(offset, "@entry is the first block; give this block another name");
      }
      try {
        parameters = blockParameters();
        cursor.expect(TokenKind.COLON, "after the block's name and parameters");
      } catch (Cursor.Recovery e) {
        if (cursor.continuesLine()) {
          cursor.skipLine();
        }
      }
    }
    FunctionSyntax.Terminator terminator = null;
    while (terminator == null && !atBlockEnd()) {
      int place = cursor.place();
      int statementOffset = cursor.offset();
      boolean ends = atTerminator();
      try {
        terminator = statement();
      } catch (Cursor.Recovery e) {
        recover(place);
        if (ends) {
          terminator = new FunctionSyntax.Unreachable(statementOffset);
        }
      }
    }
    if (terminator == null) {
      String where = entry ? "the first block" : "block @" + name;
      cursor
          .errors()
          .add(
              cursor.offset(),
              where + " does not end; add a goto, return, trap or unreachable before this");
      terminator = new FunctionSyntax.Unreachable(cursor.offset());
    }
    skipAfterTerminator();
    return new FunctionSyntax.Block(name, offset, parameters, phis, instructions, terminator);
  }

  private boolean atBlockEnd() {
    return cursor.is(TokenKind.LABEL)
        || cursor.is(TokenKind.RIGHT_BRACE)
        || cursor.is(TokenKind.END)
        || atTopLevel();
  }

  private boolean atTerminator() {
    return cursor.isWord("goto")
        || cursor.isWord("return")
        || cursor.isWord("unreachable")
        || cursor.isWord("trap");
  }

  /** After an error, to the start of the next line that may begin a statement. */
  private void recover(int place) {
    if (cursor.place() == place || cursor.continuesLine()) {
      cursor.skipLine();
    }
    // The cases of a broken goto.
    while (cursor.is(TokenKind.INTEGER) || cursor.isWord("_")) {
      cursor.skipLine();
      if (cursor.is(TokenKind.RIGHT_BRACE)) {
        cursor.advance();
      }
    }
  }

  private void skipAfterTerminator() {
    if (!atBlockEnd()) {
      cursor
          .errors()
          .add(cursor.offset(), "the block has ended before this; a label such as @next: expected");
      while (!atBlockEnd()) {
        cursor.skipLine();
      }
    }
  }

  // -------------------------------------------------------------- statements

  /** Reads one; gives it if it is a terminator. */
  private FunctionSyntax.@Nullable Terminator statement() {
    int offset = cursor.offset();
    if (cursor.acceptWord("goto")) {
      return jump(offset);
    }
    if (cursor.acceptWord("return")) {
      return new FunctionSyntax.Return(offset, operandsOnLine());
    }
    if (cursor.acceptWord("unreachable")) {
      return new FunctionSyntax.Unreachable(offset);
    }
    if (cursor.acceptWord("trap")) {
      return new FunctionSyntax.Trap(offset, Modifiers.read(cursor, declarations).code);
    }
    List<FunctionSyntax.Result> results = new ArrayList<>();
    if (cursor.is(TokenKind.REGISTER)) {
      do {
        results.add(result());
      } while (cursor.accept(TokenKind.COMMA));
      cursor.expect(TokenKind.EQUALS, "after the name of the result");
    }
    if (!cursor.is(TokenKind.WORD)) {
      throw cursor.fail("an operation such as add expected, but found " + cursor.found());
    }
    if (cursor.isWord("phi")) {
      phi(results);
      return null;
    }
    instructions.add(instruction(results));
    return null;
  }

  private FunctionSyntax.Result result() {
    int offset = cursor.offset();
    String name = registerName("a result");
    return new FunctionSyntax.Result(name, typeAfterColon(), offset);
  }

  private @Nullable Type typeAfterColon() {
    return cursor.accept(TokenKind.COLON) ? declarations.valueType() : null;
  }

  private FunctionSyntax.Instruction instruction(List<FunctionSyntax.Result> results) {
    int offset = cursor.offset();
    String operation = cursor.text();
    cursor.advance();
    Modifiers modifiers =
        cursor.continuesLine() ? Modifiers.read(cursor, declarations) : Modifiers.none();
    if (operation.equals("stack") || operation.equals("stack_slot")) {
      return new FunctionSyntax.Instruction(
          results, operation, offset, modifiers, List.of(), slot(), null);
    }
    List<Operand> operands;
    Signature signature = null;
    if (operation.equals("call")) {
      operands = new ArrayList<>();
      operands.add(operand());
      cursor.expect(TokenKind.LEFT_PARENTHESIS, "before the arguments of the call");
      operands.addAll(arguments());
      if (cursor.is(TokenKind.COLON)) {
        cursor.advance();
        signature = declarations.signature();
      }
    } else {
      operands = operandsOnLine();
    }
    return new FunctionSyntax.Instruction(
        results, operation, offset, modifiers, operands, null, signature);
  }

  private FunctionSyntax.SlotSyntax slot() {
    Type type = null;
    int size;
    int alignment;
    if (cursor.is(TokenKind.INTEGER)) {
      int offset = cursor.offset();
      size = declarations.count("a size", MAX_SLOT);
      if (size == 0) {
        throw cursor.failAt(offset, "a stack slot has at least 1 byte");
      }
      cursor.expect(TokenKind.COLON, "between size and alignment, as in stack 24:8");
      alignment = declarations.alignment();
    } else {
      type = declarations.valueType();
      size = type.bytes();
      alignment = type.bytes();
    }
    String name = null;
    if (cursor.is(TokenKind.STRING) && cursor.continuesLine()) {
      name = new String(cursor.string(), StandardCharsets.UTF_8);
    }
    return new FunctionSyntax.SlotSyntax(type, size, alignment, name);
  }

  private void phi(List<FunctionSyntax.Result> results) {
    int offset = cursor.offset();
    cursor.advance();
    Map<String, Operand> inputs = new LinkedHashMap<>();
    cursor.expect(TokenKind.LEFT_BRACE, "after 'phi'");
    while (!cursor.is(TokenKind.RIGHT_BRACE)) {
      if (!cursor.is(TokenKind.LABEL)) {
        throw cursor.fail("a block such as @entry expected, but found " + cursor.found());
      }
      int labelOffset = cursor.offset();
      String block = cursor.name();
      cursor.expect(TokenKind.ARROW, "after the block");
      if (inputs.put(block, operand()) != null) {
        throw cursor.failAt(labelOffset, "@" + block + " is named twice in this phi");
      }
      cursor.accept(TokenKind.COMMA);
    }
    cursor.advance();
    if (results.size() != 1) {
      throw cursor.failAt(offset, "a phi has one result");
    }
    if (!instructions.isEmpty()) {
      throw cursor.failAt(offset, "phis come first in their block");
    }
    FunctionSyntax.Result result = results.getFirst();
    phis.add(new FunctionSyntax.Phi(result.name(), result.type(), result.offset(), inputs));
  }

  // ---------------------------------------------------------------- operands

  private List<Operand> operandsOnLine() {
    List<Operand> operands = new ArrayList<>();
    if (cursor.continuesLine() && atOperand()) {
      do {
        operands.add(operand());
      } while (cursor.accept(TokenKind.COMMA));
      if (cursor.continuesLine()
          && ((cursor.is(TokenKind.REGISTER) && !atResult()) || declarations.atLiteral())) {
        throw cursor.fail("',' expected between operands, but found " + cursor.found());
      }
    }
    return operands;
  }

  /** Whether the register begins the next statement, which may stand on the same line. */
  private boolean atResult() {
    return switch (cursor.kindAfter()) {
      case EQUALS, COLON, COMMA -> true;
      default -> false;
    };
  }

  private boolean atOperand() {
    return cursor.is(TokenKind.REGISTER)
        || cursor.is(TokenKind.GLOBAL)
        || cursor.is(TokenKind.LABEL)
        || declarations.atLiteral();
  }

  private Operand operand() {
    int offset = cursor.offset();
    Operand.Kind kind;
    String text;
    if (cursor.is(TokenKind.REGISTER)) {
      kind = Operand.Kind.REGISTER;
      text = cursor.name();
    } else if (cursor.is(TokenKind.GLOBAL)) {
      kind = Operand.Kind.SYMBOL;
      text = cursor.name();
    } else if (declarations.atLiteral()) {
      kind = Operand.Kind.LITERAL;
      text = declarations.literal();
    } else if (cursor.is(TokenKind.LABEL)) {
      throw cursor.fail("a block is no operand; blocks are reached by goto");
    } else {
      throw cursor.fail(
          "an operand (%register, number, $symbol) expected, but found " + cursor.found());
    }
    Type type = null;
    if (cursor.is(TokenKind.COLON) && cursor.kindAfter() == TokenKind.WORD) {
      type = typeAfterColon();
    }
    return new Operand(kind, text, offset, type);
  }

  /** Operands up to a closing parenthesis; the opening one has been read. */
  private List<Operand> arguments() {
    List<Operand> arguments = new ArrayList<>();
    while (!cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
      arguments.add(operand());
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    cursor.expect(TokenKind.RIGHT_PARENTHESIS, "or ',' after an argument");
    return arguments;
  }

  // ------------------------------------------------------------------- jumps

  private FunctionSyntax.Terminator jump(int offset) {
    if (!cursor.continuesLine()) {
      throw cursor.failAt(offset, "where to go must stand on the line of the goto");
    }
    if (cursor.is(TokenKind.LABEL)) {
      return new FunctionSyntax.Goto(offset, target());
    }
    if (cursor.is(TokenKind.LEFT_BRACE) && cursor.kindAfter() == TokenKind.RIGHT_BRACE) {
      cursor.advance();
      cursor.advance();
      return new FunctionSyntax.Unreachable(offset);
    }
    if (!atOperand()) {
      throw cursor.fail(
          "a label such as @next, or a value and cases in braces, expected after 'goto', but found "
              + cursor.found());
    }
    Operand value = operand();
    cursor.expect(TokenKind.LEFT_BRACE, "before the cases of the goto");
    List<FunctionSyntax.Case> cases = new ArrayList<>();
    while (!cursor.is(TokenKind.RIGHT_BRACE)) {
      cases.add(gotoCase());
      cursor.accept(TokenKind.COMMA);
    }
    cursor.advance();
    return cases.isEmpty()
        ? new FunctionSyntax.Unreachable(offset)
        : new FunctionSyntax.MultiGoto(offset, value, cases);
  }

  private FunctionSyntax.Case gotoCase() {
    int offset = cursor.offset();
    List<FunctionSyntax.Key> keys = new ArrayList<>();
    if (!cursor.acceptWord("_")) {
      do {
        if (!declarations.atLiteral()) {
          throw cursor.fail(
              "a case such as 1 -> @next, or '}', expected, but found " + cursor.found());
        }
        int keyOffset = cursor.offset();
        keys.add(new FunctionSyntax.Key(declarations.literal(), keyOffset));
      } while (cursor.accept(TokenKind.BAR));
    }
    cursor.expect(TokenKind.ARROW, "after the value of the case");
    if (!cursor.is(TokenKind.LABEL)) {
      throw cursor.fail("a label such as @next expected, but found " + cursor.found());
    }
    return new FunctionSyntax.Case(offset, keys, target());
  }

  private FunctionSyntax.Target target() {
    int offset = cursor.offset();
    String label = cursor.name();
    List<Operand> arguments =
        cursor.continuesLine() && cursor.accept(TokenKind.LEFT_PARENTHESIS)
            ? arguments()
            : List.of();
    return new FunctionSyntax.Target(label, offset, arguments);
  }
}
