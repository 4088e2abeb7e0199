package dev.sargasso.passes.simplify;

import dev.sargasso.ir.type.Type;
import java.util.Random;

/** Random values that like the edges. */
final class Inputs {
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.0,
    1e300,
    -1e300,
    1e-300,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    0.1,
    16777217.0,
    1e10
  };

  private Inputs() {}

  static long any(Random random, Type type) {
    if (type == Type.F64) {
      return random.nextBoolean()
          ? Double.doubleToRawLongBits(DOUBLES[random.nextInt(DOUBLES.length)])
          : Double.doubleToRawLongBits(random.nextGaussian() * Math.pow(10, random.nextInt(30)));
    }
    if (type == Type.F32) {
      double value = Double.longBitsToDouble(any(random, Type.F64));
      return Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
    }
    long bits =
        switch (random.nextInt(5)) {
          case 0 -> random.nextInt(7) - 3;
          case 1 -> (1L << (type.bits() - 1)) + random.nextInt(5) - 2;
          case 2 -> (1L << random.nextInt(type.bits())) - random.nextInt(2);
          case 3 -> random.nextLong() >> random.nextInt(64);
          default -> random.nextLong();
        };
    return type.canonical(bits);
  }
}
