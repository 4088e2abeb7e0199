package dev.sargasso.prove;

import java.util.Map;

/**
 * An input of a function that can be run.
 *
 * @param what differs, for people
 * @param arguments canonical, one for each parameter
 * @param rooms what the memory that pointer arguments point into holds, by number of parameter
 * @param globals the first bytes of variables
 */
// Never compared.
@SuppressWarnings("ArrayRecordComponent")
record Counterexample(
    String what, long[] arguments, Map<Integer, byte[]> rooms, Map<String, byte[]> globals) {}
