package dev.sargasso.bench.generate;

import java.util.ArrayList;
import java.util.List;

/** The statements at the end of a program that print what its objects hold. */
final class Report {
  private final Body.Names names;
  private final List<String> lines = new ArrayList<>();

  Report(Body.Names names) {
    this.names = names;
  }

  List<String> lines() {
    return lines;
  }

  /** Prints what an item holds at the end. */
  void item(Item item) {
    switch (item) {
      case Item.Variable variable -> print(variable.name(), variable.name(), variable.type());
      case Item.Array array -> {
        String i = names.fresh("i");
        String j = names.fresh("i");
        lines.add("for (int " + i + " = 0; " + i + " < " + array.rows() + "; " + i + "++)");
        lines.add("for (int " + j + " = 0; " + j + " < " + array.length() + "; " + j + "++)");
        String element = array.name() + (array.rows() == 1 ? "" : "[" + i + "]") + "[" + j + "]";
        lines.add("mix((uint64_t)" + whole(element, array.type()) + ");");
        lines.add("printf(\"%s %016lx\\n\", \"" + array.name() + "\", checksum);");
      }
      case Item.Pointer pointer -> print(pointer.name(), "*" + pointer.name(), pointer.type());
      case Item.Aggregate aggregate -> {
        if (!aggregate.pointed()) {
          members(aggregate.name() + ".", aggregate.type());
        }
      }
    }
  }

  private void members(String prefix, Item.Structure structure) {
    for (Item.Field field : structure.fields()) {
      String name = prefix + field.name();
      if (field.nested().isPresent()) {
        members(name + ".", field.nested().get());
      } else if (field.length() == 0) {
        print(name, name, field.type());
      } else {
        for (int i = 0; i < field.length(); i++) {
          String element = name + "[" + i + "]";
          lines.add("mix((uint64_t)" + whole(element, field.type()) + ");");
        }
      }
    }
  }

  private void print(String label, String text, Scalar type) {
    lines.add(
        "printf(\"%s %lx\\n\", \"" + label + "\", (unsigned long)" + whole(text, type) + ");");
  }

  /** A value as an integer. Of a float its value times 16, as the bits of a NaN are unspecified. */
  private static String whole(String text, Scalar type) {
    return type.isFloat()
        ? Prelude.fromDouble(Scalar.I64) + "((double)" + text + " * 16.0)"
        : "(" + text + ")";
  }
}
