package dev.sargasso.frontend.c.type;

import java.util.List;

/**
 * A function type.
 *
 * @param result the type of the result, unqualified
 * @param parameters the types of the parameters, adjusted and unqualified
 * @param variadic whether more arguments may follow the parameters
 * @param prototyped whether the parameters are known; false for empty parentheses
 */
public record FunctionType(
    CType result, List<CType> parameters, boolean variadic, boolean prototyped) implements CType {
  public FunctionType {
    parameters = List.copyOf(parameters);
  }

  @Override
  public long size() {
    throw new IllegalStateException("a function has no size");
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public boolean isComplete() {
    return false;
  }

  @Override
  public String describe() {
    return TypeNames.describe(this);
  }
}
