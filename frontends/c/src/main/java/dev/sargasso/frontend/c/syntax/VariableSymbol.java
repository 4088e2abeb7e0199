package dev.sargasso.frontend.c.syntax;

import dev.sargasso.frontend.c.type.CType;
import org.jspecify.annotations.Nullable;

/** A variable or parameter. What declarations add to it step by step is mutable. */
public final class VariableSymbol implements Symbol {
  /** How long the variable lives, and where. */
  public enum Storage {
    /** For the whole run of the program. */
    STATIC,
    /** For one execution of its block. */
    AUTOMATIC,
    /** As an automatic variable, with the argument as its first value. */
    PARAMETER
  }

  private final String name;
  private final Storage storage;
  private final Linkage linkage;
  private final int position;
  private CType type;
  private final Export export = new Export();
  private String linkName;
  private int alignment;
  private boolean addressTaken;
  private boolean memberUsed;
  private boolean defined;
  private boolean declaredOnly;
  private @Nullable Initializer initializer;
  private int index = -1;

  /** A variable that was just declared. */
  public VariableSymbol(
      final String name,
      final CType type,
      final Storage storage,
      final Linkage linkage,
      final int position) {
    this.name = name;
    this.type = type;
    this.storage = storage;
    this.linkage = linkage;
    this.position = position;
    this.linkName = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CType type() {
    return type;
  }

  /** Replaces the type by one that a later declaration or an initialiser completed. */
  public void refineType(final CType complete) {
    type = complete;
  }

  @Override
  public int position() {
    return position;
  }

  /** How long it lives. */
  public Storage storage() {
    return storage;
  }

  /** Which declarations mean it. */
  public Linkage linkage() {
    return linkage;
  }

  /** What attributes say of who can see it. */
  public Export export() {
    return export;
  }

  /** The name that the linker sees. */
  public String linkName() {
    return linkName;
  }

  /** Sets the name that the linker sees. */
  public void setLinkName(final String newName) {
    linkName = newName;
  }

  /** The alignment in bytes: its type's or a stricter one that was asked for. */
  public int alignment() {
    return Math.max(alignment, type.alignment());
  }

  /** Asks for at least an alignment. */
  public void align(final int least) {
    alignment = Math.max(alignment, least);
  }

  /** Whether the program can reach the variable through a pointer, so that it needs memory. */
  public boolean isAddressTaken() {
    return addressTaken;
  }

  /** Notes that the program takes the variable's address. */
  public void takeAddress() {
    addressTaken = true;
  }

  /** Whether the program reads or writes single members of a structure or union. */
  public boolean isMemberUsed() {
    return memberUsed;
  }

  /** Notes that the program reads or writes a single member. */
  public void useMember() {
    memberUsed = true;
  }

  /** Whether a declaration of a static variable had an initialiser. */
  public boolean isDefined() {
    return defined;
  }

  /** Whether all declarations of a static variable said extern without an initialiser. */
  public boolean isDeclaredOnly() {
    return declaredOnly;
  }

  /** Says whether all declarations so far said extern without an initialiser. */
  public void setDeclaredOnly(final boolean only) {
    declaredOnly = only;
  }

  /** The initialiser of a static variable, if it has one. */
  public @Nullable Initializer initializer() {
    return initializer;
  }

  /** Notes that an initialiser gives the variable its first value, by members or as a whole. */
  public void initialize(final Initializer value) {
    memberUsed |=
        value.entries().size() != 1
            || !value.entries().getFirst().value().type().unqualified().equals(type.unqualified());
  }

  /** Gives a static variable its initialiser. */
  public void define(final Initializer value) {
    initializer = value;
    defined = true;
    declaredOnly = false;
  }

  /** The number of an automatic variable within its function, from 0; -1 for others. */
  public int index() {
    return index;
  }

  /** Numbers an automatic variable. */
  public void setIndex(final int number) {
    index = number;
  }

  @Override
  public String toString() {
    return name;
  }
}
