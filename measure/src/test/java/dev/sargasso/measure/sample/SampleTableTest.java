package dev.sargasso.measure.sample;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTableTest {
  private static SampleTable table() {
    SampleTable table = new SampleTable("round", "-O2");
    for (int i = 1; i <= 3; i++) {
      SampleTable.Input input = new SampleTable.Input("a, \"b\" " + i, "a", (int) Math.pow(10, i));
      for (int round = 0; round < 3; round++) {
        table.put(input, "read", round, Math.pow(100, i) + round, 8);
        table.put(input, "motion", round, Math.pow(10, i), 16);
      }
    }
    return table;
  }

  @Test
  void whatIsSavedIsReadBack() {
    SampleTable table = table();
    SampleTable read = SampleTable.parse(table.csv().lines().toList());
    assertEquals(table.csv(), read.csv());
    assertEquals(table.inputs(), read.inputs());
    assertEquals("round", read.unit());
    assertEquals("-O2", read.options());
    assertArrayEquals(table.nanos(), read.nanos());
  }

  @Test
  void whatIsNotSavedIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> SampleTable.parse(List.of("x")));
    List<String> lines = new java.util.ArrayList<>(table().csv().lines().toList());
    lines.add("a,b,c");
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> SampleTable.parse(lines));
    assertEquals("line 23 of the saved measurements is damaged; measure again", e.getMessage());
  }

  @Test
  void exponentsAreThoseOfTheLaw() {
    SampleTable table = table();
    assertEquals(List.of("a"), table.growing());
    assertEquals(2, table.exponent("a", "read"), 0.01);
    assertEquals(1, table.exponent("a", "motion"), 0.01);
  }

  @Test
  void mediansBecomeOneSample() {
    SampleTable medians = table().medians("process");
    assertEquals(1, medians.samples());
    assertArrayEquals(new double[] {101}, medians.nanos(table().inputs().getFirst(), "read"));
    medians.append(table());
    assertEquals(2, medians.samples());
  }
}
