package dev.sargasso.ir.interpret;

import org.jspecify.annotations.Nullable;

/** Functions that are written in Java and that an interpreted program may call by name. */
@FunctionalInterface
public interface Externals {
  /** No functions at all. */
  Externals NONE = name -> null;

  /** The function of this name, or null if there is none. */
  @Nullable External find(String name);

  /** What is in this, and where it has nothing, what is in {@code other}. */
  default Externals or(Externals other) {
    return name -> {
      External found = find(name);
      return found == null ? other.find(name) : found;
    };
  }

  /** One function. */
  @FunctionalInterface
  interface External {
    /**
     * Does what the function does. Exceptions from {@link Memory} and from the methods of {@code
     * call} must pass.
     *
     * @return the result, which is made canonical for the type that the caller expects; anything if
     *     it expects none
     */
    long call(ExternalCall call);
  }
}
