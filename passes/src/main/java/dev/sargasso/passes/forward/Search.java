package dev.sargasso.passes.forward;

import dev.sargasso.ir.cfg.ControlFlow;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.passes.alias.Aliasing;
import dev.sargasso.passes.alias.Origins;
import dev.sargasso.passes.memory.EarliestBlocks;
import org.jspecify.annotations.Nullable;

/** Looks for the value of one load after the other, back along memory. */
final class Search {
  /** States of memory that one load looks at: what keeps the pass linear. */
  private static final int MAX_STEPS = 160;

  /** Memory phis that one load looks through; the search nests as deep. */
  private static final int MAX_PHIS = 10;

  private final Graph graph;
  private final ControlFlow controlFlow;
  private final Dominators dominators;
  private final Origins origins;
  private final KnownLoads known;
  private final AddressTranslation translation;
  private final Answers answers;

  private Node load;
  private double worth;
  private double cost;
  private int steps;
  private long allSteps;
  private int phis;

  Search(
      ControlFlow controlFlow,
      Origins origins,
      KnownLoads known,
      EarliestBlocks earliest,
      Answers answers) {
    this.controlFlow = controlFlow;
    this.origins = origins;
    this.known = known;
    this.answers = answers;
    graph = controlFlow.graph();
    dominators = controlFlow.dominators();
    translation = new AddressTranslation(graph, dominators, earliest);
    load = graph.start();
  }

  /**
   * Looks for the value of a load.
   *
   * @param block the first in which it can stand
   * @param frequency of the block in which it would stand otherwise: loads that are put on edges
   *     instead must be rarer together
   * @return an answer, or {@link Answers#NONE}
   */
  int find(Node newLoad, int block, double frequency) {
    load = newLoad;
    worth = frequency;
    cost = 0;
    allSteps += steps;
    steps = 0;
    phis = 0;
    answers.clear();
    return find(load.memory(), load.value(0), block, 0);
  }

  /** States of memory that were looked at so far, for all loads together. */
  long steps() {
    return allSteps + steps;
  }

  private int find(Node from, Node of, int block, int nesting) {
    Node token = from;
    Node address = of;
    int size = load.type().bytes();
    while (++steps <= MAX_STEPS) {
      Node same = known.find(token, address, load, block);
      if (same != null) {
        return answers.value(same);
      }
      switch (token.op()) {
        case STORE -> {
          Node target = token.value(0);
          Node stored = token.value(1);
          if (!Access.isVolatile(token.immediate())) {
            Node part = part(stored, target, address);
            if (part != null) {
              return answers.value(part);
            }
          }
          if (!Aliasing.areOfDistinctTypes(load, token)
              && !origins.areDisjoint(address, size, target, stored.type().bytes())) {
            return Answers.NONE;
          }
          token = token.memory();
        }
        case MEMORY_FILL -> {
          int filled = Access.size(token.immediate());
          Node target = token.value(0);
          if (Aliasing.isInside(address, size, target, filled)) {
            Node value = Stored.filled(graph, token.value(1), load.type());
            return value == null ? Answers.NONE : answers.value(value);
          }
          if (!origins.areDisjoint(address, size, target, filled)) {
            return Answers.NONE;
          }
          token = token.memory();
        }
        case MEMORY_COPY -> {
          int copied = Access.size(token.immediate());
          Node target = token.value(0);
          if (Aliasing.isInside(address, size, target, copied)) {
            long by = Aliasing.constant(address) - Aliasing.constant(target);
            address = Stored.moved(graph, token.value(1), by);
          } else if (!origins.areDisjoint(address, size, target, copied)) {
            return Answers.NONE;
          }
          token = token.memory();
        }
        case PHI -> {
          return findAtPhi(token, address, nesting);
        }
        case PROJECTION, MEMORY_PART -> {
          Node before = before(token, address);
          if (before == null) {
            return Answers.NONE;
          }
          token = before;
        }
        default -> {
          return Answers.NONE;
        }
      }
    }
    return Answers.NONE;
  }

  private @Nullable Node part(Node stored, Node target, Node address) {
    int size = load.type().bytes();
    return Aliasing.isInside(address, size, target, stored.type().bytes())
        ? Stored.part(
            graph, stored, Aliasing.constant(address) - Aliasing.constant(target), load.type())
        : null;
  }

  /** The state before what made {@code token}, if that cannot touch the address. */
  private @Nullable Node before(Node token, Node address) {
    Node tuple = token.input(0);
    int aliasClass = 0;
    if (token.op() == Op.MEMORY_PART) {
      aliasClass = (int) token.immediate();
      if (tuple.op() != Op.PROJECTION) {
        return null;
      }
      tuple = tuple.input(0);
    }
    if (tuple.op() == Op.VOLATILE_LOAD) {
      return tuple.memory();
    }
    if (tuple.op() != Op.CALL || origins.mayBeWritten(tuple, address)) {
      return null;
    }
    Node whole = tuple.memory();
    if (aliasClass == 0) {
      return whole.op() == Op.MEMORY_MERGE ? whole.input(0) : whole;
    }
    for (int i = 1; whole.op() == Op.MEMORY_MERGE && i < whole.inputCount(); i++) {
      if (Stored.aliasClass(whole.input(i)) == aliasClass) {
        return whole.input(i);
      }
    }
    return null;
  }

  // ------------------------------------------------------------------- phis

  private int findAtPhi(Node memoryPhi, Node address, int nesting) {
    int before = answers.knownPhi(memoryPhi, address);
    if (before != Answers.NONE) {
      return before;
    }
    Node made = answers.madeBefore(memoryPhi, address, load);
    if (made != null) {
      return answers.value(made);
    }
    if (++phis > MAX_PHIS) {
      return Answers.NONE;
    }
    int phi = answers.phi(memoryPhi, address);
    double costBefore = cost;
    if (findInputs(phi, memoryPhi, address, nesting)) {
      return phi;
    }
    answers.truncate(phi);
    cost = costBefore;
    return Answers.NONE;
  }

  private boolean findInputs(int phi, Node memoryPhi, Node address, int nesting) {
    Node region = memoryPhi.input(0);
    int block = controlFlow.blockOf(region);
    boolean gains = false;
    for (int i = 0; i < region.inputCount(); i++) {
      int predecessor = controlFlow.predecessor(block, i);
      Node there = translation.translate(address, region, block, i);
      if (there == null) {
        return false;
      }
      int answer = find(memoryPhi.input(i + 1), there, predecessor, nesting + 1);
      if (answer == Answers.NONE) {
        double often = controlFlow.frequencies().frequency(predecessor);
        cost += often;
        if (cost >= worth
            || isMainBackEdge(block, predecessor, often)
            || !isSafe(region, address, predecessor, nesting)) {
          return false;
        }
        answer = answers.load(memoryPhi, i, there);
      } else {
        gains |= !answers.isLoad(answer);
      }
      answers.setInput(phi, i, answer);
    }
    return gains;
  }

  /**
   * Whether control mostly comes back to {@code block} by way of {@code predecessor}. A load there
   * is the same load one iteration earlier: nothing is gained but the first one, and its value has
   * to be kept for longer.
   */
  private boolean isMainBackEdge(int block, int predecessor, double often) {
    return dominators.dominates(block, predecessor)
        && 2 * often > controlFlow.frequencies().frequency(block);
  }

  /**
   * Whether the load may be done at the end of {@code predecessor} instead, which leads to {@code
   * region} and nowhere else. It may if whoever comes to the region does it, or where its address
   * is safe from further up; the address must be that which is safe.
   */
  private boolean isSafe(Node region, Node address, int predecessor, int nesting) {
    if (address != load.value(0)) {
      return false;
    }
    Node anchor = load.control();
    return anchor == null
        || (anchor == region && nesting == 0)
        || dominators.dominates(controlFlow.blockOf(anchor), predecessor);
  }
}
