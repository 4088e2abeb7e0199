package dev.sargasso.bench.growth;

import dev.sargasso.bench.phase.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** What a measurement found, as Markdown. */
final class Tables {
  /** The sizes between which speed is told; smaller ones measure the clock, larger ones memory. */
  private static final int SPEED_FROM = 1_000;

  private static final int SPEED_TO = 10_000;

  private final Measurement measurement;

  Tables(Measurement measurement) {
    this.measurement = measurement;
  }

  /** Nanoseconds a node in one phase. */
  String phase(Phase phase) {
    return table(phase.text() + ", CPU nanoseconds a node", s -> measurement.curve(s, phase));
  }

  /** Nanoseconds a node from the sea to bytes. */
  String whole() {
    return table("sea to bytes, CPU nanoseconds a node", measurement::whole);
  }

  private String table(String title, IntFunction<Curve> curves) {
    StringBuilder out = new StringBuilder("### " + title + "\n\n| shape |");
    for (int size : measurement.sizes()) {
      out.append(String.format(Locale.ROOT, " %,d |", size));
    }
    out.append(" exponent |\n|---|").append("---:|".repeat(measurement.sizes().length + 1));
    out.append('\n');
    for (int s = 0; s < measurement.subjects().size(); s++) {
      Curve curve = curves.apply(s);
      out.append("| ").append(measurement.subjects().get(s).name()).append(" |");
      for (int i = 0; i < curve.nodes().length; i++) {
        out.append(String.format(Locale.ROOT, " %.0f |", curve.perNode(i)));
      }
      out.append(String.format(Locale.ROOT, " %.2f |%n", curve.exponent()));
    }
    return out.append('\n').toString();
  }

  /** Thousands of nodes a second from the sea to bytes, phase by phase and in all. */
  String speed() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "### thousands of nodes a CPU second, functions of %,d to %,d nodes%n%n| shape |",
            SPEED_FROM,
            SPEED_TO));
    for (Phase phase : Phase.values()) {
      out.append(' ').append(phase.text()).append(" |");
    }
    out.append(" sea to bytes |\n|---|").append("---:|".repeat(Phase.values().length + 1));
    out.append('\n');
    for (int s = 0; s < measurement.subjects().size(); s++) {
      int subject = s;
      row(
          out,
          measurement.subjects().get(s).name(),
          phase -> speed(List.of(measurement.curve(subject, phase))),
          speed(List.of(measurement.whole(subject))));
    }
    row(out, "**all**", phase -> speed(curves(phase)), totalSpeed());
    return out.append('\n').toString();
  }

  private static void row(
      StringBuilder out, String name, ToDoubleFunction<Phase> speed, double all) {
    out.append("| ").append(name).append(" |");
    for (Phase phase : Phase.values()) {
      out.append(String.format(Locale.ROOT, " %,.0f |", speed.applyAsDouble(phase) / 1e3));
    }
    out.append(String.format(Locale.ROOT, " %,.0f |%n", all / 1e3));
  }

  private List<Curve> curves(Phase phase) {
    List<Curve> curves = new ArrayList<>();
    for (int s = 0; s < measurement.subjects().size(); s++) {
      curves.add(measurement.curve(s, phase));
    }
    return curves;
  }

  /** Nodes a second from the sea to bytes over all shapes; NaN if no size is in the range. */
  double totalSpeed() {
    List<Curve> curves = new ArrayList<>();
    for (int s = 0; s < measurement.subjects().size(); s++) {
      curves.add(measurement.whole(s));
    }
    return speed(curves);
  }

  private double speed(List<Curve> curves) {
    double nodes = 0;
    double nanos = 0;
    int[] sizes = measurement.sizes();
    for (Curve curve : curves) {
      for (int i = 0; i < sizes.length; i++) {
        if (sizes[i] >= SPEED_FROM && sizes[i] <= SPEED_TO) {
          nodes += curve.nodes()[i];
          nanos += curve.nanos()[i];
        }
      }
    }
    return nodes == 0 ? Double.NaN : nodes / nanos * 1e9;
  }

  /** Shapes whose whole compilation has a higher exponent, with the phases that have, too. */
  List<String> steeperThan(double limit) {
    List<String> complaints = new ArrayList<>();
    for (int s = 0; s < measurement.subjects().size(); s++) {
      double exponent = measurement.whole(s).exponent();
      if (exponent > limit) {
        StringBuilder text = new StringBuilder();
        text.append(
            String.format(
                Locale.ROOT,
                "%s has exponent %.2f",
                measurement.subjects().get(s).name(),
                exponent));
        for (Phase phase : Phase.values()) {
          double own = measurement.curve(s, phase).exponent();
          if (own > limit) {
            text.append(String.format(Locale.ROOT, ", %s %.2f", phase.text(), own));
          }
        }
        complaints.add(text.toString());
      }
    }
    return complaints;
  }
}
