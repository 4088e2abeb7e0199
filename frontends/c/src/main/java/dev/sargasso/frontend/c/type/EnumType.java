package dev.sargasso.frontend.c.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An enumeration; it compares by identity. */
public final class EnumType implements CType {
  private final String tag;
  private IntegerType representation = IntegerType.UNSIGNED_INT;
  private final List<Enumerator> enumerators = new ArrayList<>();
  private boolean complete;

  /** A named value. */
  public record Enumerator(String name, long value) {}

  /** An enumeration whose enumerators are not known yet; the tag of an anonymous one is empty. */
  public EnumType(final String tag) {
    this.tag = tag;
  }

  /** Ends the list of enumerators; the representation is the type that holds them all. */
  public void complete(final IntegerType type) {
    representation = type;
    complete = true;
  }

  /** Adds an enumerator. */
  public void add(final String name, final long value) {
    enumerators.add(new Enumerator(name, value));
  }

  /** The enumerators in order. */
  public List<Enumerator> enumerators() {
    return Collections.unmodifiableList(enumerators);
  }

  /** The tag, or an empty text. */
  public String tag() {
    return tag;
  }

  /** The integer type that represents the values. */
  public IntegerType representation() {
    return representation;
  }

  @Override
  public long size() {
    return representation.size();
  }

  @Override
  public int alignment() {
    return representation.alignment();
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public String describe() {
    return tag.isEmpty() ? "enum" : "enum " + tag;
  }
}
