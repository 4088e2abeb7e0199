package dev.sargasso.passes.effects;

import static dev.sargasso.ir.graph.CallFacts.ARGUMENTS_ONLY;
import static dev.sargasso.ir.graph.CallFacts.CONST;
import static dev.sargasso.ir.graph.CallFacts.FRESH;
import static dev.sargasso.ir.graph.CallFacts.NONE;
import static dev.sargasso.ir.graph.CallFacts.NO_CAPTURE;
import static dev.sargasso.ir.graph.CallFacts.NO_READS;
import static dev.sargasso.ir.graph.CallFacts.NO_WRITES;
import static dev.sargasso.ir.graph.CallFacts.RETURNS;

/**
 * What the C standard promises of functions of the library. Functions that set {@code errno} write
 * memory; those that depend on the locale read it; what calls back may do anything.
 */
final class LibraryFunctions {
  private static final long READER = NO_WRITES | RETURNS | NO_CAPTURE | ARGUMENTS_ONLY;
  private static final long WRITER = RETURNS | NO_CAPTURE | ARGUMENTS_ONLY;

  private LibraryFunctions() {}

  /**
   * What is known of the function of this name, if it is the library's.
   *
   * @param resultUsed whether the caller looks at the result, which for some is the first argument
   */
  static long facts(String name, boolean resultUsed) {
    return switch (name) {
      case "strlen", "strnlen", "strcmp", "strncmp", "memcmp", "strspn", "strcspn" -> READER;
      // The result points into an argument.
      case "strchr", "strrchr", "strstr", "strpbrk", "memchr" ->
          resultUsed ? READER & ~NO_CAPTURE : READER;
      case "memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "strncat" ->
          resultUsed ? WRITER & ~NO_CAPTURE : WRITER;
      case "malloc", "calloc" -> CONST | RETURNS | FRESH;
      case "free" -> NO_READS | WRITER;
      case "abs", "labs", "llabs" -> CONST | RETURNS;
      case "fabs", "fabsf", "floor", "floorf", "ceil", "ceilf", "trunc", "truncf" ->
          CONST | RETURNS;
      case "copysign", "copysignf", "fmin", "fmax", "fminf", "fmaxf" -> CONST | RETURNS;
      case "tolower", "toupper" -> NO_WRITES | RETURNS;
      case "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower" ->
          NO_WRITES | RETURNS;
      case "isprint", "ispunct", "isspace", "isupper", "isxdigit" -> NO_WRITES | RETURNS;
      case "puts", "putchar", "printf", "atoi", "atol", "atoll", "atof" -> NO_CAPTURE;
      default -> NONE;
    };
  }
}
