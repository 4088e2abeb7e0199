package dev.sargasso.measure.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was measured: CPU nanoseconds and allocated bytes of each phase of the compilation of each
 * input, sample by sample. Belongs to one thread.
 */
public final class SampleTable {
  /** The first line of a saved table. */
  public static final String MAGIC = "# sargasso bench 1";

  private static final String COLUMNS = "input,family,nodes,phase,sample,nanoseconds,bytes";

  /**
   * What was compiled.
   *
   * @param name for people
   * @param family the same for inputs that differ in size only
   * @param nodes of its functions as they were built, before any pass
   */
  public record Input(String name, String family, int nodes) {}

  private record Place(int input, int phase, int sample) {}

  private record Sample(double nanos, double bytes) {
    static final Sample NONE = new Sample(0, 0);
  }

  private final String unit;
  private final String options;
  private final List<Input> inputs = new ArrayList<>();
  private final List<String> phases = new ArrayList<>();
  private final Map<Place, Sample> cells = new HashMap<>();
  private int samples;

  /**
   * An empty table.
   *
   * @param unit what one sample is: {@code round}, or {@code process}
   * @param options how the inputs were compiled, for people
   */
  public SampleTable(String unit, String options) {
    this.unit = unit;
    this.options = options;
  }

  /** Puts one sample in. Inputs and phases are in the order in which they first appear. */
  public void put(Input input, String phase, int sample, double nanos, double bytes) {
    cells.put(
        new Place(index(inputs, input), index(phases, phase), sample), new Sample(nanos, bytes));
    samples = Math.max(samples, sample + 1);
  }

  private static <T> int index(List<T> list, T item) {
    int index = list.indexOf(item);
    if (index < 0) {
      index = list.size();
      list.add(item);
    }
    return index;
  }

  /** What one sample is. */
  public String unit() {
    return unit;
  }

  /** How the inputs were compiled. */
  public String options() {
    return options;
  }

  /** The inputs, in order. */
  public List<Input> inputs() {
    return List.copyOf(inputs);
  }

  /** The phases, in order. */
  public List<String> phases() {
    return List.copyOf(phases);
  }

  /** How many samples there are of each phase. */
  public int samples() {
    return samples;
  }

  /** Nodes of all inputs together. */
  public long nodes() {
    return inputs.stream().mapToLong(Input::nodes).sum();
  }

  private Sample cell(int input, int phase, int sample) {
    return cells.getOrDefault(new Place(input, phase, sample), Sample.NONE);
  }

  private double[] sums(int onlyInput, int onlyPhase, boolean ofBytes) {
    double[] sums = new double[samples];
    for (int i = 0; i < inputs.size(); i++) {
      for (int p = 0; p < phases.size(); p++) {
        for (int s = 0; s < samples; s++) {
          if ((onlyInput < 0 || i == onlyInput) && (onlyPhase < 0 || p == onlyPhase)) {
            Sample cell = cell(i, p, s);
            sums[s] += ofBytes ? cell.bytes : cell.nanos;
          }
        }
      }
    }
    return sums;
  }

  /** Nanoseconds of one phase of one input, sample by sample; 0 if it has none. */
  public double[] nanos(Input input, String phase) {
    return phases.contains(phase)
        ? sums(inputs.indexOf(input), phases.indexOf(phase), false)
        : new double[samples];
  }

  /** Bytes of one phase of one input. */
  public double[] bytes(Input input, String phase) {
    return phases.contains(phase)
        ? sums(inputs.indexOf(input), phases.indexOf(phase), true)
        : new double[samples];
  }

  /** Nanoseconds of one phase over all inputs. */
  public double[] nanos(String phase) {
    return phases.contains(phase) ? sums(-1, phases.indexOf(phase), false) : new double[samples];
  }

  /** Bytes of one phase over all inputs. */
  public double[] bytes(String phase) {
    return phases.contains(phase) ? sums(-1, phases.indexOf(phase), true) : new double[samples];
  }

  /** Nanoseconds of all phases of one input. */
  public double[] nanos(Input input) {
    return sums(inputs.indexOf(input), -1, false);
  }

  /** Bytes of all phases of one input. */
  public double[] bytes(Input input) {
    return sums(inputs.indexOf(input), -1, true);
  }

  /** Nanoseconds of everything. */
  public double[] nanos() {
    return sums(-1, -1, false);
  }

  /** Bytes of everything. */
  public double[] bytes() {
    return sums(-1, -1, true);
  }

  /**
   * A table with one sample, the medians of this one.
   *
   * @param newUnit what that sample is
   */
  public SampleTable medians(String newUnit) {
    SampleTable result = new SampleTable(newUnit, options);
    result.append(this);
    return result;
  }

  /** Adds one sample: the medians of another table. */
  public void append(SampleTable other) {
    int sample = samples;
    for (Input input : other.inputs) {
      for (String phase : other.phases) {
        put(
            input,
            phase,
            sample,
            RatioOfMedians.median(other.nanos(input, phase)),
            RatioOfMedians.median(other.bytes(input, phase)));
      }
    }
  }

  /** The exponent with which the time of a phase grows with the nodes of a family, or NaN. */
  public double exponent(String family, String phase) {
    List<Input> members = inputs.stream().filter(i -> i.family().equals(family)).toList();
    return PowerLaw.exponent(
        members.stream().mapToDouble(Input::nodes).toArray(),
        members.stream().mapToDouble(i -> RatioOfMedians.median(nanos(i, phase))).toArray());
  }

  /** The same for all phases together. */
  public double exponent(String family) {
    List<Input> members = inputs.stream().filter(i -> i.family().equals(family)).toList();
    return PowerLaw.exponent(
        members.stream().mapToDouble(Input::nodes).toArray(),
        members.stream().mapToDouble(i -> RatioOfMedians.median(nanos(i))).toArray());
  }

  /** The families that have inputs of several sizes. */
  public List<String> growing() {
    return inputs.stream()
        .map(Input::family)
        .distinct()
        .filter(f -> inputs.stream().filter(i -> i.family().equals(f)).count() > 1)
        .toList();
  }

  /** All samples as CSV, which {@link #parse} reads. */
  public String csv() {
    StringBuilder text = new StringBuilder(MAGIC);
    text.append("\n# a sample is one ").append(unit);
    text.append("\n# options: ").append(options.replace('\n', ' '));
    text.append('\n').append(COLUMNS).append('\n');
    for (int i = 0; i < inputs.size(); i++) {
      Input input = inputs.get(i);
      for (int p = 0; p < phases.size(); p++) {
        for (int s = 0; s < samples; s++) {
          Sample cell = cells.get(new Place(i, p, s));
          if (cell != null) {
            text.append(
                String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%s,%d,%.0f,%.0f%n",
                    quoted(input.name),
                    quoted(input.family),
                    input.nodes,
                    quoted(phases.get(p)),
                    s,
                    cell.nanos,
                    cell.bytes));
          }
        }
      }
    }
    return text.toString();
  }

  private static String quoted(String field) {
    return field.contains(",") || field.contains("\"")
        ? '"' + field.replace("\"", "\"\"") + '"'
        : field;
  }

  /**
   * Reads what {@link #csv} wrote.
   *
   * @throws IllegalArgumentException with a message for people if it is something else
   */
  public static SampleTable parse(List<String> lines) {
    if (lines.size() < 4 || !lines.getFirst().equals(MAGIC) || !lines.get(3).equals(COLUMNS)) {
      throw new IllegalArgumentException(
          "these are no saved measurements; write them with 'sargasso bench --save=FILE'");
    }
    SampleTable table =
        new SampleTable(
            lines.get(1).replace("# a sample is one ", ""),
            lines.get(2).replace("# options: ", ""));
    for (int i = 4; i < lines.size(); i++) {
      List<String> fields = fields(lines.get(i));
      try {
        table.put(
            new Input(fields.get(0), fields.get(1), Integer.parseInt(fields.get(2))),
            fields.get(3),
            Integer.parseInt(fields.get(4)),
            Double.parseDouble(fields.get(5)),
            Double.parseDouble(fields.get(6)));
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw new IllegalArgumentException(
            "line " + (i + 1) + " of the saved measurements is damaged; measure again", e);
      }
    }
    if (table.samples == 0) {
      throw new IllegalArgumentException("the saved measurements are empty; measure again");
    }
    return table;
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        if (isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          field.append('"');
          i++;
        } else {
          isQuoted = !isQuoted;
        }
      } else if (c == ',' && !isQuoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  @Override
  public String toString() {
    return inputs + " " + phases + " " + Arrays.toString(nanos());
  }
}
