package dev.sargasso.ir.build;

import dev.sargasso.ir.cfg.DominanceFrontiers;
import dev.sargasso.ir.cfg.Dominators;
import dev.sargasso.ir.cfg.FlowGraph;
import dev.sargasso.ir.graph.Graph;
import dev.sargasso.ir.graph.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Phis at iterated dominance frontiers, and renaming down the dominator tree (R. Cytron, J.
 * Ferrante, B. K. Rosen, M. N. Wegman and F. K. Zadeck, "Efficiently Computing Static Single
 * Assignment Form and the Control Dependence Graph", TOPLAS 1991, sections 5.1 and 5.2).
 *
 * <p>First tell which blocks {@linkplain #define define} a variable and which {@linkplain #expose
 * read it before that}; then {@linkplain #place place} phis and {@linkplain #rename rename}.
 *
 * <p>Placing visits, for each variable, the part of the dominator tree below its definitions
 * (Sreedhar and Gao 1995), and where liveness is asked for, the blocks where the variable is live.
 * Renaming is linear in blocks, phi inputs, and what is written.
 */
public final class PhiPlacement {
  /** What the placement does not know of the blocks. */
  public interface Body {
    /** An unnumbered phi of {@code variable} at the head of {@code block}, all inputs absent. */
    Node newPhi(int variable, int block);

    /** What {@code variable} holds where nothing has been written to it. */
    Node undefined(int variable);

    /** Goes through a block from its head to its end, reading and writing {@link Values}. */
    void visit(int block, Values values);
  }

  /** The value of each variable at the place of the walk. */
  public interface Values {
    /** The current value. */
    Node read(int variable);

    /** Changes it for what comes later here and for all that this block dominates. */
    void write(int variable, Node value);
  }

  private final FlowGraph flow;
  private final Graph graph;
  private final int variables;

  // Pairs of variable and block, as lists by variable.
  private final Pairs definitions;
  private final Pairs exposures;

  // By block: phis placed at its head, as lists.
  private final int[] firstPhi;
  private Node[] phis = new Node[16];
  private int[] phiVariables = new int[16];
  private int[] nextPhi = new int[16];
  private int phiCount;

  /**
   * For a function of this control flow.
   *
   * @param variables how many there are; they are numbered from 0
   */
  public PhiPlacement(FlowGraph flow, Graph graph, int variables) {
    this.flow = flow;
    this.graph = graph;
    this.variables = variables;
    definitions = new Pairs(variables);
    exposures = new Pairs(variables);
    firstPhi = new int[flow.count()];
    Arrays.fill(firstPhi, -1);
  }

  /** States that {@code block} writes {@code variable}; once is enough. */
  public void define(int variable, int block) {
    definitions.add(variable, block);
  }

  /** States that {@code block} reads {@code variable} before it writes it; once is enough. */
  public void expose(int variable, int block) {
    exposures.add(variable, block);
  }

  /**
   * Places phis.
   *
   * @param construction not {@link SsaConstruction#BRAUN}
   * @return how many
   */
  public int place(SsaConstruction construction, Body body) {
    if (construction == SsaConstruction.BRAUN) {
      throw new IllegalArgumentException("Braun's construction places no phis at frontiers");
    }
    DominanceFrontiers.Iterated frontiers = flow.iteratedFrontiers();
    LiveBlocks live =
        construction == SsaConstruction.PRUNED
            ? new LiveBlocks(flow, definitions, exposures)
            : null;
    int[] blocks = new int[flow.count()];
    for (int variable = 0; variable < variables; variable++) {
      if (construction != SsaConstruction.MINIMAL && exposures.first(variable) < 0) {
        continue;
      }
      int size = 0;
      // What the entry writes meets nothing else: it dominates everything.
      for (int d = definitions.first(variable); d >= 0; d = definitions.next(d)) {
        if (definitions.block(d) != 0 && (size == 0 || blocks[size - 1] != definitions.block(d))) {
          blocks[size++] = definitions.block(d);
        }
      }
      if (size == 0) {
        continue;
      }
      int[] frontier = frontiers.frontier(blocks, size);
      if (live != null && frontier.length > 0) {
        live.find(variable);
      }
      for (int block : frontier) {
        if (live == null || live.isLiveInto(block)) {
          addPhi(block, variable, body.newPhi(variable, block));
        }
      }
    }
    return phiCount;
  }

  private void addPhi(int block, int variable, Node phi) {
    if (phiCount == phis.length) {
      phis = Arrays.copyOf(phis, 2 * phiCount);
      phiVariables = Arrays.copyOf(phiVariables, 2 * phiCount);
      nextPhi = Arrays.copyOf(nextPhi, 2 * phiCount);
    }
    phis[phiCount] = phi;
    phiVariables[phiCount] = variable;
    nextPhi[phiCount] = firstPhi[block];
    firstPhi[block] = phiCount++;
  }

  /** Number of phis placed. */
  public int phiCount() {
    return phiCount;
  }

  /** A phi that has been placed, in the order of variables. */
  public Node phi(int i) {
    return phis[i];
  }

  /** The variable of {@link #phi}. */
  public int phiVariable(int i) {
    return phiVariables[i];
  }

  /**
   * Walks down the dominator tree, so that {@code body} sees the right value of each variable
   * everywhere, and gives phis their inputs. Ways in from blocks that are not reached stay absent.
   */
  public void rename(Body body) {
    new Walk(body).run();
  }

  /** The walk, with the changes of the blocks on its path so that they can be taken back. */
  private final class Walk implements Values {
    private final Body body;
    private final @Nullable Node[] current = new Node[variables];
    private int[] changedVariables = new int[64];
    private @Nullable Node[] formerValues = new Node[64];
    private int changedCount;

    Walk(Body body) {
      this.body = body;
    }

    void run() {
      Dominators dominators = flow.dominators();
      int[] path = new int[flow.count()];
      int[] nextChild = new int[flow.count()];
      int[] mark = new int[flow.count()];
      int depth = 0;
      path[depth++] = 0;
      visit(0);
      while (depth > 0) {
        int block = path[depth - 1];
        int i = nextChild[depth - 1]++;
        if (i >= dominators.childCount(block)) {
          takeBack(mark[--depth]);
          continue;
        }
        mark[depth] = changedCount;
        path[depth] = dominators.child(block, i);
        nextChild[depth] = 0;
        visit(path[depth++]);
      }
    }

    private void visit(int block) {
      for (int p = firstPhi[block]; p >= 0; p = nextPhi[p]) {
        write(phiVariables[p], phis[p]);
      }
      body.visit(block, this);
      for (int i = 0; i < flow.successorCount(block); i++) {
        int slot = flow.slot(block, i);
        for (int p = firstPhi[flow.successor(block, i)]; p >= 0; p = nextPhi[p]) {
          graph.setInput(phis[p], slot + 1, read(phiVariables[p]));
        }
      }
    }

    private void takeBack(int mark) {
      while (changedCount > mark) {
        changedCount--;
        current[changedVariables[changedCount]] = formerValues[changedCount];
      }
    }

    @Override
    public Node read(int variable) {
      Node value = current[variable];
      return value != null ? value : body.undefined(variable);
    }

    @Override
    public void write(int variable, Node value) {
      if (changedCount == changedVariables.length) {
        changedVariables = Arrays.copyOf(changedVariables, 2 * changedCount);
        formerValues = Arrays.copyOf(formerValues, 2 * changedCount);
      }
      changedVariables[changedCount] = variable;
      formerValues[changedCount++] = current[variable];
      current[variable] = value;
    }
  }

  /** Pairs of variable and block, in lists by variable. */
  static final class Pairs {
    private final int[] first;
    private int[] blocks = new int[64];
    private int[] next = new int[64];
    private int count;

    Pairs(int variables) {
      first = new int[variables];
      Arrays.fill(first, -1);
    }

    void add(int variable, int block) {
      if (count == blocks.length) {
        blocks = Arrays.copyOf(blocks, 2 * count);
        next = Arrays.copyOf(next, 2 * count);
      }
      blocks[count] = block;
      next[count] = first[variable];
      first[variable] = count++;
    }

    int first(int variable) {
      return first[variable];
    }

    int next(int pair) {
      return next[pair];
    }

    int block(int pair) {
      return blocks[pair];
    }
  }
}
