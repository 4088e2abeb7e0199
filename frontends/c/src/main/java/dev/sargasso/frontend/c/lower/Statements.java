package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.Statement;
import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Statements, as blocks and jumps. */
final class Statements {
  private static final int NONE = -1;

  private final Context context;
  private final FunctionBuilder builder;
  private final Passing passing;
  private final int[] labels;
  private final int[] jumpsLeft;
  private final boolean[] labelPlaced;
  private int breakTarget = NONE;
  private int continueTarget = NONE;

  /** The block of the latest case, which the labels directly behind it share. */
  private int latestCase = NONE;

  /** The blocks of the cases of the innermost switch; the default is the last. */
  private int[] cases = new int[0];

  Statements(final Context context, final Passing passing) {
    this.context = context;
    this.builder = context.builder;
    this.passing = passing;
    final List<Integer> uses = context.definition.labelUses();
    labels = new int[uses.size()];
    jumpsLeft = new int[uses.size()];
    labelPlaced = new boolean[uses.size()];
    for (int index = 0; index < labels.length; index++) {
      labels[index] = builder.newBlock();
      jumpsLeft[index] = uses.get(index);
    }
  }

  /** The body of the function. */
  void body() {
    statement(context.definition.body());
    if (builder.isReachable()) {
      context.calls.giveBack(passing, null, context.definition.end());
    }
  }

  private void statement(final Statement statement) {
    switch (statement) {
      case Statement.Block block -> {
        enterScope(block.position(), block.end());
        for (final Statement inner : block.statements()) {
          statement(inner);
        }
        leaveScope();
      }
      case Statement.Evaluate evaluate -> context.values.effects(evaluate.expression());
      case Statement.Declare declare -> {
        context.at(declare.position());
        context.initialization.declare(declare.variable(), declare.initializer());
        if (context.description != null && !declare.variable().type().isError()) {
          context.description.declare(declare.variable(), context.placeOf(declare.variable()));
        }
      }
      case Statement.If choice -> choose(choice);
      case Statement.While loop -> loop(loop.condition(), null, loop.body(), true);
      case Statement.DoWhile loop -> loop(loop.condition(), null, loop.body(), false);
      case Statement.For loop -> {
        enterScope(loop.position(), loop.end());
        // What the beginning declares is known in the whole loop.
        switch (loop.beginning()) {
          case Statement.Block declarations -> declarations.statements().forEach(this::statement);
          case null -> {}
          default -> statement(loop.beginning());
        }
        loop(loop.condition(), loop.step(), loop.body(), true);
        leaveScope();
      }
      case Statement.Switch choice -> choose(choice);
      case Statement.Case label -> {
        final int block = cases[label.index() < 0 ? cases.length - 1 : label.index()];
        if (block != latestCase) {
          latestCase = block;
          enter(block);
        }
      }
      case Statement.Label label -> {
        final int block = labels[label.label()];
        builder.jump(block);
        builder.setBlock(block);
        labelPlaced[label.label()] = true;
        sealLabel(label.label());
      }
      case Statement.Goto jump -> {
        builder.jump(labels[jump.label()]);
        jumpsLeft[jump.label()]--;
        sealLabel(jump.label());
      }
      case Statement.Break _ -> builder.jump(breakTarget);
      case Statement.Continue _ -> builder.jump(continueTarget);
      case Statement.Return back -> context.calls.giveBack(passing, back.value(), back.position());
    }
  }

  private void enterScope(final int position, final int end) {
    if (context.description != null) {
      context.description.enter(position, end);
    }
  }

  private void leaveScope() {
    if (context.description != null) {
      context.description.leave();
    }
  }

  private void sealLabel(final int label) {
    if (labelPlaced[label] && jumpsLeft[label] == 0) {
      builder.seal(labels[label]);
    }
  }

  /** Goes on in a block to which all jumps from elsewhere have been made. */
  private void enter(final int block) {
    builder.jump(block);
    builder.seal(block);
    builder.setBlock(block);
  }

  /** A choice, or a chain of them, however long. */
  private void choose(final Statement.If first) {
    final int after = builder.newBlock();
    @Nullable Statement rest = first;
    while (rest instanceof Statement.If choice) {
      final Boolean known = Conditions.known(choice.condition());
      if (known != null && !mayBeEntered()) {
        if (known) {
          statement(choice.whenTrue());
          rest = null;
        } else {
          rest = choice.whenFalse();
        }
        continue;
      }
      final int whenTrue = builder.newBlock();
      final int whenFalse = choice.whenFalse() == null ? after : builder.newBlock();
      context.at(choice.position());
      context.conditions.branch(choice.condition(), whenTrue, whenFalse);
      builder.seal(whenTrue);
      builder.setBlock(whenTrue);
      statement(choice.whenTrue());
      builder.jump(after);
      if (whenFalse == after) {
        rest = null;
      } else {
        builder.seal(whenFalse);
        builder.setBlock(whenFalse);
        rest = choice.whenFalse();
      }
    }
    if (rest != null) {
      statement(rest);
    }
    enter(after);
  }

  /** Whether something may jump into the arms of a choice. */
  private boolean mayBeEntered() {
    return labels.length > 0 || cases.length > 0;
  }

  private void loop(
      final @Nullable Expression condition,
      final @Nullable Expression step,
      final Statement body,
      final boolean testFirst) {
    final int outerBreak = breakTarget;
    final int outerContinue = continueTarget;
    final int top = builder.newBlock();
    final int next = builder.newBlock();
    final int after = builder.newBlock();
    breakTarget = after;
    continueTarget = next;
    final boolean endless = condition == null || Boolean.TRUE.equals(Conditions.known(condition));
    // A loop with its test at the top becomes one with its test at the bottom, behind a test.
    if (testFirst && !endless) {
      context.at(condition.position());
      context.conditions.branch(condition, top, after);
    } else {
      builder.jump(top);
    }
    builder.setBlock(top);
    statement(body);
    builder.jump(next);
    builder.seal(next);
    builder.setBlock(next);
    if (step != null) {
      context.values.effects(step);
    }
    if (endless) {
      builder.jump(top);
    } else {
      context.at(condition.position());
      context.conditions.branch(condition, top, after);
    }
    builder.seal(top);
    breakTarget = outerBreak;
    continueTarget = outerContinue;
    builder.seal(after);
    builder.setBlock(after);
  }

  private void choose(final Statement.Switch choice) {
    final int outerBreak = breakTarget;
    final int[] outerCases = cases;
    final int after = builder.newBlock();
    final int count = choice.cases().size();
    cases = new int[count + 1];
    Arrays.fill(cases, NONE);
    shareBlocks(choice.body());
    for (int index = 0; index < count; index++) {
      if (cases[index] == NONE) {
        cases[index] = builder.newBlock();
      }
    }
    if (!choice.hasDefault()) {
      cases[count] = after;
    } else if (cases[count] == NONE) {
      cases[count] = builder.newBlock();
    }
    breakTarget = after;
    dispatch(choice, count);
    statement(choice.body());
    builder.jump(after);
    breakTarget = outerBreak;
    cases = outerCases;
    builder.seal(after);
    builder.setBlock(after);
  }

  /** Lets labels that stand directly one behind the other share a block. */
  private void shareBlocks(final Statement body) {
    if (!(body instanceof Statement.Block block)) {
      return;
    }
    int shared = NONE;
    for (final Statement statement : block.statements()) {
      if (statement instanceof Statement.Case label) {
        if (shared == NONE) {
          shared = builder.newBlock();
        }
        cases[label.index() < 0 ? cases.length - 1 : label.index()] = shared;
      } else {
        shared = NONE;
      }
    }
  }

  private void dispatch(final Statement.Switch choice, final int count) {
    final Node value = context.values.of(choice.value());
    context.at(choice.position());
    if (count == 0) {
      builder.jump(cases[0]);
      return;
    }
    final Type type = Types.of(choice.value().type());
    final int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingLong(index -> type.canonical(choice.cases().get(index))))
            .mapToInt(Integer::intValue)
            .toArray();
    final long[] keys = new long[count];
    final int[] projections = new int[count];
    final int[] targets = new int[count + 1];
    targets[0] = cases[count];
    int targetCount = 1;
    // Blocks are numbered in order, so that a small table finds the projection of each.
    final int lowest = Arrays.stream(cases).min().orElse(0);
    final int highest = Arrays.stream(cases).max().orElse(0);
    final int[] projectionOf = new int[highest - lowest + 1];
    for (int at = 0; at < count; at++) {
      final int block = cases[order[at]];
      keys[at] = type.canonical(choice.cases().get(order[at]));
      if (block == cases[count]) {
        projections[at] = 0;
        continue;
      }
      if (projectionOf[block - lowest] == 0) {
        projectionOf[block - lowest] = targetCount;
        targets[targetCount++] = block;
      }
      projections[at] = projectionOf[block - lowest];
    }
    builder.switchTo(
        value,
        new SwitchTable(keys, projections, targetCount),
        Arrays.copyOf(targets, targetCount));
  }
}
