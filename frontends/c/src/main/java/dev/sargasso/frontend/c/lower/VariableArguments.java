package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reading variable arguments (System V ABI for x86-64, section 3.5.7). At entry the registers that
 * may hold arguments are saved in a slot; a va_list has two offsets into it, for general and
 * floating registers, the address of the arguments on the stack, and the address of the slot.
 */
final class VariableArguments {
  private static final long GENERAL_OFFSET = 0;
  private static final long FLOATING_OFFSET = 4;
  private static final long STACK = 8;
  private static final long SAVED = 16;
  private static final int LIST_SIZE = 24;

  private static final int GENERAL_END = 48;
  private static final int FLOATING_END = 176;
  private static final int GENERAL_STEP = 8;
  private static final int FLOATING_STEP = 16;
  private static final long ANY = Access.of(Access.ANY_CLASS);

  private final Context context;
  private @Nullable Passing passing;
  private @Nullable StackSlot saved;

  VariableArguments(final Context context) {
    this.context = context;
  }

  /** Saves the registers, at entry of the function. */
  void save(final Passing own) {
    passing = own;
    final int position = context.definition.symbol().position();
    saved = context.newSlot("registers", FLOATING_END, 16, position);
    final Node slot = context.builder.slotAddress(saved);
    final int registers =
        Passing.GENERAL_REGISTERS - own.general() + Passing.FLOATING_REGISTERS - own.floating();
    int parameter = own.signature().parameters().size() - 1 - registers;
    for (int index = own.general(); index < Passing.GENERAL_REGISTERS; index++) {
      final Node value = context.builder.parameter(parameter++);
      context.memory.store(slot, (long) GENERAL_STEP * index, value, ANY);
    }
    for (int index = own.floating(); index < Passing.FLOATING_REGISTERS; index++) {
      final Node value = context.builder.parameter(parameter++);
      context.memory.store(slot, GENERAL_END + (long) FLOATING_STEP * index, value, ANY);
    }
  }

  /** Points a va_list to the first variable argument. */
  void begin(final Expression.BeginArguments begin) {
    final Passing own = Objects.requireNonNull(passing);
    final Node list = context.values.of(begin.list());
    context.at(begin.position());
    final long general = (long) GENERAL_STEP * own.general();
    final long floating = GENERAL_END + (long) FLOATING_STEP * own.floating();
    context.memory.store(list, GENERAL_OFFSET, number(general), ANY);
    context.memory.store(list, FLOATING_OFFSET, number(floating), ANY);
    final int rest = own.signature().parameters().size() - 1;
    context.memory.store(list, STACK, context.builder.parameter(rest), ANY);
    final Node slot = context.builder.slotAddress(Objects.requireNonNull(saved));
    context.memory.store(list, SAVED, slot, ANY);
  }

  /** Copies a va_list. */
  void copy(final Expression.CopyArguments copy) {
    final Node target = context.values.of(copy.target());
    final Node source = context.values.of(copy.source());
    context.at(copy.position());
    context.memory.copy(target, source, LIST_SIZE);
  }

  private Node number(final long value) {
    return context.graph.constant(Type.I32, value);
  }

  /** The next argument, a scalar. */
  Node scalar(final Expression.NextArgument next) {
    final Node list = context.values.of(next.list());
    context.at(next.position());
    final Type type = context.scalar(next.type(), next.position());
    final int address = context.builder.newVariable(Type.PTR);
    final int inRegisters = context.builder.newBlock();
    final int onStack = context.builder.newBlock();
    final int after = context.builder.newBlock();
    final boolean floating = type.isFloat();
    final long field = floating ? FLOATING_OFFSET : GENERAL_OFFSET;
    final int step = floating ? FLOATING_STEP : GENERAL_STEP;
    final int end = floating ? FLOATING_END : GENERAL_END;
    final Node offset = context.memory.load(Type.I32, list, field, ANY);
    context.builder.branch(leaves(offset, end, step), inRegisters, onStack);
    context.builder.seal(inRegisters);
    context.builder.seal(onStack);

    context.builder.setBlock(inRegisters);
    context.builder.write(address, savedAt(list, offset));
    advance(list, field, offset, step);
    context.builder.jump(after);

    context.builder.setBlock(onStack);
    context.builder.write(address, takeFromStack(list, GENERAL_STEP, GENERAL_STEP));
    context.builder.jump(after);

    context.builder.seal(after);
    context.builder.setBlock(after);
    return context.memory.load(type, context.builder.read(address), 0, ANY);
  }

  /** Whether an offset leaves room for so many bytes before an end. */
  private Node leaves(final Node offset, final int end, final int bytes) {
    return context.builder.compare(Op.ULE, offset, number((long) end - bytes));
  }

  private Node savedAt(final Node list, final Node offset) {
    final Node area = context.memory.load(Type.PTR, list, SAVED, ANY);
    return context.builder.offset(area, context.builder.unary(Op.ZERO_EXTEND, Type.I64, offset));
  }

  private void advance(final Node list, final long field, final Node offset, final int step) {
    final Node moved = context.builder.binary(Op.ADD, Type.I32, offset, number(step));
    context.memory.store(list, field, moved, ANY);
  }

  /** The address of the next argument on the stack, behind which the list then points. */
  private Node takeFromStack(final Node list, final long size, final int alignment) {
    Node place = context.memory.load(Type.PTR, list, STACK, ANY);
    if (alignment > GENERAL_STEP) {
      final Node number = context.builder.unary(Op.BITCAST, Type.I64, place);
      final Node more = context.graph.constant(Type.I64, alignment - 1L);
      final Node raised = context.builder.binary(Op.ADD, Type.I64, number, more);
      final Node mask = context.graph.constant(Type.I64, -alignment);
      final Node rounded = context.builder.binary(Op.AND, Type.I64, raised, mask);
      place = context.builder.unary(Op.BITCAST, Type.PTR, rounded);
    }
    final long words = (size + GENERAL_STEP - 1) / GENERAL_STEP;
    context.memory.store(list, STACK, context.memory.at(place, words * GENERAL_STEP), ANY);
    return place;
  }

  /** The next argument, a structure. */
  RecordValue record(final Expression.NextArgument next) {
    final CType type = next.type();
    final Node list = context.values.of(next.list());
    context.at(next.position());
    final Passing.Way way = Passing.of(type, List.of(type), false).arguments().getFirst();
    if (!(way instanceof Passing.Way.Pieces pieces)) {
      return new RecordValue.InMemory(takeFromStack(list, type.size(), type.alignment()), ANY);
    }
    final StackSlot slot =
        context.newPaddedSlot("argument", type.size(), type.alignment(), next.position());
    final Node target = context.builder.slotAddress(slot);
    final int inRegisters = context.builder.newBlock();
    final int onStack = context.builder.newBlock();
    final int after = context.builder.newBlock();
    final Node general = context.memory.load(Type.I32, list, GENERAL_OFFSET, ANY);
    final Node floating = context.memory.load(Type.I32, list, FLOATING_OFFSET, ANY);
    final int count = pieces.types().size();
    final int floats = (int) pieces.types().stream().filter(Type::isFloat).count();
    // There have to be registers for all pieces, or none is in a register.
    final Node fits =
        context.builder.binary(
            Op.AND,
            Type.I1,
            leaves(general, GENERAL_END, (count - floats) * GENERAL_STEP),
            leaves(floating, FLOATING_END, floats * FLOATING_STEP));
    context.builder.branch(fits, inRegisters, onStack);
    context.builder.seal(inRegisters);
    context.builder.seal(onStack);

    context.builder.setBlock(inRegisters);
    takePieces(list, pieces, general, floating, target);
    context.builder.jump(after);

    context.builder.setBlock(onStack);
    context.memory.copy(target, takeFromStack(list, type.size(), type.alignment()), type.size());
    context.builder.jump(after);

    context.builder.seal(after);
    context.builder.setBlock(after);
    return new RecordValue.InMemory(target, ANY);
  }

  private void takePieces(
      final Node list,
      final Passing.Way.Pieces pieces,
      final Node general,
      final Node floating,
      final Node target) {
    int generalBytes = 0;
    int floatingBytes = 0;
    for (int index = 0; index < pieces.types().size(); index++) {
      final Type piece = pieces.types().get(index);
      final boolean isFloat = piece.isFloat();
      final Node base = savedAt(list, isFloat ? floating : general);
      final int place = isFloat ? floatingBytes : generalBytes;
      final Node value = context.memory.load(piece, base, place, ANY);
      context.memory.store(target, 8L * index, value, ANY);
      floatingBytes += isFloat ? FLOATING_STEP : 0;
      generalBytes += isFloat ? 0 : GENERAL_STEP;
    }
    advance(list, GENERAL_OFFSET, general, generalBytes);
    advance(list, FLOATING_OFFSET, floating, floatingBytes);
  }
}
