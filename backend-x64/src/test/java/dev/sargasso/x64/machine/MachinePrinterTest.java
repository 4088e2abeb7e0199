package dev.sargasso.x64.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sargasso.x64.allocate.AllocatorOptions;
import dev.sargasso.x64.allocate.RegisterAllocator;
import org.junit.jupiter.api.Test;

/** What a function looks like in dumps, before and after allocation. */
class MachinePrinterTest {
  private static MachineFunction example() {
    final MachineFunction function = new MachineFunction("example");
    final int entry = function.newBlock(1, 0);
    final int exit = function.newBlock(1, 0);
    final int phi = function.newRegister(PhysicalRegister.GENERAL, 8);
    function.addParameter(exit, phi);
    final int in = function.newRegister(PhysicalRegister.GENERAL, 8);
    final int five = function.newRegister(PhysicalRegister.GENERAL, 8);
    final int sum = function.newRegister(PhysicalRegister.GENERAL, 8);
    function.beginBlock(entry);
    // Last one first, as a selector that works backward makes them.
    function.addInstruction(3, -1);
    final int add = function.addInstruction(2, -1);
    function.defineReuse(sum, 1);
    function.use(in);
    function.useRegisterOrStack(five);
    function.setFlags(add, MachineFunction.COMMUTATIVE);
    final int constant = function.addInstruction(1, -1);
    function.define(five);
    function.setImmediate(constant, 5);
    function.setFlags(constant, MachineFunction.REMATERIALISABLE);
    function.addInstruction(0, -1);
    function.defineFixed(in, PhysicalRegister.RDI);
    function.endBlockReversed();
    function.addArgument(function.addEdge(entry, exit), sum);
    function.beginBlock(exit);
    function.addInstruction(4, -1);
    function.useFixed(phi, PhysicalRegister.RAX);
    function.endBlock();
    function.finish();
    MachineVerifier.verify(function);
    return function;
  }

  private static String name(final int opcode) {
    return new String[] {"enter", "constant", "add", "jump", "return"}[opcode];
  }

  @Test
  void before() {
    assertEquals(
        """
        machine example
        b0:  ; frequency 1.0, depth 0
              0  v1@rdi = enter
              1  v2 = constant #5 rematerialisable
              2  v3=1 = add v1, v2/m commutative
              3  jump
                 -> b1(v3)
        b1(v0):  ; frequency 1.0, depth 0
              4  return v0@rax
        """,
        MachinePrinter.print(example(), MachinePrinterTest::name));
  }

  @Test
  void after() {
    assertEquals(
        """
        machine example
          ; 0 bytes in 0 slots
        b0:  ; frequency 1.0, depth 0
              0  v1@rdi:rdi = enter
                 rax <- again 1 (8)
              2  v3=1:rdi = add v1:rdi, v2/m:rax commutative
                 rax <- rdi (8)
              3  jump
                 -> b1(v3)
        b1(v0):  ; frequency 1.0, depth 0
              4  return v0@rax:rax
        """,
        MachinePrinter.print(
            new RegisterAllocator(AllocatorOptions.DEFAULT).allocate(example()),
            MachinePrinterTest::name));
  }
}
