package dev.sargasso.frontend.c.type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A structure or union; it compares by identity. */
public final class RecordType implements CType {
  private final String tag;
  private final boolean union;
  private List<Field> fields = List.of();
  private Map<String, List<Field>> paths = Map.of();
  private long size;
  private int alignment = 1;
  private boolean complete;

  /** A structure or union whose members are not known yet; an anonymous one has an empty tag. */
  public RecordType(final String tag, final boolean union) {
    this.tag = tag;
    this.union = union;
  }

  /** Ends the list of members. */
  public void complete(final List<Field> members, final long newSize, final int newAlignment) {
    fields = List.copyOf(members);
    size = newSize;
    alignment = newAlignment;
    complete = true;
    paths = new HashMap<>();
    addPaths(fields, List.of());
  }

  private void addPaths(final List<Field> members, final List<Field> outer) {
    for (final Field field : members) {
      final List<Field> path = new ArrayList<>(outer);
      path.add(field);
      if (!field.isAnonymous()) {
        paths.putIfAbsent(field.name(), List.copyOf(path));
      } else if (field.type().unqualified() instanceof RecordType inner) {
        addPaths(inner.fields, path);
      }
    }
  }

  /** Whether this is a union. */
  public boolean isUnion() {
    return union;
  }

  /** The tag, or an empty text. */
  public String tag() {
    return tag;
  }

  /** The members in the order of their declaration; unnamed bit-fields are not among them. */
  public List<Field> fields() {
    return fields;
  }

  /**
   * The way to a member by its name: the member alone, or the anonymous members that lead to it and
   * then the member. Empty if there is no such member.
   */
  public List<Field> path(final String name) {
    return paths.getOrDefault(name, List.of());
  }

  /** Whether the last member is an array of unknown length. */
  public boolean hasFlexibleArray() {
    return !fields.isEmpty()
        && fields.getLast().type() instanceof ArrayType(CType _, long length)
        && length == ArrayType.UNKNOWN;
  }

  @Override
  public long size() {
    if (!complete) {
      throw new IllegalStateException(describe() + " is incomplete");
    }
    return size;
  }

  @Override
  public int alignment() {
    return alignment;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public String describe() {
    final String word = union ? "union" : "struct";
    return tag.isEmpty() ? word : word + " " + tag;
  }
}
