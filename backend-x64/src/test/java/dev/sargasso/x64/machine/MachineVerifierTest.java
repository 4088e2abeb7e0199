package dev.sargasso.x64.machine;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Malformed machine functions are refused with a message that says where and why. */
class MachineVerifierTest {
  private static int value(final MachineFunction function) {
    return function.newRegister(PhysicalRegister.GENERAL, 8);
  }

  private static void refused(final String why, final Consumer<MachineFunction> body) {
    final MachineFunction function = new MachineFunction("bad");
    function.newBlock(1, 0);
    function.beginBlock(0);
    body.accept(function);
    function.endBlock();
    function.finish();
    final String message =
        assertThrows(IllegalStateException.class, () -> MachineVerifier.verify(function))
            .getMessage();
    assertTrue(message.contains("bad") && message.contains(why), message);
  }

  @Test
  void operands() {
    refused(
        "never defined",
        function -> {
          function.addInstruction(1, -1);
          function.use(value(function));
        });
    refused(
        "does not reach",
        function -> {
          final int value = value(function);
          function.addInstruction(1, -1);
          function.use(value);
          function.addInstruction(1, -1);
          function.define(value);
        });
    refused(
        "defined twice",
        function -> {
          final int value = value(function);
          function.addInstruction(1, -1);
          function.define(value);
          function.define(value);
        });
    refused(
        "fixed register",
        function -> {
          function.addInstruction(1, -1);
          function.defineFixed(value(function), PhysicalRegister.RSP);
        });
    refused(
        "two definitions in rax",
        function -> {
          function.addInstruction(1, -1);
          function.defineFixed(value(function), PhysicalRegister.RAX);
          function.defineFixed(value(function), PhysicalRegister.RAX);
        });
    refused(
        "two values in rcx",
        function -> {
          final int one = value(function);
          final int other = value(function);
          function.addInstruction(1, -1);
          function.define(one);
          function.define(other);
          function.addInstruction(2, -1);
          function.useFixed(one, PhysicalRegister.RCX);
          function.useFixed(other, PhysicalRegister.RCX);
        });
    refused(
        "reuses",
        function -> {
          function.addInstruction(1, -1);
          function.defineReuse(value(function), 0);
        });
    refused(
        "register of a use",
        function -> {
          final int one = value(function);
          function.addInstruction(1, -1);
          function.define(one);
          function.addInstruction(2, -1);
          function.useFixed(one, PhysicalRegister.RCX);
          function.defineEarlyFixed(value(function), PhysicalRegister.RCX);
        });
  }

  @Test
  void flags() {
    refused(
        "move",
        function -> {
          final int at = function.addInstruction(1, -1);
          function.define(value(function));
          function.setFlags(at, MachineFunction.MOVE);
        });
    refused(
        "rematerialised",
        function -> {
          final int at = function.addInstruction(1, -1);
          function.define(value(function));
          function.defineEarly(value(function));
          function.setFlags(at, MachineFunction.REMATERIALISABLE);
        });
    refused(
        "commutative",
        function -> {
          final int at = function.addInstruction(1, -1);
          function.define(value(function));
          function.setFlags(at, MachineFunction.COMMUTATIVE);
        });
  }

  @Test
  void controlFlow() {
    final MachineFunction function = new MachineFunction("critical");
    for (int block = 0; block < 3; block++) {
      function.newBlock(1, 0);
    }
    function.addEdge(0, 1);
    function.addEdge(0, 2);
    function.addEdge(1, 2);
    for (int block = 0; block < 3; block++) {
      function.beginBlock(block);
      function.addInstruction(1, -1);
      function.endBlock();
    }
    function.finish();
    final IllegalStateException fault =
        assertThrows(IllegalStateException.class, () -> MachineVerifier.verify(function));
    assertTrue(fault.getMessage().contains("critical edge to block 2"), fault.getMessage());
  }
}
