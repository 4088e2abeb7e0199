package dev.sargasso.x64;

import static dev.sargasso.x64.encode.Register.RAX;
import static dev.sargasso.x64.encode.Register.RBX;
import static dev.sargasso.x64.encode.Register.RCX;
import static dev.sargasso.x64.encode.Register.RDI;
import static dev.sargasso.x64.encode.Register.RDX;
import static dev.sargasso.x64.encode.Register.RSI;
import static dev.sargasso.x64.encode.Register.RSP;

import dev.sargasso.ir.program.Global;
import dev.sargasso.ir.program.Linkage;
import dev.sargasso.x64.encode.Address;
import dev.sargasso.x64.encode.Assembler;
import dev.sargasso.x64.encode.Condition;
import dev.sargasso.x64.encode.Instruction;
import dev.sargasso.x64.encode.MachineCode;
import dev.sargasso.x64.object.ObjectSink;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small programs assembled by hand, with every kind of reference that a compiler makes. */
public final class SamplePrograms {
  private final Assembler assembler = new Assembler(true);
  private final Address address = new Address();
  private final boolean constantsApart;

  /**
   * @param constantsApart whether constants go to read-only data, not behind the code
   */
  public SamplePrograms(final boolean constantsApart) {
    this.constantsApart = constantsApart;
  }

  private MachineCode finish(final String name) {
    return constantsApart ? assembler.finish(".LC." + name) : assembler.finish();
  }

  /** {@code int add(int a, int b)}. */
  public MachineCode add() {
    assembler.rm(Instruction.LEA, 32, RAX, RDI, RSI, 1, 0);
    assembler.op(Instruction.RET);
    return finish("add");
  }

  /** {@code double scale(double x)}: 2.5 x + 1, by constants. */
  public MachineCode scale() {
    final int factor = assembler.constant(Double.doubleToRawLongBits(2.5), 8, 8);
    final int one = assembler.constant(Double.doubleToRawLongBits(1), 8, 8);
    assembler.rm(Instruction.MULSD, 64, 0, address.setLabel(factor, 0));
    assembler.rm(Instruction.ADDSD, 64, 0, address.setLabel(one, 0));
    assembler.op(Instruction.RET);
    return finish("scale");
  }

  /** {@code long length(const char *s)}: calls strlen. */
  public MachineCode length() {
    assembler.ri(Instruction.SUB, 64, RSP, 8);
    assembler.call("strlen");
    assembler.ri(Instruction.ADD, 64, RSP, 8);
    assembler.op(Instruction.RET);
    return finish("length");
  }

  /** {@code long count(void)}: increments the global {@code counter} and returns it. */
  public MachineCode count() {
    assembler.m(Instruction.INC, 64, address.setSymbol("counter", 0));
    assembler.rm(Instruction.MOV, 64, RAX, address.setSymbol("counter", 0));
    assembler.op(Instruction.RET);
    return finish("count");
  }

  /** {@code long choose(int which)}: by a jump table 10, 20 or 30, otherwise -1. */
  public MachineCode choose() {
    final int[] arms = {assembler.label(), assembler.label(), assembler.label()};
    final int other = assembler.label();
    assembler.ri(Instruction.CMP, 32, RDI, 2);
    assembler.jumpIf(Condition.ABOVE, other);
    final int table = assembler.jumpTable(arms, 3);
    assembler.rm(Instruction.LEA, 64, RCX, address.setLabel(table, 0));
    assembler.rr(Instruction.MOV, 32, RDI, RDI);
    assembler.rm(Instruction.MOVSXD, 64, RAX, RCX, RDI, 4, 0);
    assembler.rr(Instruction.ADD, 64, RAX, RCX);
    assembler.r(Instruction.JMP, 64, RAX);
    for (int i = 0; i < 3; i++) {
      assembler.align(16);
      assembler.bind(arms[i]);
      assembler.moveImmediate(RAX, 10L * (i + 1));
      assembler.op(Instruction.RET);
    }
    assembler.bind(other);
    assembler.moveImmediate(RAX, -1);
    assembler.op(Instruction.RET);
    return finish("choose");
  }

  /** {@code const char *name(int i)}: from the relocated table {@code names}. */
  public MachineCode name() {
    assembler.rm(Instruction.LEA, 64, RCX, address.setSymbol("names", 0));
    assembler.rr(Instruction.MOVSXD, 64, RDI, RDI);
    assembler.rm(Instruction.MOV, 64, RAX, RCX, RDI, 8, 0);
    assembler.op(Instruction.RET);
    return finish("name");
  }

  /**
   * {@code int main(void)}: checks the other functions and prints a line to stdout by way of the
   * global offset table; returns 0 if all is well.
   */
  public MachineCode main() {
    final int bad = assembler.label();
    assembler.r(Instruction.PUSH, 64, RBX);
    assembler.call("count");
    assembler.call("count");
    assembler.ri(Instruction.CMP, 64, RAX, 43);
    assembler.jumpIf(Condition.NOT_EQUAL, bad);
    assembler.moveImmediate(RDI, 1);
    assembler.call("choose");
    assembler.rr(Instruction.MOV, 64, RBX, RAX);
    assembler.moveImmediate(RDI, 1);
    assembler.call("name");
    assembler.rr(Instruction.MOV, 64, RDX, RAX);
    assembler.rm(Instruction.MOV, 64, RAX, address.setGotSlot("stdout"));
    assembler.rm(Instruction.MOV, 64, RDI, RAX, -1, 1, 0);
    assembler.rm(Instruction.LEA, 64, RSI, address.setSymbol("format", 0));
    assembler.rr(Instruction.MOV, 32, RCX, RBX);
    assembler.rr(Instruction.XOR, 32, RAX, RAX);
    assembler.call("fprintf");
    assembler.rm(Instruction.MOV, 64, RCX, address.setSymbol("callback", 0));
    assembler.moveImmediate(RDI, 20);
    assembler.moveImmediate(RSI, 22);
    assembler.r(Instruction.CALL, 64, RCX);
    assembler.ri(Instruction.CMP, 32, RAX, 42);
    assembler.jumpIf(Condition.NOT_EQUAL, bad);
    assembler.rr(Instruction.XOR, 32, RAX, RAX);
    assembler.r(Instruction.POP, 64, RBX);
    assembler.op(Instruction.RET);
    assembler.bind(bad);
    assembler.moveImmediate(RAX, 1);
    assembler.r(Instruction.POP, 64, RBX);
    assembler.op(Instruction.RET);
    return finish("main");
  }

  /** Everything, as one unit. */
  public void define(final ObjectSink sink) {
    sink.function("add", Linkage.GLOBAL, add());
    sink.function("scale", Linkage.GLOBAL, scale());
    sink.function("length", Linkage.GLOBAL, length());
    sink.function("count", Linkage.LOCAL, count());
    sink.function("choose", Linkage.LOCAL, choose());
    sink.function("name", Linkage.LOCAL, name());
    sink.function("main", Linkage.GLOBAL, main());
    sink.global(global("counter", number(41), false, List.of()));
    sink.global(global("format", text("%s is %d\n"), true, List.of()));
    sink.global(global("red", text("red"), true, List.of()));
    sink.global(global("green", text("xgreen"), true, List.of()));
    sink.global(
        global(
            "names",
            new byte[16],
            true,
            List.of(
                new Global.DataRelocation(0, "red", 0), new Global.DataRelocation(8, "green", 1))));
    sink.global(
        new Global(
            "callback",
            8,
            8,
            new byte[0],
            List.of(new Global.DataRelocation(0, "add", 0)),
            false,
            Linkage.GLOBAL));
    sink.global(new Global("zeros", 100_000, 32, new byte[0], List.of(), false, Linkage.GLOBAL));
  }

  private static byte[] text(final String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] number(final int value) {
    return new byte[] {(byte) value, 0, 0, 0, 0, 0, 0, 0};
  }

  private static Global global(
      final String name,
      final byte[] bytes,
      final boolean readOnly,
      final List<Global.DataRelocation> relocations) {
    return new Global(name, bytes.length, 8, bytes, relocations, readOnly, Linkage.LOCAL);
  }
}
