package dev.sargasso.ir.text;

import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.build.SsaConstruction;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Position;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the sea of one function in SSA notation. */
final class SsaFunctionReader {
  private final FunctionSyntax syntax;
  private final SourceText source;
  private final Errors errors;
  private final Declarations declarations;
  private final Symbols symbols;
  private final Map<String, Integer> blockNumbers = new HashMap<>();

  /** The builder's block for each block as written. */
  private final int[] builderBlocks;

  /** For each block the builder's variables of its parameters, then of its phis; -1 not yet. */
  private final int[][] variables;

  /** The names of the blocks that jump to each block. */
  private final List<Set<String>> predecessors = new ArrayList<>();

  /** Jumps to each block that are still to be made. */
  private final int[] missingEdges;

  SsaFunctionReader(
      FunctionSyntax syntax,
      SourceText source,
      Errors errors,
      Declarations declarations,
      Symbols symbols) {
    this.syntax = syntax;
    this.source = source;
    this.errors = errors;
    this.declarations = declarations;
    this.symbols = symbols;
    int count = syntax.blocks().size();
    for (int i = 1; i < count; i++) {
      blockNumbers.putIfAbsent(syntax.blocks().get(i).name(), i);
    }
    builderBlocks = new int[count];
    variables = new int[count][];
    missingEdges = new int[count];
    for (int i = 0; i < count; i++) {
      predecessors.add(new HashSet<>());
    }
  }

  /** The function; of no use if there were errors. */
  Function read(Simplifier simplifier, SsaConstruction construction) {
    Function function =
        new Function(
            syntax.name(),
            syntax.signature(),
            syntax.linkage(),
            new Graph(simplifier),
            source.file());
    function.ensureAliasClasses(aliasClasses());
    FlowOrder flow = new FlowOrder(successors());
    NameResolution names = new NameResolution(syntax, flow, blockNumbers, source, errors);
    names.run();
    PointeeTypes pointees = new PointeeTypes(syntax, blockNumbers, names);
    pointees.run();
    FunctionBuilder builder = new FunctionBuilder(function, construction);
    InstructionReader instructions =
        new InstructionReader(builder, declarations, symbols, names.values(), pointees, errors);
    new Body(builder, instructions, names, flow).build();
    if (errors.isEmpty()) {
      builder.finish();
    }
    return function;
  }

  private int aliasClasses() {
    int highest = 0;
    for (FunctionSyntax.Block block : syntax.blocks()) {
      for (FunctionSyntax.Instruction instruction : block.instructions()) {
        highest = Math.max(highest, instruction.modifiers().aliasClass);
      }
    }
    return highest + 1;
  }

  private List<FunctionSyntax.Target> targets(FunctionSyntax.Block block) {
    List<FunctionSyntax.Target> targets = new ArrayList<>();
    switch (block.terminator()) {
      case FunctionSyntax.Goto jump -> targets.add(jump.target());
      case FunctionSyntax.MultiGoto jump -> {
        for (FunctionSyntax.Case arm : jump.cases()) {
          targets.add(arm.target());
        }
      }
      default -> {}
    }
    return targets;
  }

  private int[][] successors() {
    int[][] successors = new int[syntax.blocks().size()][];
    for (int i = 0; i < successors.length; i++) {
      List<FunctionSyntax.Target> targets = targets(syntax.blocks().get(i));
      int[] found = new int[targets.size()];
      int count = 0;
      for (FunctionSyntax.Target target : targets) {
        Integer to = blockNumbers.get(target.label());
        if (to != null) {
          found[count++] = to;
          missingEdges[to]++;
          predecessors.get(to).add(syntax.blocks().get(i).name());
        } else if (target.label().equals(FunctionSyntax.ENTRY)) {
          errors.add(target.offset(), "the first block cannot be jumped to");
        } else if (!target.label().equals(FunctionSyntax.EXIT)) {
          errors.add(
              target.offset(),
              "there is no block @" + target.label() + " in function " + syntax.name());
        }
      }
      successors[i] = Arrays.copyOf(found, count);
    }
    return successors;
  }

  /** The pass over the blocks that makes the nodes. */
  private final class Body {
    private final FunctionBuilder builder;
    private final InstructionReader instructions;
    private final NameResolution names;
    private final FlowOrder flow;

    Body(
        FunctionBuilder builder,
        InstructionReader instructions,
        NameResolution names,
        FlowOrder flow) {
      this.builder = builder;
      this.instructions = instructions;
      this.names = names;
      this.flow = flow;
    }

    void build() {
      for (int i = 0; i < builderBlocks.length; i++) {
        FunctionSyntax.Block block = syntax.blocks().get(i);
        builderBlocks[i] = i == 0 ? 0 : builder.newBlock();
        int parameters = block.parameters().size();
        variables[i] = new int[parameters + block.phis().size()];
        for (int p = 0; p < parameters; p++) {
          variables[i][p] = builder.newVariable(block.parameters().get(p).type());
        }
        for (int p = 0; p < block.phis().size(); p++) {
          Type type = block.phis().get(p).type();
          variables[i][parameters + p] = type == null ? -1 : builder.newVariable(type);
        }
        if (i > 0 && missingEdges[i] == 0) {
          builder.seal(builderBlocks[i]);
        }
      }
      for (int i = 0; i < builderBlocks.length; i++) {
        block(flow.block(i));
      }
    }

    private void position(int offset) {
      builder.setPosition(Position.of(source.line(offset), source.column(offset)));
    }

    private void block(int number) {
      FunctionSyntax.Block block = syntax.blocks().get(number);
      SsaValues values = names.values();
      int value = names.firstValue(number);
      position(block.offset());
      if (number == 0) {
        for (int i = 0; i < syntax.parameters().size(); i++) {
          values.define(value++, syntax.parameters().get(i).type(), builder.parameter(i));
        }
      } else {
        builder.setBlock(builderBlocks[number]);
      }
      int parameters = block.parameters().size();
      for (int i = 0; i < variables[number].length; i++) {
        if (i < parameters) {
          Type type = block.parameters().get(i).type();
          values.define(value++, type, builder.read(variables[number][i]));
        } else {
          phi(number, i, block.phis().get(i - parameters), value++);
        }
      }
      for (FunctionSyntax.Instruction instruction : block.instructions()) {
        position(instruction.offset());
        instructions.build(instruction, value);
        value += instruction.results().size();
      }
      position(block.terminator().offset());
      try {
        terminate(number, block.terminator());
      } catch (Cursor.Recovery e) {
        builder.unreachable();
      }
    }

    private void phi(int number, int index, FunctionSyntax.Phi phi, int value) {
      try {
        Type type = phiType(phi);
        if (variables[number][index] < 0) {
          variables[number][index] = builder.newVariable(type);
        }
        names.values().define(value, type, builder.read(variables[number][index]));
      } catch (Cursor.Recovery e) {
        // Noted; what uses the phi keeps quiet.
      }
      phi.inputs()
          .forEach(
              (from, input) -> {
                if (!predecessors.get(number).contains(from)) {
                  errors.add(
                      input.offset,
                      "@" + from + " does not jump to @" + syntax.blocks().get(number).name());
                }
              });
    }

    private Type phiType(FunctionSyntax.Phi phi) {
      if (phi.type() != null) {
        return phi.type();
      }
      for (Operand operand : phi.inputs().values()) {
        if (operand.isRegister() && operand.value >= 0) {
          Type type = names.values().type(operand.value);
          if (type != null) {
            return type;
          }
        } else if (operand.type != null) {
          return operand.type;
        }
      }
      errors.add(
          phi.offset(),
          "the type of %"
              + phi.name()
              + " cannot be told; write %"
              + phi.name()
              + ": i32 = phi ...");
      throw new Cursor.Recovery();
    }

    // ---------------------------------------------------------------- jumps

    private void terminate(int number, FunctionSyntax.Terminator terminator) {
      switch (terminator) {
        case FunctionSyntax.Goto jump -> jumpTo(number, jump.target());
        case FunctionSyntax.MultiGoto jump -> multiGoto(number, jump);
        case FunctionSyntax.Return end -> returnValues(end.values(), end.offset());
        case FunctionSyntax.Unreachable end -> builder.unreachable();
        case FunctionSyntax.Trap end -> builder.trap(end.code());
      }
    }

    private void returnValues(List<Operand> operands, int offset) {
      List<Type> types = syntax.signature().results();
      if (operands.size() != types.size()) {
        errors.add(
            offset,
            "function "
                + syntax.name()
                + " returns "
                + types.size()
                + (types.size() == 1 ? " value, " : " values, ")
                + operands.size()
                + " given");
        throw new Cursor.Recovery();
      }
      Node[] nodes = new Node[types.size()];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] =
            instructions.node(
                operands.get(i), types.get(i), "result " + (i + 1) + " of " + syntax.name());
      }
      builder.returnValues(nodes);
    }

    private void jumpTo(int from, FunctionSyntax.Target target) {
      if (target.label().equals(FunctionSyntax.EXIT)) {
        returnValues(target.arguments(), target.offset());
        return;
      }
      Integer to = blockNumbers.get(target.label());
      if (to == null) {
        throw new Cursor.Recovery();
      }
      FunctionSyntax.Block block = syntax.blocks().get(to);
      List<FunctionSyntax.Parameter> parameters = block.parameters();
      checkCount(target, parameters);
      @Nullable Node[] nodes = new Node[variables[to].length];
      boolean failed = false;
      for (int i = 0; i < nodes.length; i++) {
        try {
          nodes[i] =
              i < parameters.size()
                  ? instructions.node(
                      target.arguments().get(i),
                      parameters.get(i).type(),
                      "parameter %" + parameters.get(i).name() + " of @" + target.label())
                  : phiInput(from, to, i, target, block.phis().get(i - parameters.size()));
        } catch (Cursor.Recovery e) {
          failed = true;
        }
      }
      if (failed) {
        throw new Cursor.Recovery();
      }
      for (int i = 0; i < nodes.length; i++) {
        Node node = nodes[i];
        if (node != null) {
          builder.write(variables[to][i], node);
        }
      }
      builder.jump(builderBlocks[to]);
      if (--missingEdges[to] == 0) {
        builder.seal(builderBlocks[to]);
      }
    }

    private void checkCount(
        FunctionSyntax.Target target, List<FunctionSyntax.Parameter> parameters) {
      if (target.arguments().size() == parameters.size()) {
        return;
      }
      StringBuilder list = new StringBuilder();
      for (FunctionSyntax.Parameter parameter : parameters) {
        list.append(list.isEmpty() ? " (" : ", ").append('%').append(parameter.name());
      }
      list.append(list.isEmpty() ? "" : ")");
      errors.add(
          target.offset(),
          "block @"
              + target.label()
              + " takes "
              + parameters.size()
              + (parameters.size() == 1 ? " argument" : " arguments")
              + list
              + ", "
              + target.arguments().size()
              + " given");
      throw new Cursor.Recovery();
    }

    private Node phiInput(
        int from, int to, int index, FunctionSyntax.Target target, FunctionSyntax.Phi phi) {
      Operand input = phi.inputs().get(syntax.blocks().get(from).name());
      if (input == null) {
        errors.add(
            target.offset(),
            "%"
                + phi.name()
                + " of @"
                + target.label()
                + " has no value for this jump; add '@"
                + syntax.blocks().get(from).name()
                + " -> ...' to its phi");
        throw new Cursor.Recovery();
      }
      Type type = phiType(phi);
      if (variables[to][index] < 0) {
        variables[to][index] = builder.newVariable(type);
      }
      return instructions.node(input, type, "%" + phi.name());
    }

    private void multiGoto(int from, FunctionSyntax.MultiGoto jump) {
      Type type = instructions.typeOf(jump.value());
      if (type == null || !type.isInteger()) {
        errors.add(
            jump.value().offset,
            type == null
                ? "the type of this cannot be told; write " + jump.value() + ": i32"
                : "a goto chooses by an integer, but " + jump.value() + " is " + type.text());
        throw new Cursor.Recovery();
      }
      Node value = instructions.node(jump.value(), type, "the value of a goto");
      List<FunctionSyntax.Case> cases = jump.cases();
      int[] arms = new int[cases.size()];
      int other = -1;
      List<Key> keys = new ArrayList<>();
      Map<Long, Integer> seen = new HashMap<>();
      for (int i = 0; i < arms.length; i++) {
        arms[i] = builder.newBlock();
        FunctionSyntax.Case arm = cases.get(i);
        if (arm.keys().isEmpty()) {
          if (other >= 0) {
            errors.add(arm.offset(), "this goto has two defaults");
          }
          other = i;
        }
        for (FunctionSyntax.Key key : arm.keys()) {
          Long known = declarations.value(key.literal(), type, key.offset());
          if (known == null) {
            continue;
          }
          if (seen.put(known, i) != null) {
            errors.add(key.offset(), "case " + key.literal() + " is listed twice");
          } else {
            keys.add(new Key(known, i));
          }
        }
      }
      int otherBlock = other >= 0 ? arms[other] : builder.newBlock();
      if (type == Type.I1) {
        branch(value, keys, arms, otherBlock);
      } else {
        switchTo(value, keys, arms, other, otherBlock);
      }
      boolean failed = false;
      for (int i = 0; i < arms.length; i++) {
        failed |= !arm(from, arms[i], cases.get(i).target());
      }
      if (other < 0) {
        builder.seal(otherBlock);
        builder.setBlock(otherBlock);
        builder.unreachable();
      }
      if (failed) {
        throw new Cursor.Recovery();
      }
    }

    private record Key(long value, int arm) {}

    private void branch(Node value, List<Key> keys, int[] arms, int otherBlock) {
      int ifTrue = otherBlock;
      int ifFalse = otherBlock;
      for (Key key : keys) {
        if (key.value == 0) {
          ifFalse = arms[key.arm];
        } else {
          ifTrue = arms[key.arm];
        }
      }
      builder.branch(value, ifTrue, ifFalse);
    }

    /** Projection 0 is the default; then one for each case in order. */
    private void switchTo(Node value, List<Key> keys, int[] arms, int other, int otherBlock) {
      keys.sort(Comparator.comparingLong(Key::value));
      int[] blocks = new int[1 + arms.length - (other >= 0 ? 1 : 0)];
      int[] projectionOf = new int[arms.length];
      blocks[0] = otherBlock;
      int count = 1;
      for (int i = 0; i < arms.length; i++) {
        if (i != other) {
          projectionOf[i] = count;
          blocks[count++] = arms[i];
        }
      }
      long[] values = new long[keys.size()];
      int[] projections = new int[keys.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = keys.get(i).value;
        projections[i] = projectionOf[keys.get(i).arm];
      }
      builder.switchTo(value, new SwitchTable(values, projections, count), blocks);
    }

    private boolean arm(int from, int block, FunctionSyntax.Target target) {
      builder.seal(block);
      builder.setBlock(block);
      try {
        jumpTo(from, target);
        return true;
      } catch (Cursor.Recovery e) {
        builder.unreachable();
        return false;
      }
    }
  }
}
