package dev.sargasso.frontend.c.syntax;

import dev.sargasso.frontend.c.type.FunctionType;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A function. What declarations add to it step by step is mutable. */
public final class FunctionSymbol implements Symbol {
  private final String name;
  private final int position;
  private final Linkage linkage;
  private FunctionType type;
  private final Export export = new Export();
  private String linkName;
  private boolean external;
  private boolean allInline = true;
  private boolean inline;
  private boolean used;
  private final Set<FunctionTrait> traits = EnumSet.noneOf(FunctionTrait.class);
  private @Nullable FunctionDefinition definition;

  /** A function that was just declared. */
  public FunctionSymbol(
      final String name, final FunctionType type, final Linkage linkage, final int position) {
    this.name = name;
    this.type = type;
    this.linkage = linkage;
    this.position = position;
    this.linkName = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public FunctionType type() {
    return type;
  }

  /** Replaces the type by the composite of all declarations. */
  public void refineType(final FunctionType composite) {
    type = composite;
  }

  @Override
  public int position() {
    return position;
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

  /** Notes one more declaration, with or without the words inline and extern. */
  public void addDeclaration(final boolean inline, final boolean extern) {
    allInline &= inline;
    this.inline |= inline;
    external |= extern;
  }

  /**
   * Whether the definition serves this translation unit only: it has internal linkage, or it is an
   * inline definition (C11 6.7.4, 7), which we compile for our own calls.
   */
  public boolean isLocal() {
    return linkage == Linkage.INTERNAL || (allInline && !external);
  }

  /** Whether something in the program refers to the function. */
  public boolean isUsed() {
    return used;
  }

  /** Notes that something refers to the function. */
  public void use() {
    used = true;
  }

  /** Whether a call may come back. */
  public boolean isReturning() {
    return !traits.contains(FunctionTrait.NO_RETURN);
  }

  /** Whether some declaration says this of the function. */
  public boolean has(final FunctionTrait trait) {
    return traits.contains(trait);
  }

  /** Notes what a declaration says of the function. */
  public void addTraits(final Set<FunctionTrait> said) {
    traits.addAll(said);
  }

  /** Whether some declaration has the word inline. */
  public boolean isInline() {
    return inline;
  }

  /** The definition, if there is one. */
  public @Nullable FunctionDefinition definition() {
    return definition;
  }

  /** Gives the function its definition. */
  public void define(final FunctionDefinition newDefinition) {
    definition = newDefinition;
  }

  @Override
  public String toString() {
    return name;
  }
}
