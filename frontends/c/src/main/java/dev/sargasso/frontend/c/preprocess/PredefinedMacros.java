package dev.sargasso.frontend.c.preprocess;

/** What is defined before the first line: the standard, the machine and its data model. */
final class PredefinedMacros {
  private static final String[] DEFINITIONS = {
    "__STDC__ 1",
    "__STDC_VERSION__ 201112L",
    "__STDC_HOSTED__ 1",
    "__STDC_UTF_16__ 1",
    "__STDC_UTF_32__ 1",
    "__STDC_NO_ATOMICS__ 1",
    "__STDC_NO_COMPLEX__ 1",
    "__STDC_NO_THREADS__ 1",
    "__STDC_NO_VLA__ 1",
    "__sargasso__ 1",
    "__DATE__ \"Jan  1 1970\"",
    "__TIME__ \"00:00:00\"",
    "__x86_64__ 1",
    "__x86_64 1",
    "__amd64__ 1",
    "__amd64 1",
    "__linux__ 1",
    "__linux 1",
    "__gnu_linux__ 1",
    "__unix__ 1",
    "__unix 1",
    "__ELF__ 1",
    "__LP64__ 1",
    "_LP64 1",
    "__ORDER_LITTLE_ENDIAN__ 1234",
    "__ORDER_BIG_ENDIAN__ 4321",
    "__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__",
    "__CHAR_BIT__ 8",
    "__SIZEOF_SHORT__ 2",
    "__SIZEOF_INT__ 4",
    "__SIZEOF_LONG__ 8",
    "__SIZEOF_LONG_LONG__ 8",
    "__SIZEOF_FLOAT__ 4",
    "__SIZEOF_DOUBLE__ 8",
    "__SIZEOF_LONG_DOUBLE__ 16",
    "__SIZEOF_POINTER__ 8",
    "__SIZEOF_SIZE_T__ 8",
    "__SIZEOF_PTRDIFF_T__ 8",
    "__SIZEOF_WCHAR_T__ 4",
    "__SIZEOF_WINT_T__ 4",
    "__SCHAR_MAX__ 127",
    "__SHRT_MAX__ 32767",
    "__INT_MAX__ 2147483647",
    "__LONG_MAX__ 9223372036854775807L",
    "__LONG_LONG_MAX__ 9223372036854775807LL",
    "__SIZE_MAX__ 18446744073709551615UL",
    "__PTRDIFF_MAX__ 9223372036854775807L",
    "__WCHAR_MAX__ 2147483647",
    "__SIZE_TYPE__ unsigned long",
    "__PTRDIFF_TYPE__ long",
    "__WCHAR_TYPE__ int",
    "__WINT_TYPE__ unsigned int",
    "__INTMAX_TYPE__ long",
    "__UINTMAX_TYPE__ unsigned long",
    "__INTPTR_TYPE__ long",
    "__UINTPTR_TYPE__ unsigned long",
    "__USER_LABEL_PREFIX__ ",
    // Character classes by functions that have names of their own, not by glibc's tables.
    "__NO_CTYPE 1",
  };

  private PredefinedMacros() {}

  /** The definitions as directives. */
  static String text() {
    final StringBuilder out = new StringBuilder(2048);
    for (final String definition : DEFINITIONS) {
      out.append("#define ").append(definition).append('\n');
    }
    return out.toString();
  }
}
