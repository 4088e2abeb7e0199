package dev.sargasso.x64.check;

import dev.sargasso.x64.machine.MachineFunction;
import java.util.Arrays;

/**
 * What is known at one point of an allocated function: for each location the set of virtual
 * registers whose value it holds.
 */
final class MachineState {
  private final ValueSets sets;
  private final MachineFunction function;
  private final int[] setOf;
  private final int[] holders;
  private final int[] occupied;
  private final int[] placeOf;
  private int occupiedCount;

  MachineState(final ValueSets sets, final MachineFunction function, final int locationCount) {
    this.sets = sets;
    this.function = function;
    setOf = new int[locationCount];
    occupied = new int[locationCount];
    placeOf = new int[locationCount];
    Arrays.fill(placeOf, -1);
    holders = new int[function.registerCount()];
  }

  /** Forgets everything. */
  void clear() {
    while (occupiedCount > 0) {
      set(occupied[occupiedCount - 1], ValueSets.EMPTY);
    }
  }

  /** How many locations hold something. */
  int occupiedCount() {
    return occupiedCount;
  }

  /** A location that holds something. */
  int occupied(final int index) {
    return occupied[index];
  }

  /** What a location holds. */
  int at(final int location) {
    return setOf[location];
  }

  /** Says what a location holds from now on. */
  void set(final int location, final int set) {
    final int old = setOf[location];
    if (old == set) {
      return;
    }
    for (int index = 0; index < sets.size(old); index++) {
      holders[sets.element(old, index)]--;
    }
    for (int index = 0; index < sets.size(set); index++) {
      holders[sets.element(set, index)]++;
    }
    setOf[location] = set;
    if (old == ValueSets.EMPTY) {
      placeOf[location] = occupiedCount;
      occupied[occupiedCount++] = location;
    } else if (set == ValueSets.EMPTY) {
      final int last = occupied[--occupiedCount];
      occupied[placeOf[location]] = last;
      placeOf[last] = placeOf[location];
      placeOf[location] = -1;
    }
  }

  /** A value gets a new definition: no location holds it any more. */
  void forget(final int register) {
    for (int index = occupiedCount - 1; index >= 0 && holders[register] > 0; index--) {
      final int location = occupied[index];
      set(location, sets.without(setOf[location], register));
    }
  }

  /** A value is written to a location, and is nowhere else. */
  void define(final int location, final int register) {
    forget(register);
    set(location, sets.of(register));
  }

  /** The first bytes of a location are copied to another. */
  void copy(final int from, final int to, final int width) {
    int set = setOf[from];
    for (int index = sets.size(set) - 1; index >= 0; index--) {
      final int register = sets.element(set, index);
      if (function.width(register) > width) {
        set = sets.without(set, register);
      }
    }
    set(to, set);
  }
}
