package dev.sargasso.tests.filetest;

import dev.sargasso.driver.SourceException;

/** {@code error}: the program is not accepted; the text is what a user reads. */
public final class ErrorAction implements FiletestAction {
  @Override
  public String name() {
    return "error";
  }

  @Override
  public String perform(FiletestInput input, String arguments) {
    try {
      input.read();
    } catch (SourceException e) {
      return PrintAction.withoutFolder(input, String.join("\n", e.messages())) + "\n";
    }
    throw new AssertionError("the program was accepted");
  }
}
