package dev.sargasso.lab.policy;

import java.util.List;

/** A policy cannot be used; the messages say why, and what to do. */
public final class PolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> messages;

  PolicyException(String message) {
    this(List.of(message));
  }

  PolicyException(List<String> messages) {
    super(String.join("\n", messages));
    this.messages = List.copyOf(messages);
  }

  /** Whether the messages name a place in a file themselves. */
  public boolean namesPlaces() {
    return messages.getFirst().contains(": error: ");
  }

  /** The messages, at least one, each with its place if it has one. */
  public List<String> messages() {
    return messages;
  }
}
