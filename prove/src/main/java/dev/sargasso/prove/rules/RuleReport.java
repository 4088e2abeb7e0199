package dev.sargasso.prove.rules;

import java.util.List;

/**
 * What came of a look at many expressions.
 *
 * @param looked expressions looked at
 * @param changed those that simplification changed, each of them evaluated for all operands of 8
 *     bits
 * @param ruleCount rules that were applied, at any width
 * @param rulesNotMet the names of those that were never applied, in the order of their declaration
 * @param sets different sets of rules that were applied together, at 32 bits and at 64
 * @param setsProven those for which Z3 proved at least one expression
 * @param proven questions that Z3 answered with yes
 * @param unknown questions that it has not answered in time
 * @param faults what is wrong: an expression and an input each, in the order of the expressions
 */
public record RuleReport(
    long looked,
    long changed,
    int ruleCount,
    List<String> rulesNotMet,
    int sets,
    int setsProven,
    long proven,
    long unknown,
    List<String> faults) {}
