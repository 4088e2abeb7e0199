package dev.sargasso.ir.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Stamps are sets: all laws, over all stamps of narrow widths. */
class IntegerStampLawsTest {
  private static final List<IntegerStamp> NARROW = NarrowStamps.all(3);
  private static final List<IntegerStamp> SAMPLE = NarrowStamps.sample(4, 500);

  @Test
  void everyStampIsExact() {
    for (IntegerStamp stamp : NarrowStamps.all(4)) {
      int members = NarrowStamps.members(stamp);
      assertEquals(NarrowStamps.describe(4, members), stamp, () -> "not exact: " + stamp);
      assertEquals(members == 0, stamp.isEmpty());
      assertEquals(members == 0xFFFF, stamp.isFull());
      assertEquals(Integer.bitCount(members) == 1, stamp.isConstant());
    }
  }

  @Test
  void inclusionIsThatOfSets() {
    for (IntegerStamp a : NARROW) {
      for (IntegerStamp b : NARROW) {
        boolean included = (NarrowStamps.members(b) & ~NarrowStamps.members(a)) == 0;
        if (included != a.includes(b)) {
          fail(a + " includes " + b + ": " + a.includes(b));
        }
      }
    }
  }

  @Test
  void meetIsTheLeastDescribableSetThatHoldsBoth() {
    for (List<IntegerStamp> stamps : List.of(NARROW, SAMPLE)) {
      for (IntegerStamp a : stamps) {
        for (IntegerStamp b : stamps) {
          IntegerStamp meet = a.meet(b);
          int both = NarrowStamps.members(a) | NarrowStamps.members(b);
          if (!meet.equals(NarrowStamps.describe(a.bits(), both)) || !meet.equals(b.meet(a))) {
            fail(a + " meet " + b + " = " + meet);
          }
        }
      }
    }
  }

  @Test
  void joinIsTheIntersection() {
    for (List<IntegerStamp> stamps : List.of(NARROW, SAMPLE)) {
      for (IntegerStamp a : stamps) {
        for (IntegerStamp b : stamps) {
          IntegerStamp join = a.join(b);
          int common = NarrowStamps.members(a) & NarrowStamps.members(b);
          if (NarrowStamps.members(join) != common || !join.equals(b.join(a))) {
            fail(a + " join " + b + " = " + join);
          }
        }
      }
    }
  }

  @Test
  void wideStampsReachTheirBounds() {
    IntegerStamp odd = IntegerStamp.of(64, -10, 10, 0, -1, 0, 1);
    assertEquals(-9, odd.minimum());
    assertEquals(9, odd.maximum());
    assertEquals(1, odd.unsignedMinimum());
    assertEquals(-1, odd.unsignedMaximum());
    IntegerStamp high = IntegerStamp.unsignedRange(64, Long.MIN_VALUE, -1);
    assertEquals(Long.MIN_VALUE, high.minimum());
    assertEquals(-1, high.maximum());
    assertEquals(Long.MIN_VALUE, high.knownOnes());
    assertTrue(IntegerStamp.ofKnownBits(64, 1, 1).isEmpty());
    assertTrue(IntegerStamp.signedRange(64, 5, 4).isEmpty());
    assertTrue(IntegerStamp.ofKnownBits(64, 0, 0).isFull());
    IntegerStamp aligned = IntegerStamp.of(64, Long.MIN_VALUE, -1, 0, -1, 0xF, 0);
    assertEquals(-16, aligned.maximum());
    assertTrue(aligned.contains(-16));
    assertFalse(aligned.contains(-15));
  }

  @Test
  void knowsItsTypeIfThereIsOne() {
    assertSame(Type.I1, IntegerStamp.full(1).type());
    assertSame(Type.I32, IntegerStamp.constant(32, -7).type());
    assertThrows(IllegalStateException.class, () -> IntegerStamp.full(4).type());
    assertThrows(
        IllegalArgumentException.class, () -> IntegerStamp.full(8).meet(IntegerStamp.full(16)));
    assertThrows(IllegalArgumentException.class, () -> Stamp.full(Type.MEM));
  }

  @Test
  void printsWhatItKnows() {
    assertEquals("i8[-3]", IntegerStamp.constant(8, 253).toString());
    assertEquals("i8[0..12, bits 0000..00]", IntegerStamp.ofKnownBits(8, 0xF3, 0).toString());
    assertEquals("i8[-128..127, u 0..255]", IntegerStamp.full(8).toString());
    assertEquals("i8[]", IntegerStamp.empty(8).toString());
  }
}
