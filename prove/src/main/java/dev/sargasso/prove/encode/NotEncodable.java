package dev.sargasso.prove.encode;

import java.io.Serial;

/** A function has no formula; the message says why. */
public final class NotEncodable extends Exception {
  @Serial private static final long serialVersionUID = 1;

  NotEncodable(String reason) {
    super(reason, null, false, false);
  }
}
