package dev.sargasso.ir.interpret;

import dev.sargasso.ir.program.Position;

/**
 * Where and why a program was stopped.
 *
 * @param detail the address of a MEMORY trap, the code of a GUARD or TRAP; else 0
 * @param function the function that was running; empty if none was
 * @param node id of the node that trapped, or -1
 * @param position its packed source position, see {@link Position}; 0 for none
 * @param message what happened, in words
 */
public record Trap(
    TrapKind kind, long detail, String function, int node, int position, String message) {
  /** One line for people. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.title()).append(": ").append(message);
    if (!function.isEmpty()) {
      text.append(" in ").append(function);
    }
    if (position != Position.NONE) {
      text.append(", line ").append(Position.line(position));
    }
    if (node >= 0) {
      text.append(" (v").append(node).append(')');
    }
    return text.toString();
  }
}
