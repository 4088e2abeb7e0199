package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sea form (file suffix {@code .sea}), which {@code docs/notation.md} defines. Nodes may
 * come in any order. What is read is exactly what is written: nothing is simplified or merged, and
 * the result has passed the verifier of graphs, but for divisions that only a stamp makes safe:
 * stamps are not read. Linear in the text.
 */
public final class SeaParser {
  private static final Map<String, Op> OPS =
      Arrays.stream(Op.values())
          .filter(op -> op != Op.DEAD)
          .collect(Collectors.toUnmodifiableMap(Op::text, op -> op));

  private final Cursor cursor;
  private final Program program;
  private final Declarations declarations;
  private final Supplier<Simplifier> simplifiers;

  private SeaParser(SourceText source, Supplier<Simplifier> simplifiers) {
    this.simplifiers = simplifiers;
    Errors errors = new Errors(source);
    cursor = Lexer.read(source, errors);
    program = new Program(source.file());
    declarations = new Declarations(cursor, program);
  }

  /**
   * Reads a program.
   *
   * @param simplifier stays with the graphs; it is not called while reading
   * @throws ParseException if the text is wrong, or a graph breaks the rules
   */
  public static Program parse(String file, String text, Simplifier simplifier) {
    return parse(new SourceText(file, text), simplifier);
  }

  /** Reads a program, see {@link #parse(String, String, Simplifier)}. */
  public static Program parse(SourceText source, Simplifier simplifier) {
    return parse(source, () -> simplifier);
  }

  /**
   * Reads a program.
   *
   * @param simplifiers gives each function's graph its simplifier, which is not called yet
   * @throws ParseException if the text is wrong, or a graph breaks the rules
   */
  public static Program parse(SourceText source, Supplier<Simplifier> simplifiers) {
    SeaParser parser = new SeaParser(source, simplifiers);
    parser.read();
    return parser.program;
  }

  /**
   * A node as written.
   *
   * @param inputs names without the v; -1 where absent
   */
  // Never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Line(
      int name,
      int offset,
      Type type,
      Op op,
      long immediate,
      @Nullable Object attribute,
      int[] inputs,
      int[] inputOffsets,
      int position) {}

  private void read() {
    while (!cursor.is(TokenKind.END)) {
      int place = cursor.place();
      try {
        Linkage linkage = Declarations.linkage(cursor);
        if (cursor.isWord("sea")) {
          function(linkage);
        } else if (cursor.isWord("global") || cursor.isWord("const")) {
          declarations.global(linkage);
        } else if (cursor.isWord("extern") && linkage == Linkage.GLOBAL) {
          declarations.external();
        } else {
          throw cursor.fail(
              "'sea', 'global', 'const' or 'extern' expected, but found " + cursor.found());
        }
      } catch (Cursor.Recovery e) {
        while (!cursor.is(TokenKind.END)
            && (cursor.place() == place || cursor.continuesLine() || !atItem())) {
          cursor.skipLine();
        }
      }
    }
    cursor.errors().check();
  }

  private boolean atItem() {
    return cursor.isWord("sea")
        || cursor.isWord("global")
        || cursor.isWord("const")
        || cursor.isWord("extern")
        || cursor.isWord("local")
        || cursor.isWord("hidden")
        || cursor.isWord("weak");
  }

  private void function(Linkage linkage) {
    cursor.advance();
    int offset = cursor.offset();
    String name = declarations.symbolName();
    Signature signature = declarations.signature();
    int classes = 1;
    if (cursor.acceptWord("classes")) {
      cursor.expect(TokenKind.EQUALS, "after 'classes'");
      classes = Math.max(1, declarations.count("a number of alias classes", Access.MAX_CLASS + 1));
    }
    String sourceFile = "";
    if (cursor.acceptWord("source")) {
      if (!cursor.is(TokenKind.STRING)) {
        throw cursor.fail("the name of a source file expected, but found " + cursor.found());
      }
      sourceFile = new String(cursor.string(), StandardCharsets.UTF_8);
    }
    SeaAssembler assembler =
        new SeaAssembler(name, signature, linkage, sourceFile, classes, cursor.errors());
    cursor.expect(TokenKind.LEFT_BRACE, "before the nodes");
    List<Line> lines = new ArrayList<>();
    while (!cursor.is(TokenKind.RIGHT_BRACE) && !cursor.is(TokenKind.END)) {
      int place = cursor.place();
      try {
        if (cursor.isWord("slot")) {
          slot(assembler.function());
        } else {
          lines.add(line(assembler.function()));
        }
      } catch (Cursor.Recovery e) {
        if (cursor.place() == place || cursor.continuesLine()) {
          cursor.skipLine();
        }
      }
    }
    cursor.expect(TokenKind.RIGHT_BRACE, "after the nodes");
    if (declarations.define(name, offset) && cursor.errors().isEmpty()) {
      Function function = assembler.assemble(lines, offset, simplifiers.get());
      if (cursor.errors().isEmpty()) {
        program.add(function);
      }
    }
  }

  private void slot(Function function) {
    cursor.advance();
    int offset = cursor.offset();
    int index = declarations.count("a slot number", Integer.MAX_VALUE);
    if (index != function.slots().size()) {
      throw cursor.failAt(offset, "slot " + function.slots().size() + " comes next");
    }
    int size = declarations.count("a size", 1 << 30);
    cursor.expect(TokenKind.COLON, "between size and alignment");
    int alignment = declarations.alignment();
    String slotName =
        cursor.is(TokenKind.STRING) ? new String(cursor.string(), StandardCharsets.UTF_8) : "";
    function.newSlot(slotName, Math.max(1, size), alignment);
  }

  // ------------------------------------------------------------------- lines

  /** The number in a name such as {@code v12}; advances. */
  private int nodeName() {
    String text = cursor.text();
    Long number =
        cursor.is(TokenKind.WORD) && text.startsWith("v")
            ? Literal.parseCount(text.substring(1), Integer.MAX_VALUE)
            : null;
    if (number == null) {
      throw cursor.fail("a node such as v12 expected, but found " + cursor.found());
    }
    cursor.advance();
    return number.intValue();
  }

  private Line line(Function function) {
    int offset = cursor.offset();
    int name = nodeName();
    cursor.expect(TokenKind.COLON, "after the name of the node");
    Type type = cursor.is(TokenKind.WORD) ? Type.named(cursor.text()) : null;
    if (type == null) {
      throw cursor.fail("a type expected, but found " + cursor.found());
    }
    cursor.advance();
    cursor.expect(TokenKind.EQUALS, "after the type");
    Op op = cursor.is(TokenKind.WORD) ? OPS.get(cursor.text()) : null;
    if (op == null) {
      throw cursor.fail("an operation expected, but found " + cursor.found());
    }
    int operationOffset = cursor.offset();
    cursor.advance();
    SeaModifiers modifiers = SeaModifiers.read(cursor, declarations);
    long immediate = modifiers.immediate(op);
    Object attribute = null;
    List<Integer> inputs = new ArrayList<>();
    List<Integer> offsets = new ArrayList<>();
    if (op == Op.CONSTANT) {
      int literalOffset = cursor.offset();
      Long value =
          type.isValue() && type != Type.V128 && declarations.atLiteral()
              ? declarations.value(declarations.literal(), type, literalOffset)
              : null;
      if (value == null) {
        throw cursor.failAt(literalOffset, "a value of type " + type.text() + " expected");
      }
      immediate = value;
    } else if (op == Op.SYMBOL) {
      if (!cursor.is(TokenKind.GLOBAL)) {
        throw cursor.fail("a symbol such as $main expected, but found " + cursor.found());
      }
      attribute = cursor.name();
    } else if (op == Op.STACK_SLOT) {
      if (modifiers.slot < 0 || modifiers.slot >= function.slots().size()) {
        throw cursor.failAt(operationOffset, "slot=N expected, with N a declared slot");
      }
      attribute = function.slots().get(modifiers.slot);
    }
    while (cursor.continuesLine() && (isNodeName() || cursor.isWord("_"))) {
      offsets.add(cursor.offset());
      inputs.add(cursor.acceptWord("_") ? -1 : nodeName());
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    if (op == Op.SWITCH) {
      attribute = table();
    } else if (op == Op.CALL) {
      cursor.expect(TokenKind.COLON, "before the callee's signature");
      String symbol = cursor.is(TokenKind.GLOBAL) ? cursor.name() : null;
      attribute = new CallDescriptor(declarations.signature(), symbol);
    }
    int position = position();
    if (!cursor.is(TokenKind.RIGHT_BRACE) && cursor.continuesLine()) {
      throw cursor.fail("the end of the line expected, but found " + cursor.found());
    }
    return new Line(
        name,
        offset,
        type,
        op,
        immediate,
        attribute,
        inputs.stream().mapToInt(Integer::intValue).toArray(),
        offsets.stream().mapToInt(Integer::intValue).toArray(),
        position);
  }

  private boolean isNodeName() {
    return cursor.is(TokenKind.WORD)
        && cursor.text().startsWith("v")
        && Literal.parseCount(cursor.text().substring(1), Integer.MAX_VALUE) != null;
  }

  private SwitchTable table() {
    int offset = cursor.offset();
    if (!cursor.acceptWord("targets")) {
      throw cursor.fail("targets=N expected, but found " + cursor.found());
    }
    cursor.expect(TokenKind.EQUALS, "after 'targets'");
    int targets = declarations.count("a number of targets", Integer.MAX_VALUE);
    cursor.expect(TokenKind.LEFT_BRACE, "before the keys");
    List<Long> keys = new ArrayList<>();
    List<Integer> projections = new ArrayList<>();
    while (!cursor.is(TokenKind.RIGHT_BRACE)) {
      int keyOffset = cursor.offset();
      Long key = declarations.value(declarations.literal(), Type.I64, keyOffset);
      if (key == null) {
        throw new Cursor.Recovery();
      }
      keys.add(key);
      cursor.expect(TokenKind.ARROW, "after the key");
      projections.add(declarations.count("the number of a projection", Integer.MAX_VALUE));
      if (!cursor.accept(TokenKind.COMMA)) {
        break;
      }
    }
    cursor.expect(TokenKind.RIGHT_BRACE, "after the keys");
    try {
      return new SwitchTable(
          keys.stream().mapToLong(Long::longValue).toArray(),
          projections.stream().mapToInt(Integer::intValue).toArray(),
          targets);
    } catch (IllegalArgumentException e) {
      throw cursor.failAt(offset, "not a table of a switch: " + e.getMessage());
    }
  }

  private int position() {
    if (!cursor.is(TokenKind.LABEL) || !cursor.continuesLine()) {
      return Position.NONE;
    }
    int offset = cursor.offset();
    Long line = Literal.parseCount(cursor.name(), Integer.MAX_VALUE);
    cursor.expect(TokenKind.COLON, "between line and column");
    int column = declarations.count("a column", Integer.MAX_VALUE);
    if (line == null) {
      throw cursor.failAt(offset, "a position such as @12:5 expected");
    }
    return Position.of(line.intValue(), column);
  }
}
