package dev.sargasso.passes.inline;

/** Why a call stays one. */
public enum Refusal {
  /** The address is called, and which function that is, is not known. */
  INDIRECT("indirect"),
  /** The callee is defined elsewhere. */
  EXTERNAL("external"),
  /** Another definition may take its place. */
  REPLACEABLE("replaceable"),
  /** The call and the function disagree on parameters, or the number of arguments varies. */
  SIGNATURE("signature"),
  /** Several alias classes, of which caller and callee may mean different memory. */
  ALIAS_CLASSES("alias classes"),
  /** The callee calls something after which control may come back a second time. */
  RETURNS_TWICE("returns twice"),
  /** The callee calls the caller, and is not small. */
  RECURSIVE("recursive"),
  /** The source asks that calls of the callee stay calls. */
  REQUESTED("requested"),
  /** The frame would grow too much. */
  FRAME("frame"),
  /** The callee is too large for what inlining it is worth. */
  SIZE("size"),
  /** The caller has grown as much as it may. */
  BUDGET("budget");

  private final String text;

  Refusal(String text) {
    this.text = text;
  }

  /** The reason in a word or two. */
  public String text() {
    return text;
  }
}
