package dev.sargasso.frontend.c.lower;

import dev.sargasso.frontend.c.syntax.Expression;
import dev.sargasso.frontend.c.syntax.FunctionSymbol;
import dev.sargasso.frontend.c.syntax.FunctionTrait;
import dev.sargasso.frontend.c.syntax.VariableSymbol;
import dev.sargasso.frontend.c.type.CType;
import dev.sargasso.frontend.c.type.FunctionType;
import dev.sargasso.frontend.c.type.RecordType;
import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallDescriptor;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.graph.StackSlot;
import dev.sargasso.ir.type.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls, and what crosses the border of a function: arguments, parameters, results. */
final class Calls {
  private final Context context;
  private final LibraryCalls library;

  Calls(final Context context) {
    this.context = context;
    library = new LibraryCalls(context);
  }

  /** What a call gives back. */
  private record Outcome(Passing passing, Node call, @Nullable StackSlot hidden) {}

  /** Calls for the effects alone. */
  void call(final Expression.Call call) {
    if (!library.lowerEffects(call)) {
      invoke(call);
    }
  }

  /** The scalar result of a call. */
  Node scalar(final Expression.Call call) {
    final Node known = library.lower(call);
    if (known != null) {
      return known;
    }
    context.scalar(call.type(), call.position());
    final Outcome outcome = invoke(call);
    return fromPassed(context.builder.result(outcome.call(), 0), call.type());
  }

  /** The structure that a call returns. */
  RecordValue record(final Expression.Call call) {
    final Outcome outcome = invoke(call);
    if (outcome.hidden() != null) {
      return new RecordValue.InMemory(
          context.builder.slotAddress(outcome.hidden()), Access.of(Access.ANY_CLASS));
    }
    if (outcome.passing().result() instanceof Passing.Way.Pieces pieces) {
      final List<Node> values = new ArrayList<>(2);
      for (int index = 0; index < pieces.types().size(); index++) {
        values.add(context.builder.result(outcome.call(), index));
      }
      return fromPieces(pieces, values, call.type(), call.position());
    }
    final StackSlot empty = context.newSlot("empty", 1, 1, call.position());
    return new RecordValue.InMemory(
        context.builder.slotAddress(empty), Access.of(Access.ANY_CLASS));
  }

  private Outcome invoke(final Expression.Call call) {
    final FunctionType function = call.function();
    final List<CType> types = new ArrayList<>(call.arguments().size());
    for (int index = 0; index < call.arguments().size(); index++) {
      types.add(
          index < function.parameters().size()
              ? function.parameters().get(index)
              : call.arguments().get(index).type().unqualified());
    }
    final Passing passing =
        Passing.of(function.result(), types, function.variadic() || !function.prototyped());
    final List<Node> arguments = new ArrayList<>(types.size() + 2);
    final @Nullable FunctionSymbol direct =
        call.callee() instanceof Expression.FunctionName named ? named.symbol() : null;
    if (direct == null) {
      arguments.add(context.values.of(call.callee()));
    }
    @Nullable StackSlot hidden = null;
    if (passing.hiddenResult()) {
      hidden =
          context.newSlot("result", call.type().size(), call.type().alignment(), call.position());
      arguments.add(context.builder.slotAddress(hidden));
    }
    for (int index = 0; index < types.size(); index++) {
      pass(passing.arguments().get(index), call.arguments().get(index), arguments);
    }
    context.at(call.position());
    final @Nullable String symbol = direct == null ? null : context.unit.symbol(direct);
    final Node made =
        context.builder.call(
            new CallDescriptor(passing.signature(), symbol),
            direct == null ? CallFacts.NONE : facts(direct),
            arguments);
    if (direct != null && !direct.isReturning()) {
      context.builder.unreachable();
    }
    return new Outcome(passing, made, hidden);
  }

  /** What declarations of the callee promise. */
  private static long facts(final FunctionSymbol callee) {
    long facts = CallFacts.NONE;
    if (callee.has(FunctionTrait.CONST)) {
      facts |= CallFacts.CONST | CallFacts.RETURNS;
    }
    if (callee.has(FunctionTrait.PURE)) {
      facts |= CallFacts.NO_WRITES | CallFacts.RETURNS;
    }
    if (callee.has(FunctionTrait.MALLOC) && callee.type().result().isPointer()) {
      facts |= CallFacts.FRESH;
    }
    return facts;
  }

  private void pass(final Passing.Way way, final Expression argument, final List<Node> arguments) {
    switch (way) {
      case Passing.Way.Nothing _ -> context.values.effects(argument);
      case Passing.Way.Scalar(CType type) -> {
        final Node value = context.values.of(argument);
        context.at(argument.position());
        context.scalar(type, argument.position());
        arguments.add(toPassed(value, type));
      }
      case Passing.Way.Memory _ -> arguments.add(context.records.address(argument));
      case Passing.Way.Pieces pieces -> arguments.addAll(toPieces(pieces, argument));
    }
  }

  private Node toPassed(final Node value, final CType type) {
    final Type passed = Types.passed(type);
    return passed.isInteger()
        ? context.arithmetic.resize(value, passed, Types.isSigned(type))
        : value;
  }

  private Node fromPassed(final Node value, final CType type) {
    final Type own = Types.of(type);
    return own.isInteger() ? context.arithmetic.resize(value, own, false) : value;
  }

  private List<Node> toPieces(final Passing.Way.Pieces pieces, final Expression argument) {
    final RecordValue value = context.records.value(argument);
    return toPieces(pieces, value, argument.type(), argument.position());
  }

  private List<Node> toPieces(
      final Passing.Way.Pieces pieces,
      final RecordValue value,
      final CType type,
      final int position) {
    final List<Node> result = new ArrayList<>(2);
    if (value instanceof RecordValue.InNodes nodes && fits(pieces, nodes.parts())) {
      for (int index = 0; index < nodes.values().size(); index++) {
        result.add(asPiece(nodes.values().get(index), pieces.types().get(index)));
      }
      return result;
    }
    final Node address;
    if (value instanceof RecordValue.InMemory memory && isWhole(pieces)) {
      address = memory.address();
    } else {
      // The slot is padded to whole words, the object need not be.
      address = context.builder.slotAddress(context.records.spill(value, type, position));
    }
    for (int index = 0; index < pieces.types().size(); index++) {
      result.add(
          context.memory.load(
              pieces.types().get(index), address, 8L * index, Access.of(Access.ANY_CLASS)));
    }
    return result;
  }

  /** Whether the pieces read no byte behind the structure. */
  private static boolean isWhole(final Passing.Way.Pieces pieces) {
    final int last = pieces.types().size() - 1;
    return 8L * last + pieces.types().get(last).bytes() <= pieces.size();
  }

  /** Whether each piece is one part. */
  private static boolean fits(final Passing.Way.Pieces pieces, final Parts parts) {
    if (parts.count() != pieces.types().size()) {
      return false;
    }
    for (int index = 0; index < parts.count(); index++) {
      final Type part = Types.of(parts.types().get(index));
      final Type piece = pieces.types().get(index);
      if (parts.offsets().get(index) != 8L * index
          || part.bits() > piece.bits()
          || part.isFloat() != piece.isFloat()
          || (part.isFloat() && part != piece)) {
        return false;
      }
    }
    return true;
  }

  private Node asPiece(final Node value, final Type piece) {
    if (value.type() == Type.PTR) {
      return context.builder.unary(Op.BITCAST, Type.I64, value);
    }
    return piece.isFloat() ? value : context.arithmetic.resize(value, piece, false);
  }

  private Node fromPiece(final Node value, final Type part) {
    if (part == Type.PTR) {
      return context.builder.unary(Op.BITCAST, Type.PTR, value);
    }
    return part.isFloat() ? value : context.arithmetic.resize(value, part, false);
  }

  private RecordValue fromPieces(
      final Passing.Way.Pieces pieces,
      final List<Node> values,
      final CType type,
      final int position) {
    final Parts parts =
        type.unqualified() instanceof RecordType record ? Parts.members(record) : null;
    if (parts != null && fits(pieces, parts)) {
      final List<Node> own = new ArrayList<>(2);
      for (int index = 0; index < parts.count(); index++) {
        own.add(fromPiece(values.get(index), Types.of(parts.types().get(index))));
      }
      return new RecordValue.InNodes(parts, own);
    }
    final StackSlot slot = context.newPaddedSlot("value", type.size(), type.alignment(), position);
    final Node address = context.builder.slotAddress(slot);
    for (int index = 0; index < values.size(); index++) {
      context.memory.store(address, 8L * index, values.get(index), Access.of(Access.ANY_CLASS));
    }
    return new RecordValue.InMemory(address, Access.of(Access.ANY_CLASS));
  }

  /** Gives the parameters of the function in work their first values. */
  void receiveParameters(final Passing passing) {
    int next = passing.hiddenResult() ? 1 : 0;
    for (int index = 0; index < passing.arguments().size(); index++) {
      final VariableSymbol symbol = context.definition.parameters().get(index);
      context.at(symbol.position());
      switch (passing.arguments().get(index)) {
        case Passing.Way.Nothing _ -> context.placeOf(symbol);
        case Passing.Way.Scalar(CType type) -> {
          context.scalar(type, symbol.position());
          final Node value = fromPassed(context.builder.parameter(next++), type);
          context.places.write(
              context.placeOf(symbol), context.arithmetic.convert(value, type, symbol.type()));
        }
        case Passing.Way.Memory _ -> {
          // The caller made the copy for us, so it may serve as the variable itself.
          final Node address = context.builder.parameter(next++);
          context.bindParameter(symbol, address);
        }
        case Passing.Way.Pieces pieces -> {
          final List<Node> values = new ArrayList<>(2);
          for (int piece = 0; piece < pieces.types().size(); piece++) {
            values.add(context.builder.parameter(next++));
          }
          context.records.write(
              context.placeOf(symbol),
              fromPieces(pieces, values, symbol.type(), symbol.position()));
        }
      }
      if (context.description != null) {
        context.description.declare(symbol, context.placeOf(symbol));
      }
    }
  }

  /** Leaves the function with a value, or with none. */
  void giveBack(final Passing passing, final @Nullable Expression value, final int position) {
    switch (passing.result()) {
      case Passing.Way.Nothing _ -> {
        if (value != null) {
          context.values.effects(value);
        }
        context.at(position);
        context.builder.returnValues();
      }
      case Passing.Way.Scalar(CType type) -> {
        final Node result = value == null ? context.zero(Types.of(type)) : context.values.of(value);
        context.at(position);
        context.scalar(type, position);
        context.builder.returnValues(toPassed(result, type));
      }
      case Passing.Way.Memory(CType type) -> {
        final Node target = context.builder.parameter(0);
        if (value != null) {
          final RecordValue result = context.records.value(value);
          context.at(position);
          context.records.write(
              new Place.Memory(target, 0, type, Access.of(Access.ANY_CLASS)), result);
        }
        context.builder.returnValues(target);
      }
      case Passing.Way.Pieces pieces -> {
        final List<Node> results = new ArrayList<>(2);
        if (value == null) {
          for (final Type type : pieces.types()) {
            results.add(context.zero(type));
          }
        } else {
          results.addAll(toPieces(pieces, value));
        }
        context.at(position);
        context.builder.returnValues(results.toArray(new Node[0]));
      }
    }
  }
}
