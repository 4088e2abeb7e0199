package dev.sargasso.visualizer.page;

import java.util.List;

/**
 * What a page offers that is served, and so can be made anew with other options.
 *
 * @param level the level that it was compiled at
 * @param levels those that there are
 * @param policy the placement policy that it was compiled with
 * @param policies those that there are
 * @param passes that can be left out
 * @param off those that were left out
 * @param error why there is nothing to show, or the empty string
 */
public record Live(
    String level,
    List<String> levels,
    String policy,
    List<String> policies,
    List<String> passes,
    List<String> off,
    String error) {

  /** As a JSON object. */
  void write(StringBuilder out) {
    Json.string(out.append("{\"level\":"), level);
    strings(out.append(",\"levels\":"), levels);
    Json.string(out.append(",\"policy\":"), policy);
    strings(out.append(",\"policies\":"), policies);
    strings(out.append(",\"passes\":"), passes);
    strings(out.append(",\"off\":"), off);
    Json.string(out.append(",\"error\":"), error).append('}');
  }

  private static void strings(StringBuilder out, List<String> texts) {
    out.append('[');
    String separator = "";
    for (String text : texts) {
      Json.string(out.append(separator), text);
      separator = ",";
    }
    out.append(']');
  }
}
