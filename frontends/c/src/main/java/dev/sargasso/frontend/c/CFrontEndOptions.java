package dev.sargasso.frontend.c;

import dev.sargasso.frontend.c.source.Diagnostics;
import dev.sargasso.ir.build.SsaConstruction;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * How to read C.
 *
 * @param includeFolders where headers are looked for, before the compiler's own and the system's
 * @param defines macros that are defined before the first line, by name; 1 is a customary text
 * @param errorLimit how many errors are reported before reading stops, at least 1
 * @param construction how variables become values
 * @param strictAliasing whether objects are accessed by lvalues of their own types only, as C has
 *     it (C11 6.5, 7)
 * @param describing what debuggers are to be told
 * @param library whether external functions with the names of the C library's are those, as C has
 *     it for hosted programs (C11 7.1.3)
 * @param hidden whether definitions without the attribute visibility are hidden from other modules
 */
public record CFrontEndOptions(
    List<Path> includeFolders,
    SequencedMap<String, String> defines,
    int errorLimit,
    SsaConstruction construction,
    boolean strictAliasing,
    Describing describing,
    boolean library,
    boolean hidden) {
  /** What debuggers are told of the source. */
  public enum Describing {
    /** Nothing. */
    NOTHING,
    /** Types and variables; variables are compiled as without. */
    VALUES,
    /** The same, and every variable lives in memory of its own, where a debugger finds it. */
    OBJECTS
  }

  /** No folders, no macros, the usual limit. */
  public static final CFrontEndOptions DEFAULT = of(List.of(), Map.of());

  public CFrontEndOptions {
    includeFolders = List.copyOf(includeFolders);
    defines = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(defines));
  }

  /** Folders and macros, with the usual limit of errors. */
  public static CFrontEndOptions of(
      final List<Path> includeFolders, final Map<String, String> defines) {
    return new CFrontEndOptions(
        includeFolders,
        new LinkedHashMap<>(defines),
        Diagnostics.DEFAULT_LIMIT,
        SsaConstruction.BRAUN,
        true,
        Describing.NOTHING,
        true,
        false);
  }

  /** The same with other folders for headers. */
  public CFrontEndOptions withIncludeFolders(final List<Path> folders) {
    return new CFrontEndOptions(
        folders, defines, errorLimit, construction, strictAliasing, describing, library, hidden);
  }

  /** The same with other macros. */
  public CFrontEndOptions withDefines(final Map<String, String> macros) {
    return new CFrontEndOptions(
        includeFolders,
        new LinkedHashMap<>(macros),
        errorLimit,
        construction,
        strictAliasing,
        describing,
        library,
        hidden);
  }

  /** The same with another way to make variables into values. */
  public CFrontEndOptions withConstruction(final SsaConstruction other) {
    return new CFrontEndOptions(
        includeFolders, defines, errorLimit, other, strictAliasing, describing, library, hidden);
  }

  /** The same with or without strict aliasing. */
  public CFrontEndOptions withStrictAliasing(final boolean strict) {
    return new CFrontEndOptions(
        includeFolders, defines, errorLimit, construction, strict, describing, library, hidden);
  }

  /** The same with other things to tell debuggers. */
  public CFrontEndOptions withDescribing(final Describing other) {
    return new CFrontEndOptions(
        includeFolders, defines, errorLimit, construction, strictAliasing, other, library, hidden);
  }

  /** The same, with names of the C library that mean it, or nothing. */
  public CFrontEndOptions withLibrary(final boolean hosted) {
    return new CFrontEndOptions(
        includeFolders,
        defines,
        errorLimit,
        construction,
        strictAliasing,
        describing,
        hosted,
        hidden);
  }

  /** The same with definitions hidden from other modules unless they say otherwise, or not. */
  public CFrontEndOptions withHidden(final boolean byDefault) {
    return new CFrontEndOptions(
        includeFolders,
        defines,
        errorLimit,
        construction,
        strictAliasing,
        describing,
        library,
        byDefault);
  }
}
