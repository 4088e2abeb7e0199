package dev.sargasso.frontend.c.type;

/** A type of C. */
public sealed interface CType
    permits ArrayType,
        EnumType,
        ErrorType,
        FloatingType,
        FunctionType,
        IntegerType,
        PointerType,
        QualifiedType,
        RecordType,
        VaListType,
        VoidType {
  /**
   * The size of an object of this type in bytes.
   *
   * @throws IllegalStateException for a type that is not {@link #isComplete complete}
   */
  long size();

  /** The alignment in bytes, a power of two. */
  int alignment();

  /** Whether objects of this type have a size. */
  boolean isComplete();

  /** The type in the notation of C, for messages. */
  String describe();

  /** This type without qualifiers of its own. */
  default CType unqualified() {
    return this;
  }

  /** The qualifiers of this type, a set of bits of {@link QualifiedType}. */
  default int qualifiers() {
    return 0;
  }

  /** Whether this type is an integer type; enumerations are. */
  default boolean isInteger() {
    return switch (unqualified()) {
      case IntegerType _, EnumType _ -> true;
      default -> false;
    };
  }

  /** Whether this type is an integer or floating type. */
  default boolean isArithmetic() {
    return isInteger() || isFloating();
  }

  /** Whether this type is a floating type. */
  default boolean isFloating() {
    return unqualified() instanceof FloatingType;
  }

  /** Whether this type is a pointer type. */
  default boolean isPointer() {
    return unqualified() instanceof PointerType;
  }

  /** Whether this type is an arithmetic or pointer type. */
  default boolean isScalar() {
    return isArithmetic() || isPointer();
  }

  /** Whether this type is void. */
  default boolean isVoid() {
    return unqualified() == VoidType.VOID;
  }

  /** Whether this type stands for a mistake that was reported. */
  default boolean isError() {
    return unqualified() == ErrorType.ERROR;
  }

  /** Whether accesses to objects of this type are volatile. */
  default boolean isVolatile() {
    return (qualifiers() & QualifiedType.VOLATILE) != 0;
  }

  /** This type with more qualifiers; those of an array are those of its elements. */
  default CType qualified(final int more) {
    if (more == 0 || isError()) {
      return this;
    }
    if (unqualified() instanceof ArrayType(CType element, long length)) {
      return new ArrayType(element.qualified(more), length);
    }
    return new QualifiedType(unqualified(), qualifiers() | more);
  }
}
