package dev.sargasso.bench.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The compilers of this machine, at all their levels. */
public final class Installed {
  private Installed() {}

  /**
   * Our compiler at all levels.
   *
   * @param command that starts it
   */
  public static List<Contender> ours(String command) {
    List<Contender> contenders = new ArrayList<>();
    for (String level : List.of("0", "1", "2", "3", "s")) {
      contenders.add(
          new Contender(
              "ours-O" + level, command + " compile -O" + level + " {src} -o {out}", "{out}"));
    }
    return contenders;
  }

  /** Those others that the search path has: gcc, clang and tcc. */
  public static List<Contender> others() {
    List<Contender> contenders = new ArrayList<>();
    for (String compiler : List.of("gcc", "clang")) {
      if (isInstalled(compiler)) {
        for (String level : List.of("0", "1", "2", "3", "s")) {
          contenders.add(
              new Contender(
                  compiler + "-O" + level,
                  compiler + " -w -O" + level + " {src} -o {out} -lm",
                  "{out}"));
        }
      }
    }
    if (isInstalled("tcc")) {
      contenders.add(new Contender("tcc", "tcc -w {src} -o {out} -lm", "{out}"));
    }
    return contenders;
  }

  /**
   * Those that compile another language, for kernels that have a file {@code NAME.java} or {@code
   * NAME.go} beside them: HotSpot with its first and with its second compiler, each run in a fresh
   * JVM that compiles while it runs, and Go.
   */
  public static List<Contender> otherLanguages() {
    List<Contender> contenders = new ArrayList<>();
    if (isInstalled("javac") && isInstalled("java")) {
      String compile = "javac -d {out}.classes {base}.java";
      String run = " -XX:+UseSerialGC -cp {out}.classes {name}";
      contenders.add(new Contender("hotspot-c1", compile, "java -XX:TieredStopAtLevel=1" + run));
      contenders.add(new Contender("hotspot-c2", compile, "java" + run));
    }
    if (isInstalled("go")) {
      contenders.add(new Contender("go", "go build -o {out} {base}.go", "{out}"));
    }
    return contenders;
  }

  /** Whether a program of this name is on the search path. */
  public static boolean isInstalled(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
