package dev.sargasso.ir.program;

import dev.sargasso.ir.debug.FunctionDescription;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.graph.StackSlot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function that is defined here: a name, a signature, and a graph. */
public final class Function {
  private final String name;
  private final Signature signature;
  private final Linkage linkage;
  private final Graph graph;
  private final String sourceFile;
  private final List<StackSlot> slots = new ArrayList<>();
  private int aliasClassCount = 1;
  private InlineRequest inlining = InlineRequest.NONE;
  private ConstantData constantData = ConstantData.NONE;
  private ConstructionCounts construction = ConstructionCounts.NONE;
  private @Nullable FunctionDescription description;

  /**
   * @param sourceFile the file that positions of this function refer to; empty if there is none
   */
  public Function(
      String name, Signature signature, Linkage linkage, Graph graph, String sourceFile) {
    this.name = name;
    this.signature = signature;
    this.linkage = linkage;
    this.graph = graph;
    this.sourceFile = sourceFile;
  }

  /** The symbol. */
  public String name() {
    return name;
  }

  /** What it takes and gives. */
  public Signature signature() {
    return signature;
  }

  /** Who can see it. */
  public Linkage linkage() {
    return linkage;
  }

  /** The body. */
  public Graph graph() {
    return graph;
  }

  /** The file that positions refer to; empty if there is none. */
  public String sourceFile() {
    return sourceFile;
  }

  /** The stack slots in order of their index; some may have lost all uses. */
  public List<StackSlot> slots() {
    return Collections.unmodifiableList(slots);
  }

  /** Declares a stack slot, see {@link StackSlot}. */
  public StackSlot newSlot(String slotName, int size, int alignment) {
    StackSlot slot = new StackSlot(slots.size(), slotName, size, alignment);
    slots.add(slot);
    return slot;
  }

  /** Number of alias classes, class 0 included. */
  public int aliasClassCount() {
    return aliasClassCount;
  }

  /** Declares an alias class and returns its number. */
  public int newAliasClass() {
    return aliasClassCount++;
  }

  /** Declares all alias classes below {@code count}. */
  public void ensureAliasClasses(int count) {
    aliasClassCount = Math.max(aliasClassCount, count);
  }

  /** What the source asks for where the function is called. */
  public InlineRequest inlining() {
    return inlining;
  }

  /** Notes what the source asks for where the function is called. */
  public void setInlining(InlineRequest request) {
    inlining = request;
  }

  /** The globals that are known to be never written. */
  public ConstantData constantData() {
    return constantData;
  }

  /** Notes which globals are never written. */
  public void setConstantData(ConstantData data) {
    constantData = data;
  }

  /** What it took to build the function, for statistics. */
  public ConstructionCounts construction() {
    return construction;
  }

  /** Notes what it took to build the function. */
  public void setConstruction(ConstructionCounts counts) {
    construction = counts;
  }

  /** What a debugger is told of the function; null if nobody asked for it. */
  public @Nullable FunctionDescription description() {
    return description;
  }

  /** Says what a debugger is told of the function. */
  public void describe(FunctionDescription newDescription) {
    description = newDescription;
  }

  @Override
  public String toString() {
    return name + signature;
  }
}
