package dev.sargasso.prove.encode;

import java.util.List;

/** What Z3 says of two behaviours. */
public sealed interface Answer {
  /**
   * For all inputs the second may stand for the first.
   *
   * @param bounded whether only as far as loops were followed
   * @param same whether both were one formula, and nothing was asked
   */
  record Yes(boolean bounded, boolean same) implements Answer {}

  /**
   * There is an input that tells them apart.
   *
   * @param what differs, for people
   * @param arguments sign-extended bits, one for each parameter
   * @param inputs the rest of the input; valid until the terms are closed
   */
  record No(String what, List<Long> arguments, Inputs inputs) implements Answer {}

  /** Neither was found. */
  record Unknown(String reason) implements Answer {}

  /** Memory at entry. */
  interface Inputs {
    /** How many alias classes there are. */
    int classCount();

    /** Where a symbol lies. */
    long addressOf(String symbol);

    /** The byte of a class at an address; 0 if it does not matter. */
    int byteAt(int aliasClass, long address);
  }
}
