package dev.sargasso.x64.allocate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.x64.machine.ControlFlow;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Liveness of random functions against the equations that define it, solved by iteration. */
class LivenessTest {
  @Test
  void agreesWithItsEquations() {
    final Liveness liveness = new Liveness();
    final ControlFlow flow = new ControlFlow();
    for (long seed = 0; seed < 500; seed++) {
      final MachineFunction function =
          RandomMachineFunction.generate(seed, AllocationsAreCorrectTest.shape(seed));
      flow.compute(function);
      liveness.compute(function, flow);
      final List<Set<Integer>> liveIn = solve(function);
      for (int block = 0; block < function.blockCount(); block++) {
        final Set<Integer> found = new HashSet<>();
        for (int place = liveness.firstWord(block); place < liveness.endWord(block); place++) {
          for (long bits = liveness.wordBits(place); bits != 0; bits &= bits - 1) {
            found.add(
                liveness.registerOf(
                    64 * liveness.wordIndex(place) + Long.numberOfTrailingZeros(bits)));
          }
        }
        assertEquals(liveIn.get(block), found, function.name() + " block " + block);
        for (int register = 0; register < function.registerCount(); register++) {
          assertEquals(found.contains(register), liveness.isLiveIn(block, register));
        }
        assertEquals(found.size(), liveness.liveInCount(block, 0) + liveness.liveInCount(block, 1));
        checkKills(function, liveness, block, liveIn);
      }
    }
  }

  private static List<Set<Integer>> solve(final MachineFunction function) {
    final List<Set<Integer>> liveIn =
        IntStream.range(0, function.blockCount())
            .<Set<Integer>>mapToObj(block -> new HashSet<>())
            .toList();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = function.blockCount() - 1; block >= 0; block--) {
        final Set<Integer> live = liveOut(function, block, liveIn);
        for (int at = function.endInstruction(block) - 1;
            at >= function.firstInstruction(block);
            at--) {
          step(function, at, live);
        }
        for (int index = 0; index < function.parameterCount(block); index++) {
          live.remove(function.parameter(block, index));
        }
        changed |= liveIn.get(block).addAll(live);
      }
    }
    return liveIn;
  }

  private static Set<Integer> liveOut(
      final MachineFunction function, final int block, final List<Set<Integer>> liveIn) {
    final Set<Integer> live = new HashSet<>();
    for (int index = 0; index < function.successorCount(block); index++) {
      final int edge = function.successorEdge(block, index);
      live.addAll(liveIn.get(function.edgeTarget(edge)));
      for (int at = 0; at < function.argumentCount(edge); at++) {
        live.add(function.argument(edge, at));
      }
    }
    return live;
  }

  private static void step(final MachineFunction function, final int at, final Set<Integer> live) {
    for (int index = 0; index < function.operandCount(at); index++) {
      if (Operand.isDefinition(function.operand(at, index))) {
        live.remove(Operand.register(function.operand(at, index)));
      }
    }
    for (int index = 0; index < function.operandCount(at); index++) {
      if (!Operand.isDefinition(function.operand(at, index))) {
        live.add(Operand.register(function.operand(at, index)));
      }
    }
  }

  private static void checkKills(
      final MachineFunction function,
      final Liveness liveness,
      final int block,
      final List<Set<Integer>> liveIn) {
    final Set<Integer> live = liveOut(function, block, liveIn);
    for (int at = function.endInstruction(block) - 1;
        at >= function.firstInstruction(block);
        at--) {
      for (int index = 0; index < function.operandCount(at); index++) {
        final long operand = function.operand(at, index);
        final int place = function.firstOperand(at) + index;
        final boolean dead = !live.contains(Operand.register(operand));
        assertEquals(!Operand.isDefinition(operand) && dead, liveness.isKill(place));
        assertEquals(Operand.isDefinition(operand) && dead, liveness.isUnused(place));
      }
      step(function, at, live);
    }
  }
}
