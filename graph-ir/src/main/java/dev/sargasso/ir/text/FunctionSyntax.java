package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function in SSA notation, as written.
 *
 * @param parameters as declared; their types are in the signature, too
 * @param blocks in order; the first is the entry and has no name
 * @param end offset of the closing brace
 */
record FunctionSyntax(
    String name,
    int offset,
    Linkage linkage,
    Signature signature,
    List<Parameter> parameters,
    List<Block> blocks,
    int end) {

  /** The name of the entry block in messages and in phis. */
  static final String ENTRY = "entry";

  /** The label that stands for the function's exit. */
  static final String EXIT = "ret";

  /** A parameter of the function or of a block. */
  record Parameter(String name, Type type, int offset) {}

  /** A block: parameters, phis, instructions, and how it ends. */
  record Block(
      String name,
      int offset,
      List<Parameter> parameters,
      List<Phi> phis,
      List<Instruction> instructions,
      Terminator terminator) {}

  /**
   * {@code %x: i32 = phi { @a -> 1, @b -> %y }}.
   *
   * @param inputs by the name of the predecessor, in the order of the text
   */
  record Phi(String name, @Nullable Type type, int offset, Map<String, Operand> inputs) {}

  /** A register that an instruction defines. */
  record Result(String name, @Nullable Type type, int offset) {}

  /**
   * Everything but phis and terminators.
   *
   * @param operation as written
   * @param modifiers words and {@code word=number}s between operation and operands
   * @param slot for {@code stack}: what to allocate
   * @param signature behind a call's colon
   */
  record Instruction(
      List<Result> results,
      String operation,
      int offset,
      Modifiers modifiers,
      List<Operand> operands,
      @Nullable SlotSyntax slot,
      @Nullable Signature signature) {}

  /** The object of a {@code stack}: a scalar of a type, or bytes. */
  record SlotSyntax(@Nullable Type type, int size, int alignment, @Nullable String name) {}

  /** How a block ends. */
  sealed interface Terminator {
    /** Where it begins in the text. */
    int offset();
  }

  /** A jump, which may be a return. */
  record Goto(int offset, Target target) implements Terminator {}

  /** A jump to one of several blocks. */
  record MultiGoto(int offset, Operand value, List<Case> cases) implements Terminator {}

  /** {@code return}. */
  record Return(int offset, List<Operand> values) implements Terminator {}

  /** {@code unreachable}, or a multi-way goto without cases. */
  record Unreachable(int offset) implements Terminator {}

  /** {@code trap}. */
  record Trap(int offset, long code) implements Terminator {}

  /** One arm of a multi-way goto; no keys for the default. */
  record Case(int offset, List<Key> keys, Target target) {}

  /** One literal before an arrow. */
  record Key(String literal, int offset) {}

  /** A label and arguments. */
  record Target(String label, int offset, List<Operand> arguments) {}
}
