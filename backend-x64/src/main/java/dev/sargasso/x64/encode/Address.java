package dev.sargasso.x64.encode;

import org.jspecify.annotations.Nullable;

/**
 * A memory operand: {@code base + index * scale + displacement}, or a place relative to the
 * instruction pointer that a label or a symbol names. Mutable, so that one object serves a whole
 * compilation; every setter overwrites all fields and returns the object itself.
 *
 * <p>The assembler reads an address during the call that it is passed to and never keeps it.
 */
public final class Address {
  static final int NO_LABEL = -1;

  private int base = Register.NONE;
  private int index = Register.NONE;
  private int scale = 1;
  private int displacement;
  private int label = NO_LABEL;
  private @Nullable String symbol;
  private boolean throughGot;

  /** Makes an address that stands for absolute address zero until it is set. */
  public Address() {}

  /** {@code [base + displacement]}. */
  public Address set(final int base, final int displacement) {
    return set(base, Register.NONE, 1, displacement);
  }

  /**
   * {@code [base + index * scale + displacement]}. Base and index may each be {@link
   * Register#NONE}; with neither, the displacement is an absolute address in the lowest or highest
   * two gibibytes.
   *
   * @throws IllegalArgumentException if the index is {@code rsp}, which the hardware cannot scale,
   *     or the scale is not one of 1, 2, 4, 8
   */
  public Address set(final int base, final int index, final int scale, final int displacement) {
    if (index == Register.RSP) {
      throw new IllegalArgumentException("rsp cannot be an index register");
    }
    if (scale != 1 && scale != 2 && scale != 4 && scale != 8) {
      throw new IllegalArgumentException("scale " + scale + " is not 1, 2, 4 or 8");
    }
    if (base < Register.NONE || base > 15 || index < Register.NONE || index > 15) {
      throw new IllegalArgumentException("no such register: base " + base + ", index " + index);
    }
    this.base = base;
    this.index = index;
    this.scale = scale;
    this.displacement = displacement;
    this.label = NO_LABEL;
    this.symbol = null;
    this.throughGot = false;
    return this;
  }

  /**
   * {@code displacement} bytes after {@code label} of the same assembler, relative to the
   * instruction pointer.
   */
  public Address setLabel(final int label, final int displacement) {
    if (label < 0) {
      throw new IllegalArgumentException("no label has the number " + label);
    }
    set(Register.NONE, Register.NONE, 1, displacement);
    this.label = label;
    return this;
  }

  /** {@code displacement} bytes after {@code symbol}, relative to the instruction pointer. */
  public Address setSymbol(final String symbol, final int displacement) {
    set(Register.NONE, Register.NONE, 1, displacement);
    this.symbol = symbol;
    return this;
  }

  /** The slot of the global offset table that holds the address of {@code symbol}. */
  public Address setGotSlot(final String symbol) {
    setSymbol(symbol, 0);
    this.throughGot = true;
    return this;
  }

  public int base() {
    return base;
  }

  public int index() {
    return index;
  }

  public int scale() {
    return scale;
  }

  public int displacement() {
    return displacement;
  }

  /** The label, or -1. */
  public int label() {
    return label;
  }

  /** The symbol, or null. */
  public @Nullable String symbol() {
    return symbol;
  }

  /** Whether this is the global offset table's slot for the symbol, not the symbol itself. */
  public boolean isThroughGot() {
    return throughGot;
  }

  /** Whether the address is relative to the instruction pointer. */
  public boolean isRelative() {
    return label != NO_LABEL || symbol != null;
  }
}
