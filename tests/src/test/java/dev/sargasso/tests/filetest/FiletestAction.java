package dev.sargasso.tests.filetest;

import org.jspecify.annotations.Nullable;

/**
 * Something that a file test can ask for. Implementations are found by {@link
 * java.util.ServiceLoader}; to add one, name it in {@code
 * META-INF/services/dev.sargasso.tests.filetest.FiletestAction}.
 */
public interface FiletestAction {
  /** The first word of the directives that ask for this. */
  String name();

  /**
   * Does what the directive asks for.
   *
   * @param arguments the words behind the name
   * @return a text to compare with what the file expects, ending in a new line; null if there is
   *     nothing to compare, since the directive says itself what must hold
   * @throws Exception if something goes wrong that should not
   */
  @Nullable String perform(FiletestInput input, String arguments) throws Exception;
}
