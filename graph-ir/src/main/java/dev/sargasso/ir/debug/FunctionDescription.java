package dev.sargasso.ir.debug;

import java.util.List;

/**
 * A function as its source has it.
 *
 * @param name as the source has it
 * @param result the type of its result
 * @param position where its name is declared, packed
 * @param prototyped whether the types of its parameters are known to callers
 * @param scopes at index 0 that of the whole function; each behind the one around it
 * @param variables parameters first, in their order
 * @param firstBodyNode ids of nodes that only receive parameters are smaller
 */
public record FunctionDescription(
    String name,
    SourceType result,
    int position,
    boolean prototyped,
    List<SourceScope> scopes,
    List<SourceVariable> variables,
    int firstBodyNode) {
  /** Copies the lists. */
  public FunctionDescription {
    scopes = List.copyOf(scopes);
    variables = List.copyOf(variables);
  }
}
