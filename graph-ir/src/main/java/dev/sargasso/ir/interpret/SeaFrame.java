package dev.sargasso.ir.interpret;

import dev.sargasso.ir.graph.Op;
import java.util.Arrays;

/** One activation of a function in the sea interpreter. */
final class SeaFrame {
  /** Not computed, or no longer valid. */
  static final byte NOTHING = 0;

  /** The value is there; of an effect: it has been executed. */
  static final byte VALUE = 1;

  /** Computing it trapped; the value is the id of the node that did. */
  static final byte FAULT = 2;

  /** It cannot be computed here, since what it depends on has not been executed. */
  static final byte UNAVAILABLE = 3;

  /** An effect that is being executed. */
  static final byte BUSY = 4;

  /** The token has not been defined. */
  static final byte FUTURE = 0;

  /** The token is the state of its class now. */
  static final byte CURRENT = 1;

  /** Another token has taken the place of this one. */
  static final byte PAST = 2;

  final SeaFunction code;
  final long[] values;

  /** The upper halves of vectors; empty if the function has none. */
  final long[] upper;

  final byte[] states;
  final byte[] tokenStates;

  /** For each class the token that is current, or NONE if nothing reads it. */
  final int[] current;

  private final byte[] freshStates;

  /** Lowest address of the frame, and the end of the stack above it. */
  long base;

  long top;

  int block;

  /** Number of nodes of the block's chain that control has passed. */
  int passed;

  SeaFrame(SeaFunction code) {
    this.code = code;
    values = new long[code.count];
    upper = new long[code.hasVectors ? code.count : 0];
    states = new byte[code.count];
    freshStates = new byte[code.count];
    tokenStates = new byte[code.tokens.count()];
    current = new int[code.classes];
    for (int id = 0; id < code.count; id++) {
      Op op = code.ops[id];
      if (op != null && op.isPinned()) {
        freshStates[id] = UNAVAILABLE;
      }
    }
  }

  /** Makes the frame as new. */
  void reset(long[] arguments, long newBase, long newTop) {
    System.arraycopy(freshStates, 0, states, 0, states.length);
    Arrays.fill(tokenStates, FUTURE);
    System.arraycopy(code.initialTokens, 0, current, 0, current.length);
    for (int token : current) {
      if (token != MemoryTokens.NONE) {
        tokenStates[token] = CURRENT;
      }
    }
    int[] parameters = code.parameters;
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] >= 0) {
        values[parameters[i]] = arguments[i];
        states[parameters[i]] = VALUE;
      }
    }
    base = newBase;
    top = newTop;
    block = 0;
    passed = 0;
  }
}
