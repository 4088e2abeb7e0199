package dev.sargasso.x64.allocate;

/**
 * Decides which values leave the registers, and when, so that what remains fits at every point.
 *
 * <p>Whatever a spiller decides, the plan must keep this promise, on which colouring relies: at
 * each instruction, with the values that the plan has in registers there, {@link Demand#excess} is
 * not positive for any class; and at no block's start are there more values of a class than
 * registers.
 */
interface Spiller {
  /** Plans a function's spilling. */
  SpillPlan spill(Analysis analysis);
}
