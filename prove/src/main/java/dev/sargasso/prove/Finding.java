package dev.sargasso.prove;

/**
 * One comparison.
 *
 * @param function its name
 * @param pass the pass between the two states; {@code construction} for the simplification of nodes
 *     as they are made
 * @param verdict what came of it
 * @param milliseconds that it took
 */
public record Finding(String function, String pass, Verdict verdict, long milliseconds) {}
