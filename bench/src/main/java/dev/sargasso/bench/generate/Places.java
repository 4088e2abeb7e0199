package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names objects, elements, members and what pointers point to; all of them exist when named. */
final class Places {
  private final Dice dice;
  private final Scope scope;
  private final Expressions expressions;

  Places(Dice dice, Scope scope, Expressions expressions) {
    this.dice = dice;
    this.scope = scope;
    this.expressions = expressions;
  }

  /** Something to read, of any type. */
  Optional<Expression> readable() {
    return any(scope.items());
  }

  /** Something of floating type to read. */
  Optional<Expression> readableFloat() {
    for (int attempt = 0; attempt < 8; attempt++) {
      Optional<Expression> place = any(scope.items());
      if (place.isPresent() && place.get().type().isFloat()) {
        return place;
      }
    }
    return Optional.empty();
  }

  /** Something that may be assigned to. */
  Optional<Expression> writable() {
    List<Item> candidates = new ArrayList<>();
    for (Item item : scope.items()) {
      boolean assignable =
          switch (item) {
            case Item.Variable variable -> variable.assignable();
            case Item.Array array -> array.assignable();
            case Item.Pointer pointer -> true;
            case Item.Aggregate aggregate -> true;
          };
      if (assignable) {
        candidates.add(item);
      }
    }
    return any(candidates);
  }

  /** A variable of scalar type that may be assigned to, named directly. */
  Optional<Item.Variable> variable() {
    List<Item.Variable> candidates = new ArrayList<>();
    for (Item.Variable variable : scope.all(Item.Variable.class)) {
      if (variable.assignable()) {
        candidates.add(variable);
      }
    }
    return candidates.isEmpty() ? Optional.empty() : Optional.of(dice.pick(candidates));
  }

  private Optional<Expression> any(List<Item> items) {
    return items.isEmpty() ? Optional.empty() : Optional.of(of(dice.pick(items)));
  }

  private Expression of(Item item) {
    return switch (item) {
      case Item.Variable variable -> ofVariable(variable);
      case Item.Array array -> element(array);
      case Item.Pointer pointer -> new Expression("(*" + pointer.name() + ")", pointer.type());
      case Item.Aggregate aggregate ->
          member(aggregate.name() + (aggregate.pointed() ? "->" : "."), aggregate.type());
    };
  }

  private Expression ofVariable(Item.Variable variable) {
    Scalar type = variable.type();
    boolean bytes = variable.assignable() && variable.lasting() && !type.isFloat() && type.bits > 8;
    if (bytes && dice.percent(4)) {
      return new Expression(
          "((uint8_t *)&" + variable.name() + ")[" + expressions.index(type.bits / 8, 0) + "]",
          Scalar.U8);
    }
    return new Expression(variable.name(), type);
  }

  private Expression element(Item.Array array) {
    String row = array.rows() == 1 ? "" : "[" + expressions.index(array.rows(), 1) + "]";
    return new Expression(
        array.name() + row + "[" + expressions.index(array.length(), 1) + "]", array.type());
  }

  private Expression member(String prefix, Item.Structure type) {
    Item.Field field = dice.pick(type.fields());
    String text = prefix + field.name();
    if (field.nested().isPresent()) {
      return member(text + ".", field.nested().get());
    }
    if (field.length() > 0) {
      text += "[" + expressions.index(field.length(), 1) + "]";
    }
    return new Expression(text, field.type());
  }

  // --------------------------------------------------------------- addresses

  /** The address of an object of this type that outlives the activation's pointers to it. */
  Optional<String> address(Scalar type) {
    List<String> candidates = new ArrayList<>();
    for (Item item : scope.items()) {
      switch (item) {
        case Item.Variable variable -> {
          if (variable.type() == type && variable.assignable() && variable.lasting()) {
            candidates.add("&" + variable.name());
          }
        }
        case Item.Array array -> {
          if (array.type() == type && array.assignable()) {
            candidates.add("&" + element(array).text());
          }
        }
        case Item.Pointer pointer -> {
          if (pointer.type() == type) {
            candidates.add(pointer.name());
          }
        }
        case Item.Aggregate aggregate -> {
          Expression member =
              member(aggregate.name() + (aggregate.pointed() ? "->" : "."), aggregate.type());
          if (member.type() == type) {
            candidates.add("&" + member.text());
          }
        }
      }
    }
    return candidates.isEmpty() ? Optional.empty() : Optional.of(dice.pick(candidates));
  }

  /** The address of the first of at least {@code length} elements of this type. */
  Optional<String> start(Scalar type, int length) {
    List<String> candidates = new ArrayList<>();
    for (Item.Array array : scope.all(Item.Array.class)) {
      if (array.type() == type && array.length() >= length && array.assignable()) {
        String row = array.rows() == 1 ? "" : "[" + expressions.index(array.rows(), 0) + "]";
        candidates.add(array.name() + row);
        if (array.length() > length) {
          candidates.add("&" + array.name() + row + "[" + (array.length() - length) + "]");
        }
      }
    }
    return candidates.isEmpty() ? Optional.empty() : Optional.of(dice.pick(candidates));
  }

  /** A structure of this type, or where {@code pointed} the address of one. */
  Optional<String> structure(Item.Structure type, boolean pointed) {
    List<String> candidates = new ArrayList<>();
    for (Item.Aggregate aggregate : scope.all(Item.Aggregate.class)) {
      if (aggregate.type().equals(type)) {
        String operator = aggregate.pointed() == pointed ? "" : pointed ? "&" : "*";
        candidates.add(operator + aggregate.name());
      }
    }
    return candidates.isEmpty() ? Optional.empty() : Optional.of(dice.pick(candidates));
  }

  /** Whether a pointer equals an address. */
  Optional<String> pointerComparison() {
    List<Item.Pointer> pointers = scope.all(Item.Pointer.class);
    if (pointers.isEmpty()) {
      return Optional.empty();
    }
    Item.Pointer pointer = dice.pick(pointers);
    return address(pointer.type())
        .map(address -> "(" + pointer.name() + dice.pick(" == ", " != ") + address + ")");
  }
}
