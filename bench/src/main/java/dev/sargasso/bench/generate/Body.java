package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The lines of one function's body, with the numbering of statements that lets each be left out,
 * and the names and counters that the body needs at its head.
 */
final class Body {
  private final List<String> lines = new ArrayList<>();
  private final List<String> declarations = new ArrayList<>();
  private final Names names;
  private final IntPredicate keep;

  /**
   * @param keep which statements to keep, by number
   */
  Body(Names names, IntPredicate keep) {
    this.names = names;
    this.keep = keep;
  }

  /** Numbers and names that are unique in a program. */
  static final class Names {
    private int statements;
    private int names;

    String fresh(String stem) {
      return stem + names++;
    }

    /** Statements numbered so far. */
    int statements() {
      return statements;
    }
  }

  void line(String text) {
    lines.add(text);
  }

  /** Whether the last line is {@code text}. */
  boolean endsWith(String text) {
    return !lines.isEmpty() && lines.getLast().equals(text);
  }

  String fresh(String stem) {
    return names.fresh(stem);
  }

  /** Declares something at the head of the function. */
  void declare(String text) {
    declarations.add(text);
  }

  /** A counter to set before a loop, declared at the head of the function. */
  String fuel() {
    String name = fresh("fuel");
    declare("int " + name + " = 0;");
    return name;
  }

  /** Makes one statement, and drops its lines if it is not to be kept. */
  void statement(Runnable maker) {
    int number = names.statements++;
    int before = lines.size();
    maker.run();
    if (!keep.test(number)) {
      lines.subList(before, lines.size()).clear();
    }
  }

  /** The declarations, then all lines. */
  List<String> lines() {
    List<String> all = new ArrayList<>(declarations);
    all.addAll(lines);
    return all;
  }
}
