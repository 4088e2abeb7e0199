package dev.sargasso.driver.process;

import java.util.List;

/**
 * Where compiled code was when a signal ended it.
 *
 * @param signal its number
 * @param faultAddress the address that could not be accessed, for SIGSEGV and SIGBUS
 * @param instruction the address of the instruction
 * @param stackOverflow whether the fault lies in the guard below the stack
 * @param stack the topmost words of the stack, in which return addresses can be looked for
 */
public record CrashReport(
    int signal, long faultAddress, long instruction, boolean stackOverflow, List<Long> stack) {
  /** Copies the list. */
  public CrashReport {
    stack = List.copyOf(stack);
  }
}
