package dev.sargasso.visualizer.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A page that shows a compilation, whole in one file. */
public final class Page {
  private static final List<String> MODULES =
      List.of(
          "model.js", "layout.js", "sea.js", "interference.js", "columns.js", "live.js", "main.js");

  private Page() {}

  /**
   * The page as HTML; all beyond ASCII is escaped. Linear in what the listener has taken.
   *
   * @param title what to call the program
   * @param source its text, or the empty string
   * @param options how it was compiled, for people
   */
  public static String of(PageListener listener, String title, String source, String options) {
    return page(listener, title, source, options, "");
  }

  /** The same for a page that is served. */
  public static String of(
      PageListener listener, String title, String source, String options, Live live) {
    StringBuilder text = new StringBuilder(",\"live\":");
    live.write(text);
    return page(listener, title, source, options, text);
  }

  private static String page(
      PageListener listener, String title, String source, String options, CharSequence live) {
    StringBuilder data = new StringBuilder("{\"title\":");
    Json.string(data, title).append(",\"options\":");
    Json.string(data, options).append(",\"source\":");
    Json.string(data, source).append(",\"functions\":[");
    String separator = "";
    for (Map.Entry<String, String> function : listener.functions().entrySet()) {
      data.append(separator).append("{\"name\":");
      Json.string(data, function.getKey()).append(",\"phases\":");
      data.append(function.getValue()).append('}');
      separator = ",\n";
    }
    data.append(']').append(live).append('}');
    String page = resource("page.html");
    StringBuilder imports = new StringBuilder("{\"imports\":{");
    separator = "";
    for (String module : MODULES) {
      byte[] text = resource(module).getBytes(StandardCharsets.UTF_8);
      imports.append(separator).append("\"sargasso/").append(module).append("\":");
      imports.append("\"data:text/javascript;base64,");
      imports.append(Base64.getEncoder().encodeToString(text)).append('"');
      separator = ",";
    }
    imports.append("}}");
    StringBuilder library = Json.string(new StringBuilder(), resource("dagre.min.js"));
    return page.replace("@STYLE@", resource("page.css"))
        .replace("@IMPORTS@", imports)
        .replace("@LIBRARY@", library)
        .replace("@DATA@", data);
  }

  private static String resource(String name) {
    try (InputStream stream = Page.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the resource " + name + " is missing from this build");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
