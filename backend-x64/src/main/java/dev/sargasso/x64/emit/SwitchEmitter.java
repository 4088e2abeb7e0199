package dev.sargasso.x64.emit;

import dev.sargasso.ir.graph.SwitchTable;
import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Condition;
import dev.sargasso.x64.encode.Instruction;
import java.util.Arrays;

/**
 * Emits a switch. The ascending keys are cut into clusters: runs of neighbouring keys with one
 * target, and denser stretches that become tables of jump distances. A binary search finds the
 * cluster, a linear one where few are left. Near linear in the number of keys.
 */
final class SwitchEmitter {
  /** Fewest clusters of keys that are worth a table. */
  private static final int TABLE_MINIMUM = 5;

  /** Slots of a table for each run of keys, at most. */
  private static final int SPARSENESS = 4;

  /** Most clusters that are searched one after the other. */
  private static final int LINEAR = 3;

  private final Assembler assembler;
  private final Address address = new Address();

  // Clusters: the first and last value, and a label, or ~ the index of the first run of a table.
  private long[] low = new long[16];
  private long[] high = new long[16];
  private int[] target = new int[16];
  private int[] runEnd = new int[16];
  private int clusters;

  private long[] runLow = new long[16];
  private long[] runHigh = new long[16];
  private int[] runTarget = new int[16];
  private int runs;

  private int[] slots = new int[64];

  // The search that is still to be emitted: ranges of clusters, with the label that starts each.
  private int[] pending = new int[64];

  private int width;
  private boolean isClean;
  private int value;
  private int scratch;
  private int scratch2;
  private int otherwise;

  SwitchEmitter(Assembler assembler) {
    this.assembler = assembler;
  }

  /**
   * Emits the switch; control never falls through.
   *
   * @param labels of the projections
   * @param operationWidth of the value, 32 or 64
   * @param zeroAbove whether the value is zero-extended to 64 bits
   */
  void emit(
      SwitchTable table,
      int[] labels,
      int operationWidth,
      boolean zeroAbove,
      int valueRegister,
      int firstScratch,
      int secondScratch) {
    width = operationWidth;
    isClean = zeroAbove;
    value = valueRegister;
    scratch = firstScratch;
    scratch2 = secondScratch;
    otherwise = labels[0];
    findRuns(table, labels);
    findClusters();
    if (clusters == 0) {
      assembler.jump(otherwise);
    } else {
      search();
    }
  }

  private void findRuns(SwitchTable table, int[] labels) {
    runs = 0;
    for (int i = 0; i < table.size(); i++) {
      int label = labels[table.target(i)];
      if (label == otherwise) {
        continue;
      }
      long key = table.key(i);
      if (runs > 0 && runTarget[runs - 1] == label && runHigh[runs - 1] + 1 == key) {
        runHigh[runs - 1] = key;
        continue;
      }
      if (runs == runLow.length) {
        runLow = Arrays.copyOf(runLow, 2 * runs);
        runHigh = Arrays.copyOf(runHigh, 2 * runs);
        runTarget = Arrays.copyOf(runTarget, 2 * runs);
      }
      runLow[runs] = key;
      runHigh[runs] = key;
      runTarget[runs++] = label;
    }
  }

  /** From each run on the longest dense stretch that the one before has not reached. */
  private void findClusters() {
    clusters = 0;
    int from = 0;
    while (from < runs) {
      int to = from + 1;
      int end = from + 1;
      while (to < runs) {
        long span = runHigh[to] - runLow[from] + 1;
        // A span that overflows is negative; a gap this wide never becomes dense again.
        if (span <= 0 || runLow[to] - runHigh[to - 1] > 4096) {
          break;
        }
        to++;
        if (span <= (long) SPARSENESS * (to - from) || (span <= 64 && to - from >= TABLE_MINIMUM)) {
          end = to;
        } else if (to - end > 4 * (end - from) + 16) {
          break;
        }
      }
      if (end - from >= TABLE_MINIMUM) {
        addCluster(runLow[from], runHigh[end - 1], ~from, end);
        from = end;
      } else {
        addCluster(runLow[from], runHigh[from], runTarget[from], from + 1);
        from++;
      }
    }
  }

  private void addCluster(long first, long last, int to, int end) {
    if (clusters == low.length) {
      low = Arrays.copyOf(low, 2 * clusters);
      high = Arrays.copyOf(high, 2 * clusters);
      target = Arrays.copyOf(target, 2 * clusters);
      runEnd = Arrays.copyOf(runEnd, 2 * clusters);
    }
    low[clusters] = first;
    high[clusters] = last;
    target[clusters] = to;
    runEnd[clusters++] = end;
  }

  private void search() {
    int depth = push(0, 0, clusters, -1);
    while (depth > 0) {
      depth -= 3;
      int from = pending[depth];
      int to = pending[depth + 1];
      int label = pending[depth + 2];
      if (label >= 0) {
        assembler.bind(label);
      }
      if (to - from <= LINEAR) {
        for (int i = from; i < to; i++) {
          testCluster(i, i == to - 1);
        }
        continue;
      }
      int middle = (from + to) >>> 1;
      int upper = assembler.label();
      compare(low[middle]);
      assembler.jumpIf(Condition.GREATER_EQUAL, upper);
      depth = push(depth, middle, to, upper);
      depth = push(depth, from, middle, -1);
    }
  }

  private int push(int depth, int from, int to, int label) {
    if (depth + 3 > pending.length) {
      pending = Arrays.copyOf(pending, 2 * pending.length);
    }
    pending[depth] = from;
    pending[depth + 1] = to;
    pending[depth + 2] = label;
    return depth + 3;
  }

  private void testCluster(int cluster, boolean isLast) {
    if (target[cluster] >= 0 && low[cluster] == high[cluster]) {
      compare(low[cluster]);
      assembler.jumpIf(Condition.EQUAL, target[cluster]);
      if (isLast) {
        assembler.jump(otherwise);
      }
      return;
    }
    int outside = isLast ? otherwise : assembler.label();
    int distance = testRange(cluster, outside);
    if (target[cluster] < 0) {
      jumpByTable(cluster, distance);
    } else {
      assembler.jump(target[cluster]);
    }
    if (!isLast) {
      assembler.bind(outside);
    }
  }

  /**
   * Leaves if the value is not in the cluster.
   *
   * @return the register that holds the distance from the cluster's start, zero-extended
   */
  private int testRange(int cluster, int outside) {
    int distance = scratch;
    if (low[cluster] == 0 && isClean) {
      distance = value;
    } else {
      subtract(low[cluster]);
    }
    long span = high[cluster] - low[cluster];
    if (width == 64 && span != (int) span) {
      assembler.moveImmediate(scratch2, span);
      assembler.rr(Instruction.CMP, 64, distance, scratch2);
    } else {
      assembler.ri(Instruction.CMP, width, distance, width == 32 ? (int) span : span);
    }
    assembler.jumpIf(Condition.ABOVE, outside);
    return distance;
  }

  private void jumpByTable(int cluster, int distance) {
    int count = (int) (high[cluster] - low[cluster]) + 1;
    if (slots.length < count) {
      slots = new int[Math.max(count, 2 * slots.length)];
    }
    Arrays.fill(slots, 0, count, otherwise);
    for (int run = ~target[cluster]; run < runEnd[cluster]; run++) {
      int first = (int) (runLow[run] - low[cluster]);
      int last = (int) (runHigh[run] - low[cluster]);
      Arrays.fill(slots, first, last + 1, runTarget[run]);
    }
    int table = assembler.jumpTable(slots, count);
    assembler.rm(Instruction.LEA, 64, scratch2, address.setLabel(table, 0));
    assembler.rm(Instruction.MOVSXD, 64, scratch, address.set(scratch2, distance, 4, 0));
    assembler.rr(Instruction.ADD, 64, scratch, scratch2);
    assembler.r(Instruction.JMP, 64, scratch);
  }

  private void compare(long key) {
    if (key == (int) key) {
      if (key == 0) {
        assembler.rr(Instruction.TEST, width, value, value);
      } else {
        assembler.ri(Instruction.CMP, width, value, key);
      }
    } else {
      assembler.moveImmediate(scratch2, key);
      assembler.rr(Instruction.CMP, 64, value, scratch2);
    }
  }

  /** The value less {@code key}, zero-extended, into the scratch register. */
  private void subtract(long key) {
    long opposite = -key;
    if (width == 32) {
      if (key == 0) {
        assembler.rr(Instruction.MOV, 32, scratch, value);
      } else {
        assembler.rm(Instruction.LEA, 32, scratch, address.set(value, (int) opposite));
      }
    } else if (opposite == (int) opposite) {
      assembler.rm(Instruction.LEA, 64, scratch, address.set(value, (int) opposite));
    } else {
      assembler.moveImmediate(scratch, opposite);
      assembler.rr(Instruction.ADD, 64, scratch, value);
    }
  }
}
