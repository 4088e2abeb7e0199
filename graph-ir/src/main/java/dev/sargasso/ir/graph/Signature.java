package dev.sargasso.ir.graph;

import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a function takes and gives. Up to two results of general and two of floating type fit the
 * registers of the System V convention.
 *
 * @param parameters in order
 * @param results in order; empty for none
 * @param variadic whether further arguments may follow
 */
public record Signature(List<Parameter> parameters, List<Type> results, boolean variadic) {
  /** Copies the lists. */
  public Signature {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
  }

  /**
   * One parameter. A scalar has {@code byValueSize} 0. An aggregate passed by value in memory has
   * type PTR: the argument is the address of the original, the parameter that of the callee's copy.
   *
   * @param byValueSize bytes to copy, 0 for a scalar
   * @param byValueAlignment of the copy in bytes, 0 for a scalar
   */
  public record Parameter(Type type, int byValueSize, int byValueAlignment) {
    /** A scalar parameter. */
    public static Parameter of(Type type) {
      return new Parameter(type, 0, 0);
    }

    /**
     * What a variadic call leaves on the stack behind the arguments of the other parameters: the
     * address where it begins. It is the last parameter of a function that reads variable
     * arguments; the parameters before it take all registers that may hold arguments.
     */
    public static Parameter rest() {
      return new Parameter(Type.PTR, 1, 1);
    }

    /** Whether this is {@link #rest}. Copies of real aggregates have an alignment of 8 or more. */
    public boolean isRest() {
      return byValueAlignment == 1;
    }

    /** Whether the parameter is an aggregate, copied by the caller. */
    public boolean isByValue() {
      return byValueSize > 0;
    }
  }

  /** A signature of scalars only. */
  public static Signature of(List<Type> parameters, List<Type> results) {
    return new Signature(parameters.stream().map(Parameter::of).toList(), results, false);
  }

  /** As in the textual forms: {@code (i32, ptr, ...) -> (i64)}. */
  @Override
  public String toString() {
    return parameters.stream()
            .map(
                p ->
                    p.isByValue()
                        ? "byval " + p.byValueSize + ":" + p.byValueAlignment
                        : p.type.text())
            .collect(Collectors.joining(", ", "(", variadic ? ", ...)" : ")"))
        + results.stream().map(Type::text).collect(Collectors.joining(", ", " -> (", ")"));
  }
}
