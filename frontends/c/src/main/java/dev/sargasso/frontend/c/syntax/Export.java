package dev.sargasso.frontend.c.syntax;

/** What attributes say of who can see a function or variable; declarations add to it. */
public final class Export {
  private boolean weak;
  private boolean stated;
  private boolean hidden;

  /** Notes the attribute {@code weak}. */
  public void setWeak() {
    weak = true;
  }

  /** Notes the attribute {@code visibility}. */
  public void setHidden(final boolean isHidden) {
    stated = true;
    hidden = isHidden;
  }

  /** Adds what another declaration says. */
  public void add(final Export other) {
    weak |= other.weak;
    if (other.stated) {
      setHidden(other.hidden);
    }
  }

  /** Whether another definition may take the place of this one. */
  public boolean isWeak() {
    return weak;
  }

  /**
   * Whether other modules cannot see it.
   *
   * @param byDefault what holds where no attribute says anything
   */
  public boolean isHidden(final boolean byDefault) {
    return stated ? hidden : byDefault;
  }
}
