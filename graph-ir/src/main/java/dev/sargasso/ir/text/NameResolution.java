package dev.sargasso.ir.text;

import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which value each register names: the one defined last before it in its block, else the
 * one defined in the nearest block that dominates it. One walk of the dominator tree with a scoped
 * table.
 */
final class NameResolution {
  private final FunctionSyntax function;
  private final FlowOrder flow;
  private final Map<String, Integer> blockNumbers;
  private final Errors errors;
  private final SourceText source;
  private final SsaValues values = new SsaValues();

  /** Number of the first value that each block defines: parameters, phis, then results in order. */
  private final int[] firstValue;

  private final Map<String, Integer> scope = new HashMap<>();

  /** For each value, the one that its name meant before; -1 for none. */
  private int[] shadowed = new int[64];

  /** Values in the order in which they came into scope, to take them out again. */
  private final int[] marks;

  private int[] log = new int[64];
  private int logSize;
  private final List<Operand> unresolved = new ArrayList<>();
  private final List<Integer> unresolvedBlocks = new ArrayList<>();

  NameResolution(
      FunctionSyntax function,
      FlowOrder flow,
      Map<String, Integer> blockNumbers,
      SourceText source,
      Errors errors) {
    this.function = function;
    this.flow = flow;
    this.blockNumbers = blockNumbers;
    this.source = source;
    this.errors = errors;
    firstValue = new int[function.blocks().size()];
    marks = new int[function.blocks().size() + 1];
  }

  SsaValues values() {
    return values;
  }

  int firstValue(int block) {
    return firstValue[block];
  }

  void run() {
    for (int i = 0; i < function.blocks().size(); i++) {
      int block = flow.block(i);
      int depth = flow.depth(block);
      if (i > 0 && depth <= flow.depth(flow.block(i - 1))) {
        leave(marks[depth]);
      }
      marks[depth] = logSize;
      visit(block);
    }
    report();
  }

  private void visit(int number) {
    FunctionSyntax.Block block = function.blocks().get(number);
    firstValue[number] = values.count();
    if (number == 0) {
      for (FunctionSyntax.Parameter parameter : function.parameters()) {
        define(parameter.name(), number, parameter.offset(), parameter.type());
      }
    }
    for (FunctionSyntax.Parameter parameter : block.parameters()) {
      define(parameter.name(), number, parameter.offset(), parameter.type());
    }
    for (FunctionSyntax.Phi phi : block.phis()) {
      define(phi.name(), number, phi.offset(), phi.type());
    }
    for (FunctionSyntax.Instruction instruction : block.instructions()) {
      resolve(instruction.operands(), number);
      for (FunctionSyntax.Result result : instruction.results()) {
        define(result.name(), number, result.offset(), result.type());
      }
    }
    switch (block.terminator()) {
      case FunctionSyntax.Goto jump -> target(jump.target(), block, number);
      case FunctionSyntax.MultiGoto jump -> {
        resolve(jump.value(), number);
        for (FunctionSyntax.Case arm : jump.cases()) {
          target(arm.target(), block, number);
        }
      }
      case FunctionSyntax.Return end -> resolve(end.values(), number);
      case FunctionSyntax.Unreachable end -> {}
      case FunctionSyntax.Trap end -> {}
    }
  }

  private void target(FunctionSyntax.Target target, FunctionSyntax.Block from, int number) {
    resolve(target.arguments(), number);
    Integer to = blockNumbers.get(target.label());
    if (to == null) {
      return;
    }
    for (FunctionSyntax.Phi phi : function.blocks().get(to).phis()) {
      Operand input = phi.inputs().get(from.name());
      if (input != null) {
        resolve(input, number);
      }
    }
  }

  private void define(String name, int block, int offset, @Nullable Type type) {
    int value = values.add(name, block, offset, type);
    Integer before = scope.put(name, value);
    if (before != null && values.block(before) == block) {
      errors.add(
          offset,
          "%"
              + name
              + " is defined twice in this block (line "
              + source.line(values.offset(before))
              + "); a register is assigned once");
    }
    if (value >= shadowed.length) {
      shadowed = Arrays.copyOf(shadowed, 2 * value);
    }
    shadowed[value] = before == null ? -1 : before;
    if (logSize == log.length) {
      log = Arrays.copyOf(log, 2 * logSize);
    }
    log[logSize++] = value;
  }

  private void leave(int mark) {
    while (logSize > mark) {
      int value = log[--logSize];
      if (shadowed[value] < 0) {
        scope.remove(values.name(value));
      } else {
        scope.put(values.name(value), shadowed[value]);
      }
    }
  }

  private void resolve(List<Operand> operands, int block) {
    for (Operand operand : operands) {
      resolve(operand, block);
    }
  }

  private void resolve(Operand operand, int block) {
    if (!operand.isRegister()) {
      return;
    }
    Integer value = scope.get(operand.text);
    if (value != null) {
      operand.value = value;
    } else {
      unresolved.add(operand);
      unresolvedBlocks.add(block);
    }
  }

  private void report() {
    if (unresolved.isEmpty()) {
      return;
    }
    Map<String, Integer> anywhere = new HashMap<>();
    for (int value = 0; value < values.count(); value++) {
      anywhere.putIfAbsent(values.name(value), value);
    }
    for (int i = 0; i < unresolved.size(); i++) {
      Operand operand = unresolved.get(i);
      int block = unresolvedBlocks.get(i);
      Integer elsewhere = anywhere.get(operand.text);
      String message = "register %" + operand.text + " is not defined";
      if (elsewhere != null) {
        int line = source.line(values.offset(elsewhere));
        int home = values.block(elsewhere);
        message +=
            home == block
                ? " yet; it is on line " + line
                : " here; the one of line "
                    + line
                    + " is in @"
                    + function.blocks().get(home).name()
                    + ", which does not dominate @"
                    + function.blocks().get(block).name()
                    + ": pass it as a block argument";
      }
      errors.add(operand.offset, message);
    }
  }
}
