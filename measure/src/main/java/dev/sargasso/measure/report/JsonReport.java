package dev.sargasso.measure.report;

import dev.sargasso.measure.sample.RatioOfMedians;
import dev.sargasso.measure.sample.SampleTable;
import dev.sargasso.measure.sample.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Medians, exponents and verdicts as JSON. */
public final class JsonReport {
  private JsonReport() {}

  /**
   * One object: {@code unit}, {@code samples}, {@code options}, {@code inputs} with {@code phases}
   * (medians a compilation), {@code exponents} of families, {@code verdicts}.
   *
   * @param verdicts empty if nothing was compared
   */
  public static String of(SampleTable table, List<Verdict> verdicts) {
    return "{\n  \"unit\": "
        + string(table.unit())
        + ",\n  \"samples\": "
        + table.samples()
        + ",\n  \"options\": "
        + string(table.options())
        + ",\n  \"inputs\": ["
        + table.inputs().stream().map(i -> input(table, i)).collect(Collectors.joining(","))
        + "\n  ],\n  \"exponents\": {"
        + table.growing().stream()
            .map(f -> "\n    " + string(f) + ": " + number(table.exponent(f)))
            .collect(Collectors.joining(","))
        + "\n  },\n  \"verdicts\": ["
        + verdicts.stream().map(JsonReport::verdict).collect(Collectors.joining(","))
        + "\n  ]\n}\n";
  }

  private static String input(SampleTable table, SampleTable.Input input) {
    return "\n    {\"name\": "
        + string(input.name())
        + ", \"family\": "
        + string(input.family())
        + ", \"nodes\": "
        + input.nodes()
        + ", \"phases\": ["
        + table.phases().stream()
            .map(
                phase ->
                    "\n      {\"phase\": "
                        + string(phase)
                        + ", \"nanoseconds\": "
                        + number(RatioOfMedians.median(table.nanos(input, phase)))
                        + ", \"bytes\": "
                        + number(RatioOfMedians.median(table.bytes(input, phase)))
                        + "}")
            .collect(Collectors.joining(","))
        + "]}";
  }

  private static String verdict(Verdict verdict) {
    return "\n    {\"phase\": "
        + string(verdict.phase())
        + ", \"before\": "
        + number(verdict.before())
        + ", \"after\": "
        + number(verdict.after())
        + ", \"ratio\": "
        + number(verdict.ratio().ratio())
        + ", \"low\": "
        + number(verdict.ratio().low())
        + ", \"high\": "
        + number(verdict.ratio().high())
        + ", \"verdict\": "
        + string(verdict.outcome().text())
        + "}";
  }

  private static String number(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? "null"
        : String.format(Locale.ROOT, "%.4f", value);
  }

  private static String string(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
