package dev.sargasso.ir.interpret;

/**
 * The sequence of {@code rand} in the GNU C library: an additive feedback generator over 31 words,
 * so that programs that print random numbers print the same here and there.
 */
final class RandomNumbers {
  private static final int DEGREE = 31;
  private static final int SEPARATION = 3;

  private final int[] state = new int[DEGREE];
  private int front;

  RandomNumbers() {
    seed(1);
  }

  void seed(int seed) {
    state[0] = seed == 0 ? 1 : seed;
    for (int i = 1; i < DEGREE; i++) {
      // Schrage's way to multiply by 16807 modulo 2^31 - 1.
      long word = 16807L * (state[i - 1] % 127773) - 2836L * (state[i - 1] / 127773);
      state[i] = (int) (word < 0 ? word + Integer.MAX_VALUE : word);
    }
    front = SEPARATION;
    for (int i = 0; i < 10 * DEGREE; i++) {
      next();
    }
  }

  int next() {
    int rear = (front + DEGREE - SEPARATION) % DEGREE;
    state[front] += state[rear];
    int result = state[front] >>> 1;
    front = (front + 1) % DEGREE;
    return result;
  }
}
