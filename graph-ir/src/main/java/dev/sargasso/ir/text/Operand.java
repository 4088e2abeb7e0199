package dev.sargasso.ir.text;

import dev.sargasso.ir.type.Type;
import org.jspecify.annotations.Nullable;

/** An operand as written, and which value of the function it turned out to be. */
final class Operand {
  /** What kind of thing was written. */
  enum Kind {
    REGISTER,
    LITERAL,
    SYMBOL
  }

  final Kind kind;

  /** The name without its sign, or the literal. */
  final String text;

  final int offset;

  /** The type behind a colon. */
  final @Nullable Type type;

  /** For a register: number of the value that it names, once resolved; -1 if there is none. */
  int value = -1;

  Operand(Kind kind, String text, int offset, @Nullable Type type) {
    this.kind = kind;
    this.text = text;
    this.offset = offset;
    this.type = type;
  }

  boolean isRegister() {
    return kind == Kind.REGISTER;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case REGISTER -> "%" + text;
      case LITERAL -> text;
      case SYMBOL -> "$" + text;
    };
  }
}
