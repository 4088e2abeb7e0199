package dev.sargasso.x64.emit;

import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Register;
import dev.sargasso.x64.machine.AllocatedFunction;
import dev.sargasso.x64.machine.Location;
import dev.sargasso.x64.machine.MachineFunction;
import dev.sargasso.x64.machine.Operand;
import dev.sargasso.x64.select.Opcode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operands of the instruction in work, in the assembler's terms. */
final class Operands {
  private final Assembler assembler;
  private final Frame frame;
  private final Address address = new Address();
  private @Nullable AllocatedFunction allocated;
  private @Nullable MachineFunction function;
  private int instruction;
  private int opcode;
  private int result = Location.NONE;

  Operands(Assembler assembler, Frame frame) {
    this.assembler = assembler;
    this.frame = frame;
  }

  /** Starts another function. */
  void reset(AllocatedFunction newAllocated) {
    allocated = newAllocated;
    function = newAllocated.function();
  }

  /** Moves to an instruction. */
  void enter(int newInstruction) {
    instruction = newInstruction;
    opcode = function().opcode(newInstruction);
    result = Location.NONE;
  }

  /** Moves to an instruction that is executed once more with its result somewhere else. */
  void enterAgain(int newInstruction, int newResult) {
    enter(newInstruction);
    result = newResult;
  }

  private MachineFunction function() {
    return Objects.requireNonNull(function);
  }

  private AllocatedFunction allocated() {
    return Objects.requireNonNull(allocated);
  }

  int instruction() {
    return instruction;
  }

  int opcode() {
    return opcode;
  }

  int width() {
    return Opcode.width(opcode);
  }

  int source() {
    return Opcode.source(opcode);
  }

  long immediate() {
    return function().immediate(instruction);
  }

  Object attribute() {
    return Objects.requireNonNull(function().attribute(instruction));
  }

  int count() {
    return function().operandCount(instruction);
  }

  /** Where an operand is. */
  int location(int operand) {
    return operand == 0 && result != Location.NONE
        ? result
        : allocated().location(instruction, operand);
  }

  /** The index of the first operand that is a use. */
  int firstUse() {
    int operand = 0;
    while (Operand.isDefinition(function().operand(instruction, operand))) {
      operand++;
    }
    return operand;
  }

  /** The number of an operand's register within its class. */
  int register(int operand) {
    return location(operand) & 15;
  }

  /** Whether an operand is in a register, not in a spill slot. */
  boolean isRegister(int operand) {
    return Location.isRegister(location(operand));
  }

  /** Whether an operand's value is read from the register that {@code location} is. */
  boolean reads(int firstOperand, int location) {
    for (int i = firstOperand; i < count(); i++) {
      if (location(i) == location) {
        return true;
      }
    }
    return false;
  }

  /** The spill slot that an operand is in. */
  Address spilled(int operand) {
    return spill(location(operand));
  }

  /** The memory of a spill slot. */
  Address spill(int location) {
    return address.set(Register.RSP, frame.ofSpill(Location.slotOf(location)));
  }

  /** The instruction's address, whose registers are its last operands. */
  Address address() {
    int operand = count();
    int index = Register.NONE;
    int base = Register.NONE;
    if (Opcode.hasIndex(opcode)) {
      index = register(--operand);
    }
    if (Opcode.hasBase(opcode)) {
      base = register(--operand);
    }
    int displacement = Opcode.displacement(immediate());
    int scale = Opcode.scale(opcode);
    return switch (Opcode.anchor(opcode)) {
      case Opcode.SYMBOL -> address.setSymbol((String) attribute(), displacement);
      case Opcode.GOT -> address.setGotSlot((String) attribute());
      case Opcode.STACK_SLOT ->
          address.set(
              Register.RSP, index, scale, frame.ofSlot((StackSlot) attribute()) + displacement);
      case Opcode.INCOMING ->
          address.set(Register.RSP, index, scale, frame.ofIncoming() + displacement);
      case Opcode.OUTGOING -> address.set(Register.RSP, index, scale, displacement);
      case Opcode.CONSTANT ->
          address.setLabel(assembler.constant(immediate(), width() / 8, width() / 8), 0);
      case Opcode.CONSTANT_TWICE ->
          address.setLabel(assembler.constant128(immediate(), upperHalf()), 0);
      default -> encodable(base, index, scale, displacement);
    };
  }

  /** The upper half of a constant of 16 bytes. */
  private long upperHalf() {
    return function().attribute(instruction) instanceof Long half ? half : immediate();
  }

  /** Registers alone: an index that is not scaled may stand as base. */
  private Address encodable(int base, int index, int scale, int displacement) {
    if (base == Register.NONE && index != Register.NONE && scale == 1) {
      return address.set(index, displacement);
    }
    return address.set(base, index, scale, displacement);
  }

  /** The address of a slot of its own alignment, before it is rounded down. */
  Address alignedSlot() {
    return address.set(Register.RSP, frame.ofAlignedSlot((StackSlot) attribute()));
  }
}
