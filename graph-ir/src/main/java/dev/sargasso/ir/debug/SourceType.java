package dev.sargasso.ir.debug;

import java.util.List;

/**
 * A type as the source has it. Types are compared by identity; a structure may contain pointers to
 * itself.
 */
public sealed interface SourceType {
  /** How the bits of a base type are read. */
  enum Encoding {
    /** True or false. */
    BOOLEAN,
    /** A number with a sign. */
    SIGNED,
    /** A number without a sign. */
    UNSIGNED,
    /** A character, as a number with a sign. */
    SIGNED_CHARACTER,
    /** A character, as a number without a sign. */
    UNSIGNED_CHARACTER,
    /** A floating-point number. */
    FLOAT
  }

  /**
   * A type that the language has by itself.
   *
   * @param size in bytes
   */
  record Base(String name, Encoding encoding, int size) implements SourceType {}

  /** No value, or an object of which nothing is known. */
  record Nothing() implements SourceType {}

  /** The address of an object or function. */
  record Pointer(SourceType target) implements SourceType {}

  /**
   * Elements in a row.
   *
   * @param length how many, or -1 if that is not known
   */
  record Array(SourceType element, long length) implements SourceType {}

  /** A type with qualifiers. */
  record Qualified(SourceType base, boolean isConstant, boolean isVolatile) implements SourceType {}

  /** Another name for a type. */
  record Alias(String name, SourceType target) implements SourceType {}

  /**
   * A function type.
   *
   * @param variadic whether more arguments may follow
   */
  record Procedure(SourceType result, List<SourceType> parameters, boolean variadic)
      implements SourceType {
    /** Copies the list. */
    public Procedure {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * A type with named values.
   *
   * @param name the tag, or empty
   * @param representation the integer type
   */
  record Enumeration(String name, SourceType representation, int size, List<Constant> constants)
      implements SourceType {
    /** Copies the list. */
    public Enumeration {
      constants = List.copyOf(constants);
    }
  }

  /** A named value. */
  record Constant(String name, long value) {}

  /** A structure or union, whose members are filled in once they are known. */
  final class Structure implements SourceType {
    private final String name;
    private final boolean union;
    private long size = -1;
    private List<Member> members = List.of();

    /** A structure or union without members yet; an anonymous one has an empty name. */
    public Structure(String name, boolean union) {
      this.name = name;
      this.union = union;
    }

    /**
     * Fills it in.
     *
     * @param newSize in bytes
     */
    public void complete(long newSize, List<Member> newMembers) {
      size = newSize;
      members = List.copyOf(newMembers);
    }

    /** The tag, or empty. */
    public String name() {
      return name;
    }

    /** Whether all members lie at the same place. */
    public boolean isUnion() {
      return union;
    }

    /** Whether the members are known. */
    public boolean isComplete() {
      return size >= 0;
    }

    /** The size in bytes; -1 while it is not complete. */
    public long size() {
      return size;
    }

    /** The members in order. */
    public List<Member> members() {
      return members;
    }
  }

  /**
   * A member of a structure or union.
   *
   * @param name empty for an anonymous structure or union
   * @param bitOffset from the beginning of the structure, in bits
   * @param bitWidth how many bits a bit-field has; 0 for an ordinary member
   */
  record Member(String name, SourceType type, long bitOffset, int bitWidth) {}
}
