package dev.sargasso.lab.report;

import dev.sargasso.lab.compare.BlockReport;
import dev.sargasso.lab.compare.Figures;
import dev.sargasso.lab.compare.FunctionReport;
import dev.sargasso.lab.compare.Measure;
import dev.sargasso.lab.compare.NodeReport;
import dev.sargasso.lab.compare.Report;
import dev.sargasso.lab.compare.Timing;
import java.util.List;

/**
 * A comparison as JSON: all of {@link Report}, under the names of its components. Lists that have
 * one entry for each contestant are in the order of {@code contestants}.
 */
public final class JsonReport {
  private static final String HEXADECIMAL = "0123456789abcdef";

  private final StringBuilder out = new StringBuilder();

  private JsonReport() {}

  /** One object, ended by a line feed. */
  public static String of(Report report) {
    return new JsonReport().write(report).append('\n').toString();
  }

  private StringBuilder write(Report report) {
    out.append("{\"file\":");
    string(report.file()).append(",\"options\":");
    string(report.options()).append(",\"profile\":");
    string(report.profile()).append(",\"contestants\":");
    strings(report.contestants());
    out.append(",\"notes\":");
    strings(report.notes());
    out.append(",\"functions\":[");
    String separator = "";
    for (FunctionReport function : report.functions()) {
      out.append(separator).append('\n');
      function(function);
      separator = ",";
    }
    out.append("],\"times\":[");
    separator = "";
    for (Timing timing : report.times()) {
      out.append(separator).append("{\"seconds\":[");
      String comma = "";
      for (double seconds : timing.seconds()) {
        out.append(comma).append(Numbers.exact(seconds));
        comma = ",";
      }
      out.append("],\"ratio\":").append(Numbers.exact(timing.ratio()));
      out.append(",\"low\":").append(Numbers.exact(timing.low()));
      out.append(",\"high\":").append(Numbers.exact(timing.high())).append('}');
      separator = ",";
    }
    return out.append("]}");
  }

  private void function(FunctionReport function) {
    out.append("{\"name\":");
    string(function.name()).append(",\"free\":").append(function.free()).append(",\"blocks\":[");
    String separator = "";
    for (BlockReport block : function.blocks()) {
      out.append(separator).append("{\"head\":");
      string(block.head()).append(",\"line\":").append(block.line());
      out.append(",\"successors\":").append(block.successors());
      out.append(",\"loopDepth\":").append(block.loopDepth());
      out.append(",\"frequency\":").append(Numbers.exact(block.frequency()));
      out.append(",\"executions\":").append(Numbers.exact(block.executions()));
      out.append(",\"pressure\":").append(block.pressure()).append('}');
      separator = ",";
    }
    out.append("],\"moved\":[");
    separator = "";
    for (NodeReport node : function.moved()) {
      out.append(separator).append("{\"id\":").append(node.id()).append(",\"text\":");
      string(node.text()).append(",\"line\":").append(node.line());
      out.append(",\"early\":").append(node.early()).append(",\"late\":").append(node.late());
      out.append(",\"blocks\":").append(node.blocks()).append('}');
      separator = ",";
    }
    out.append("],\"figures\":[");
    separator = "";
    for (Figures figures : function.figures()) {
      out.append(separator).append('{');
      String comma = "";
      for (Measure measure : Measure.values()) {
        out.append(comma).append('"').append(measure.key()).append("\":");
        out.append(Numbers.exact(figures.get(measure)));
        comma = ",";
      }
      out.append('}');
      separator = ",";
    }
    out.append("]}");
  }

  private void strings(List<String> texts) {
    out.append('[');
    String separator = "";
    for (String text : texts) {
      out.append(separator);
      string(text);
      separator = ",";
    }
    out.append(']');
  }

  private StringBuilder string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEXADECIMAL.charAt(c >> shift & 15));
        }
      } else {
        out.append(c);
      }
    }
    return out.append('"');
  }
}
