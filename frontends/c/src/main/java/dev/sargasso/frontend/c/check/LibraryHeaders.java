package dev.sargasso.frontend.c.check;

/** Knows which standard header declares a common name, for better messages. */
final class LibraryHeaders {
  private LibraryHeaders() {}

  /** The header that declares a name, or an empty text. */
  static String of(final String name) {
    return switch (name) {
      case "printf",
          "fprintf",
          "sprintf",
          "snprintf",
          "puts",
          "putchar",
          "fputs",
          "fopen",
          "fclose",
          "fread",
          "fwrite",
          "fgets",
          "getchar",
          "scanf",
          "sscanf",
          "perror",
          "stdin",
          "stdout",
          "stderr",
          "FILE",
          "EOF" ->
          "stdio.h";
      case "malloc",
          "calloc",
          "realloc",
          "free",
          "exit",
          "abort",
          "atoi",
          "atol",
          "atof",
          "strtol",
          "strtoul",
          "strtod",
          "qsort",
          "bsearch",
          "rand",
          "srand",
          "getenv",
          "abs",
          "EXIT_SUCCESS",
          "EXIT_FAILURE" ->
          "stdlib.h";
      case "strlen",
          "strcmp",
          "strncmp",
          "strcpy",
          "strncpy",
          "strcat",
          "strchr",
          "strrchr",
          "strstr",
          "strdup",
          "memcpy",
          "memmove",
          "memset",
          "memcmp" ->
          "string.h";
      case "sqrt", "sin", "cos", "tan", "exp", "log", "pow", "floor", "ceil", "fabs", "fmod" ->
          "math.h";
      case "isalpha", "isdigit", "isspace", "isalnum", "toupper", "tolower" -> "ctype.h";
      case "NULL", "size_t", "ptrdiff_t", "offsetof" -> "stddef.h";
      case "bool", "true", "false" -> "stdbool.h";
      case "uint8_t",
          "uint16_t",
          "uint32_t",
          "uint64_t",
          "int8_t",
          "int16_t",
          "int32_t",
          "int64_t",
          "intptr_t",
          "uintptr_t" ->
          "stdint.h";
      case "INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LONG_MIN", "CHAR_BIT" -> "limits.h";
      case "assert" -> "assert.h";
      case "time", "clock", "CLOCKS_PER_SEC" -> "time.h";
      case "errno" -> "errno.h";
      default -> "";
    };
  }
}
