package dev.sargasso.cli;

import dev.sargasso.driver.Compiler;
import dev.sargasso.driver.SourceException;
import dev.sargasso.visualizer.bgv.BgvSink;
import dev.sargasso.visualizer.bgv.BgvWriter;
import dev.sargasso.visualizer.dump.DumpFilter;
import dev.sargasso.visualizer.dump.DumpFolder;
import dev.sargasso.visualizer.dump.DumpListener;
import dev.sargasso.visualizer.dump.DumpSink;
import dev.sargasso.visualizer.dump.GraphDump;
import dev.sargasso.visualizer.exchange.ExchangeFormat;
import dev.sargasso.visualizer.exchange.ExchangeSink;
import dev.sargasso.visualizer.igv.IgvConnection;
import dev.sargasso.visualizer.igv.IgvSink;
import dev.sargasso.visualizer.text.TextSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --dump}: every moment of a compilation, for graph viewers. */
final class DumpOptions {
  private static final String LOCAL = "127.0.0.1";

  private final OptionSpec dump =
      OptionSpec.builder("--dump")
          .paramLabel("WHAT")
          .type(List.class)
          .initialValue(List.of())
          .description(
              "Dump functions after each pass that changes them: igv:FILE (XML of OpenJDK's IGV),"
                  + " bgv:FILE (Graal's IGV, Seafoam), igv or igv:HOST:PORT, bgv or bgv:HOST:PORT"
                  + " (to a viewer that is running), text:FILE or text:FOLDER/ (for people and"
                  + " diff), dot:FOLDER, graphml:FOLDER, gexf:FOLDER or json:FOLDER (a file for"
                  + " each dump). FUNCTION:PHASES says which only, such as"
                  + " 'main:inline..motion,allocate'; * stands for any text. May be repeated.")
          .build();

  DumpOptions() {}

  void addTo(CommandSpec command) {
    command.addOption(dump);
  }

  /** Something that compiles. */
  interface Work<T> {
    T with(Compiler compiler) throws UserError, SourceException;
  }

  /** Does some work with a compiler, and dumps meanwhile what is asked for. */
  <T> T around(Compiler compiler, Work<T> work) throws UserError, SourceException {
    List<String> wanted = dump.getValue();
    if (wanted.isEmpty()) {
      return work.with(compiler);
    }
    DumpFilter filter = null;
    List<String> targets = new ArrayList<>();
    for (String what : wanted) {
      if (what.matches("(igv|bgv)(:.*)?") || what.matches("(text|dot|graphml|gexf|json)(:.+)?")) {
        targets.add(what);
      } else if (filter == null) {
        filter = filter(what);
      } else {
        throw new UserError("--dump takes one FUNCTION:PHASES; separate phases by commas");
      }
    }
    if (targets.isEmpty()) {
      throw new UserError(
          "--dump="
              + wanted.getFirst()
              + " needs a format as well: text:FILE, igv:FILE, bgv:FILE, dot:FOLDER,"
              + " graphml:FOLDER, gexf:FOLDER or json:FOLDER");
    }
    Sinks sinks = new Sinks();
    try (DumpListener listener =
        new DumpListener(sinks, filter == null ? DumpFilter.ALL : filter)) {
      for (String target : targets) {
        sinks.open(target);
      }
      T result = work.with(compiler.heardBy(listener));
      if (listener.isEmpty() && filter != null) {
        System.err.println(
            "sargasso: warning: nothing is dumped, since no phase is both of a function and of a"
                + " name that --dump asks for; functions: "
                + abbreviated(listener.functions())
                + "; phases: "
                + abbreviated(listener.phases()));
      }
      return result;
    } catch (IOException | UncheckedIOException e) {
      throw new UserError("the dump cannot be written: " + reason(e));
    }
  }

  private static String abbreviated(List<String> names) {
    List<String> first = names.subList(0, Math.min(names.size(), 40));
    return String.join(", ", first) + (first.size() < names.size() ? ", ..." : "");
  }

  private static String reason(Exception e) {
    return switch (e) {
      case NoSuchFileException missing ->
          missing.getFile() + ": there is no such folder; make it, or name another file";
      case FileAlreadyExistsException there -> there.getFile() + ": it is a file, not a folder";
      case FileSystemException other -> other.getFile() + ": " + other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  private static DumpFilter filter(String text) throws UserError {
    try {
      return DumpFilter.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UserError(String.valueOf(e.getMessage()));
    }
  }

  /** All places to which one compilation is dumped. */
  private static final class Sinks implements DumpSink {
    private final List<DumpSink> all = new ArrayList<>();

    void open(String target) throws IOException {
      int end = target.indexOf(':');
      String form = end < 0 ? target : target.substring(0, end);
      if (!form.equals("igv") && !form.equals("bgv")) {
        files(form, end < 0 ? "" : target.substring(end + 1));
        return;
      }
      boolean xml = form.equals("igv");
      String where = target.length() > 3 ? target.substring(4) : "";
      if (where.isEmpty()) {
        where = LOCAL + ":" + (xml ? IgvConnection.DEFAULT_PORT : BgvWriter.DEFAULT_PORT);
      }
      int colon = where.lastIndexOf(':');
      if (where.substring(colon + 1).matches("\\d{1,5}") && colon > 0) {
        String host = where.substring(0, colon);
        int port = Integer.parseInt(where.substring(colon + 1));
        all.add(
            xml
                ? new IgvSink(IgvConnection.open(host, port))
                : new BgvSink(connection(host, port).getOutputStream()));
      } else {
        Path file = Path.of(where);
        all.add(
            xml
                ? new IgvSink(Files.newBufferedWriter(file))
                : new BgvSink(Files.newOutputStream(file)));
      }
    }

    /** Formats that go to files only. */
    private void files(String form, String where) throws IOException {
      if (where.isEmpty()) {
        throw new IOException("--dump=" + form + " does not say where to; write " + form + ":NAME");
      }
      Path path = Path.of(where);
      if (form.equals("text")) {
        all.add(
            where.endsWith("/") || Files.isDirectory(path)
                ? TextSink.to(new DumpFolder(path))
                : TextSink.to(Files.newBufferedWriter(path)));
      } else {
        all.add(new ExchangeSink(new DumpFolder(path), ExchangeFormat.of(form).orElseThrow()));
      }
    }

    @Override
    public boolean wantsOrder() {
      return all.stream().anyMatch(DumpSink::wantsOrder);
    }

    /** Closed with its stream. */
    private static Socket connection(String host, int port) throws IOException {
      try {
        return new Socket(host, port);
      } catch (IllegalArgumentException | IOException e) {
        throw new IOException("nobody listens at " + host + ":" + port + "; start the viewer", e);
      }
    }

    @Override
    public void function(String name, String sourceFile, List<GraphDump> dumps) throws IOException {
      for (DumpSink sink : all) {
        sink.function(name, sourceFile, dumps);
      }
    }

    @Override
    public void close() throws IOException {
      @Nullable IOException failure = null;
      for (DumpSink sink : all) {
        try {
          sink.close();
        } catch (IOException e) {
          failure = e;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }
}
