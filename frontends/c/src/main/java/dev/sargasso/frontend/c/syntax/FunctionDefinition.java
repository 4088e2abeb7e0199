package dev.sargasso.frontend.c.syntax;

import java.util.List;

/**
 * The definition of a function.
 *
 * @param symbol the function
 * @param parameters the parameters in order
 * @param variableCount the number of parameters and automatic variables, which are numbered from 0
 * @param labelUses for each label, by its number from 0, how many jumps go to it
 * @param readsArguments whether it reads variable arguments
 * @param body the statements
 * @param end where the closing brace stands
 */
public record FunctionDefinition(
    FunctionSymbol symbol,
    List<VariableSymbol> parameters,
    int variableCount,
    List<Integer> labelUses,
    boolean readsArguments,
    Statement.Block body,
    int end) {
  public FunctionDefinition {
    parameters = List.copyOf(parameters);
    labelUses = List.copyOf(labelUses);
  }
}
