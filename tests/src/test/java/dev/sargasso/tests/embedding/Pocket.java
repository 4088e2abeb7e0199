package dev.sargasso.tests.embedding;

import module java.base;

import dev.sargasso.driver.Compiler;
import dev.sargasso.ir.build.FunctionBuilder;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.Signature;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.type.Type;

/** A whole language: functions of 64-bit integers with variables, while, if, return and calls. */
final class Pocket {
  private static final List<String> OPERATORS = List.of("==", "!=", "<", "+", "-", "*", "/", "%");
  private static final List<Op> OPS =
      List.of(Op.EQ, Op.NE, Op.LT, Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM);
  private final List<String> tokens;
  private Map<String, Integer> variables = Map.of();
  private FunctionBuilder build;
  private int at;

  private Pocket(String source) {
    tokens = new Scanner(source).findAll("\\w+|[=!]=|\\S").map(MatchResult::group).toList();
  }

  static Program parse(Compiler compiler, String source) {
    Program program = new Program("pocket");
    for (Pocket parser = new Pocket(source); parser.take("fn"); ) {
      program.add(parser.function(compiler));
    }
    return program;
  }

  private Function function(Compiler compiler) {
    String name = next();
    List<String> parameters = new ArrayList<>();
    for (expect("("); !take(")"); take(",")) {
      parameters.add(next());
    }
    Graph graph = new Graph(compiler.newSimplifier());
    Signature type = signature(parameters.size());
    Function function = new Function(name, type, Linkage.GLOBAL, graph, "");
    build = new FunctionBuilder(function);
    variables = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      build.write(variable(parameters.get(i)), build.parameter(i));
    }
    block();
    build.returnValues(build.constant(Type.I64, 0));
    build.finish();
    return function;
  }

  private void block() {
    for (expect("{"); !take("}"); ) {
      boolean loop = take("while");
      if (loop || take("if")) {
        conditional(loop);
      } else if (take("return")) {
        build.returnValues(expression(1));
        expect(";");
      } else {
        int target = variable(next());
        expect("=");
        build.write(target, expression(1));
        expect(";");
      }
    }
  }

  private void conditional(boolean loop) {
    int test = build.newBlock();
    int body = build.newBlock();
    int after = build.newBlock();
    build.jump(test);
    build.setBlock(test);
    build.branch(build.compare(Op.NE, expression(1), build.constant(Type.I64, 0)), body, after);
    build.seal(body);
    build.setBlock(body);
    block();
    build.jump(loop ? test : after);
    build.seal(test);
    build.seal(after);
    build.setBlock(after);
  }

  private Node expression(int level) {
    Node left = factor();
    while (true) {
      int i = OPERATORS.indexOf(tokens.get(at));
      int precedence = i < 3 ? 1 : i < 5 ? 2 : 3;
      if (i < 0 || precedence < level) {
        return left;
      }
      at++;
      Node right = expression(precedence + 1);
      if (precedence == 1) {
        left = build.unary(Op.ZERO_EXTEND, Type.I64, build.compare(OPS.get(i), left, right));
      } else if (OPS.get(i) == Op.DIV || OPS.get(i) == Op.REM) {
        left = build.divide(OPS.get(i), Type.I64, left, right);
      } else {
        left = build.binary(OPS.get(i), Type.I64, left, right);
      }
    }
  }

  private Node factor() {
    String token = next();
    if (Character.isDigit(token.charAt(0))) {
      return build.constant(Type.I64, Long.parseLong(token));
    }
    if (!take("(")) {
      return build.read(variable(token));
    }
    List<Node> arguments = new ArrayList<>();
    for (; !take(")"); take(",")) {
      arguments.add(expression(1));
    }
    CallDescriptor callee = new CallDescriptor(signature(arguments.size()), token);
    return build.result(build.call(callee, arguments), 0);
  }

  private int variable(String name) {
    return variables.computeIfAbsent(name, unknown -> build.newVariable(Type.I64));
  }

  private static Signature signature(int arity) {
    return Signature.of(Collections.nCopies(arity, Type.I64), List.of(Type.I64));
  }

  private String next() {
    return tokens.get(at++);
  }

  private boolean take(String token) {
    boolean there = at < tokens.size() && tokens.get(at).equals(token);
    at += there ? 1 : 0;
    return there;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw new IllegalArgumentException("no '" + token + "' at token " + at);
    }
  }
}
