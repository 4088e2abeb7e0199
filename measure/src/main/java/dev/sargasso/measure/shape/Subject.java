package dev.sargasso.measure.shape;

import dev.sargasso.ir.graph.Simplifier;
import dev.sargasso.ir.program.Function;
import dev.sargasso.ir.program.Program;
import dev.sargasso.ir.random.RandomProgram;
import dev.sargasso.ir.random.RandomShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Functions of any size to compile.
 *
 * @param name on the command line and in tables
 * @param builder makes one
 */
public record Subject(String name, Builder builder) {
  /** Nodes that one statement of a random program comes to, about. */
  private static final int NODES_A_STATEMENT = 4;

  /** What makes a function. */
  @FunctionalInterface
  public interface Builder {
    /** A fresh function of about {@code nodes} nodes, always the same one. */
    Function build(int nodes, Simplifier simplifier);
  }

  /** Every shape, then {@code random}: structured functions in which everything is mixed. */
  public static List<Subject> all() {
    List<Subject> subjects = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      subjects.add(new Subject(shape.text(), shape::build));
    }
    subjects.add(new Subject("random", Subject::random));
    return subjects;
  }

  /**
   * The subject of this name.
   *
   * @throws IllegalArgumentException with a message that names all if there is none
   */
  public static Subject named(String name) {
    for (Subject subject : all()) {
      if (subject.name().equals(name)) {
        return subject;
      }
    }
    throw new IllegalArgumentException(
        "no shape is named '"
            + name
            + "'; there are "
            + String.join(", ", all().stream().map(Subject::name).toList()));
  }

  /** A program that holds one and the declaration of what it calls. */
  public Program program(int nodes, Simplifier simplifier) {
    Program program = new Program(name);
    program.declare(new Program.External(Shape.CALLEE, Bodies.CALLEE_SIGNATURE));
    program.add(builder.build(nodes, simplifier));
    return program;
  }

  private static Function random(int nodes, Simplifier simplifier) {
    RandomShape shape =
        RandomShape.STRUCTURED.withStatements(Math.max(1, nodes / NODES_A_STATEMENT));
    return Objects.requireNonNull(RandomProgram.of(1, shape, simplifier).function("f"));
  }
}
