package dev.sargasso.lab.optimal;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.motion.PlacementProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A placement problem as constraints for CP-SAT.
 *
 * <p>For each node and each depth of the dominator tree within its range there is a literal: the
 * node stands at that depth or deeper. Since all candidates of a node lie on one path, a user is
 * reached if it is at least as deep. That alone would be a minimum cut; what makes it hard is
 * pressure. A value is alive at the end of a block if a user stands in a block that is reached from
 * there without passing the value's own. The higher the value stands, the more ends those are, so
 * for each block and each place of a user there is one depth from which on upwards the value is
 * alive, and one clause says so.
 */
final class PlacementModel {
  /** Clauses beyond which a function is too large. */
  static final int MOST_CLAUSES = 400_000;

  /** Cost is counted in thousandths. */
  static final double SCALE = 1000;

  private static final double MOST = 1e12;

  private final PlacementProblem problem;
  private final ControlFlow flow;
  private final Dominators dominators;
  private final CpModel model = new CpModel();
  private final LinearExprBuilder objective = LinearExpr.newBuilder();
  private final Literal yes = model.trueLiteral();
  private final Literal no = model.falseLiteral();

  /** By id, for placed nodes: the literals for depths from one below the first on. */
  private final @Nullable Literal[][] deeper;

  private final LinearExprBuilder[][] alive;
  private final int[][] aliveCount;
  private int clauses;

  PlacementModel(PlacementProblem problem) {
    this.problem = problem;
    flow = problem.controlFlow();
    dominators = flow.dominators();
    deeper = new Literal[flow.graph().idLimit()][];
    alive = new LinearExprBuilder[2][flow.count()];
    aliveCount = new int[2][flow.count()];
    for (int block = 0; block < flow.count(); block++) {
      alive[0][block] = LinearExpr.newBuilder();
      alive[1][block] = LinearExpr.newBuilder();
    }
  }

  /** Builds all constraints; false if there are too many. */
  boolean build(int[] start) {
    for (int i = 0; i < problem.count(); i++) {
      declare(problem.node(i), start);
    }
    for (int i = 0; i < problem.count(); i++) {
      Node node = problem.node(i);
      if (isFree(node)) {
        precede(node);
      }
      if (CostModel.isValue(node) && problem.latest(node) >= 0) {
        live(node);
      }
      if (clauses > MOST_CLAUSES) {
        return false;
      }
    }
    for (int block = 0; block < flow.count(); block++) {
      spill(block, 0, CostModel.GENERAL);
      spill(block, 1, CostModel.VECTOR);
    }
    model.minimize(objective.build());
    return true;
  }

  CpModel model() {
    return model;
  }

  /** Blocks by id as the solver has chosen them; -1 for nodes that it had no choice for. */
  int[] solution(CpSolver solver) {
    int[] blocks = new int[deeper.length];
    Arrays.fill(blocks, -1);
    for (int i = 0; i < problem.count(); i++) {
      Node node = problem.node(i);
      @Nullable Literal[] literals = deeper[node.id()];
      if (literals != null) {
        int depth = dominators.depth(problem.early(node));
        for (int k = 0; k < literals.length && solver.booleanValue(literals[k]); k++) {
          depth++;
        }
        blocks[node.id()] = dominators.dominatorAtDepth(problem.latest(node), depth);
      }
    }
    return blocks;
  }

  /** Nodes that there was a choice for. */
  int freeCount() {
    int count = 0;
    for (@Nullable Literal[] literals : deeper) {
      count += literals == null ? 0 : 1;
    }
    return count;
  }

  private boolean isFree(Node node) {
    return deeper[node.id()] != null;
  }

  private long scaled(double cost) {
    return Math.round(Math.min(cost * SCALE, MOST));
  }

  private double frequency(int block) {
    return flow.frequencies().frequency(block);
  }

  private void declare(Node node, int[] start) {
    if (!CostModel.isPlaced(node)) {
      return;
    }
    int first = problem.early(node);
    int last = problem.latest(node);
    int latency = CostModel.latency(node);
    objective.add(scaled(latency * frequency(first)));
    int count = dominators.depth(last) - dominators.depth(first);
    if (count == 0) {
      return;
    }
    Literal[] literals = new Literal[count];
    long before = scaled(latency * frequency(first));
    for (int k = 0; k < count; k++) {
      int depth = dominators.depth(first) + k + 1;
      int block = dominators.dominatorAtDepth(last, depth);
      BoolVar literal = model.newBoolVar("v" + node.id() + "_" + depth);
      literals[k] = literal;
      model.addHint(literal, dominators.depth(start[node.id()]) >= depth);
      if (k > 0) {
        model.addImplication(literal, literals[k - 1]);
      }
      long cost = scaled(latency * frequency(block));
      objective.addTerm(literal, cost - before);
      before = cost;
    }
    deeper[node.id()] = literals;
  }

  /** Whether a node stands at a depth or deeper. */
  private Literal atLeast(Node node, int depth) {
    @Nullable Literal[] literals = deeper[node.id()];
    int first = dominators.depth(problem.early(node));
    if (literals == null) {
      return dominators.depth(block(node)) >= depth ? yes : no;
    }
    if (depth <= first) {
      return yes;
    }
    Literal literal = depth - first > literals.length ? null : literals[depth - first - 1];
    return literal == null ? no : literal;
  }

  private int block(Node node) {
    return problem.latest(node);
  }

  /** The node stands no deeper than its users; if they fold it, as deep as they let it. */
  private void precede(Node node) {
    int first = dominators.depth(problem.early(node)) + 1;
    int last = dominators.depth(problem.latest(node));
    boolean folded = problem.isFolded(node);
    for (int depth = first; depth <= last; depth++) {
      Literal own = atLeast(node, depth);
      List<Literal> late = new ArrayList<>();
      late.add(own);
      for (int i = 0; i < node.useCount(); i++) {
        Node user = node.user(i);
        if (isFree(user)) {
          model.addImplication(own, atLeast(user, depth));
          late.add(atLeast(user, depth).not());
          clauses++;
        }
      }
      if (folded) {
        model.addBoolOr(late);
      }
    }
  }

  /** Says at which ends of blocks a value is alive. */
  private void live(Node value) {
    @Nullable BoolVar[] aliveAt = new BoolVar[flow.count()];
    int last = problem.latest(value);
    int first = CostModel.isPlaced(value) ? problem.early(value) : last;
    int[] deepest = new int[flow.count()];
    for (int i = 0; i < value.useCount(); i++) {
      Node user = value.user(i);
      int latest = problem.latest(user);
      if (latest < 0) {
        continue;
      }
      if (user.op() == Op.PHI) {
        int end = flow.predecessor(latest, value.userSlot(i) - 1);
        reach(first, last, end, true, deepest);
        state(value, null, 0, deepest, aliveAt);
      } else {
        int earliest = isFree(user) ? problem.early(user) : latest;
        for (int depth = dominators.depth(earliest); depth <= dominators.depth(latest); depth++) {
          reach(first, last, dominators.dominatorAtDepth(latest, depth), false, deepest);
          state(value, user, depth, deepest, aliveAt);
        }
      }
    }
    int kind = value.type().isGeneral() ? 0 : 1;
    for (int block = 0; block < aliveAt.length; block++) {
      BoolVar literal = aliveAt[block];
      if (literal != null) {
        alive[kind][block].add(literal);
        aliveCount[kind][block]++;
      }
    }
  }

  /**
   * For each block the greatest depth at which a value may stand and still be alive at the block's
   * end, used in {@code use}; -1 where it never is.
   */
  private void reach(int first, int last, int use, boolean atEnd, int[] deepest) {
    Arrays.fill(deepest, -1);
    int[] stack = new int[flow.count()];
    for (int depth = dominators.depth(last); depth >= dominators.depth(first); depth--) {
      int home = dominators.dominatorAtDepth(last, depth);
      if (!dominators.dominates(home, use) || (home == use && !atEnd)) {
        continue;
      }
      boolean[] seen = new boolean[flow.count()];
      int top = 0;
      if (atEnd) {
        seen[use] = true;
        stack[top++] = use;
      } else {
        top = before(use, seen, stack, top);
      }
      while (top > 0) {
        int at = stack[--top];
        if (deepest[at] < 0) {
          deepest[at] = depth;
        }
        if (at != home) {
          top = before(at, seen, stack, top);
        }
      }
    }
  }

  private int before(int block, boolean[] seen, int[] stack, int top) {
    int next = top;
    for (int i = 0; i < flow.predecessorCount(block); i++) {
      int predecessor = flow.predecessor(block, i);
      if (!seen[predecessor]) {
        seen[predecessor] = true;
        stack[next++] = predecessor;
      }
    }
    return next;
  }

  /** Where the user stands at {@code depth}, and the value high enough, the value is alive. */
  private void state(
      Node value, @Nullable Node user, int depth, int[] deepest, @Nullable BoolVar[] aliveAt) {
    for (int block = 0; block < deepest.length; block++) {
      if (deepest[block] < 0) {
        continue;
      }
      BoolVar literal = aliveAt[block];
      if (literal == null) {
        literal = model.newBoolVar("a" + value.id() + "_" + block);
        aliveAt[block] = literal;
      }
      List<Literal> clause = new ArrayList<>();
      clause.add(literal);
      clause.add(atLeast(value, deepest[block] + 1));
      if (user != null && isFree(user)) {
        clause.add(atLeast(user, depth).not());
        clause.add(atLeast(user, depth + 1));
      }
      model.addBoolOr(clause);
      clauses++;
    }
  }

  private void spill(int block, int kind, int registers) {
    int most = aliveCount[kind][block] - registers;
    if (most > 0) {
      IntVar excess = model.newIntVar(0, most, "e" + kind + "_" + block);
      model.addLessOrEqual(alive[kind][block].addTerm(excess, -1).build(), registers);
      objective.addTerm(excess, scaled(CostModel.SPILL * frequency(block)));
    }
  }
}
