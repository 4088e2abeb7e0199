package dev.sargasso.frontend.c.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A checked statement. Conditions are scalars; labels are statements of their own. */
public sealed interface Statement {
  /** Where it begins. */
  int position();

  /**
   * Statements one after the other.
   *
   * @param end where the block ends
   */
  record Block(List<Statement> statements, int position, int end) implements Statement {
    public Block {
      statements = List.copyOf(statements);
    }
  }

  /** An expression for its effects. */
  record Evaluate(Expression expression, int position) implements Statement {}

  /** An automatic variable comes to life, with its first value or with an arbitrary one. */
  record Declare(VariableSymbol variable, @Nullable Initializer initializer, int position)
      implements Statement {}

  /** A choice. */
  record If(Expression condition, Statement whenTrue, @Nullable Statement whenFalse, int position)
      implements Statement {}

  /** A loop with its test at the top. */
  record While(Expression condition, Statement body, int position) implements Statement {}

  /** A loop with its test at the bottom. */
  record DoWhile(Statement body, Expression condition, int position) implements Statement {}

  /**
   * A loop with a beginning and a step.
   *
   * @param end where the token behind it begins
   */
  record For(
      @Nullable Statement beginning,
      @Nullable Expression condition,
      @Nullable Expression step,
      Statement body,
      int position,
      int end)
      implements Statement {}

  /**
   * A choice by value.
   *
   * @param value an integer of promoted type
   * @param cases the values of the cases, in the type of the value, in the order of their labels
   * @param hasDefault whether a default label is there
   * @param body the statement that holds the labels
   */
  record Switch(
      Expression value, List<Long> cases, boolean hasDefault, Statement body, int position)
      implements Statement {}

  /** A label of the innermost switch: its {@code index}-th case, or the default label for -1. */
  record Case(int index, int position) implements Statement {}

  /** A label of the function, by its number. */
  record Label(int label, String name, int position) implements Statement {}

  /** A jump to a label of the function. */
  record Goto(int label, int position) implements Statement {}

  /** Leaves the innermost loop or switch. */
  record Break(int position) implements Statement {}

  /** Goes on with the innermost loop. */
  record Continue(int position) implements Statement {}

  /** Leaves the function. */
  record Return(@Nullable Expression value, int position) implements Statement {}
}
