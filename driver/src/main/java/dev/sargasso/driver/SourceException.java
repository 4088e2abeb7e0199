package dev.sargasso.driver;

import java.util.List;

/** A source file was not accepted. The messages are complete and for people. */
public final class SourceException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> messages;

  /**
   * @param messages at least one, each {@code file:line:column: error: ...}, possibly followed by
   *     the source line and a caret
   */
  public SourceException(List<String> messages) {
    super(String.join("\n", messages), null, false, false);
    this.messages = List.copyOf(messages);
  }

  /** One message about a file as a whole. */
  static SourceException about(String file, String message) {
    return new SourceException(List.of(file + ": error: " + message));
  }

  /** The messages in the order of the source. */
  public List<String> messages() {
    return messages;
  }
}
