package dev.sargasso.passes.motion;

import dev.sargasso.ir.graph.Node;
import dev.sargasso.ir.type.Type;

/** {@code for (counter = 0; counter < a; counter++) { ... }}, with a sum that starts at 0. */
final class Loop {
  final int sum;
  private final Sketch sketch;
  private final int counter;
  private final int head;
  private final int after;

  /** Opens the loop; what is built next is its body. */
  Loop(Sketch sketch) {
    this.sketch = sketch;
    counter = sketch.build.newVariable(Type.I64);
    sum = sketch.build.newVariable(Type.I64);
    sketch.build.write(counter, sketch.constant(0));
    sketch.build.write(sum, sketch.constant(0));
    head = sketch.build.newBlock();
    after = sketch.build.newBlock();
    int body = sketch.build.newBlock();
    sketch.build.jump(head);
    sketch.open(head);
    sketch.build.branch(sketch.isLess(counter(), sketch.a()), body, after);
    sketch.sealed(body);
  }

  Node counter() {
    return sketch.build.read(counter);
  }

  Node sum() {
    return sketch.build.read(sum);
  }

  void accumulate(Node value) {
    sketch.build.write(sum, sketch.add(sum(), value));
  }

  /** Closes the loop; what is built next comes behind it. */
  void end() {
    sketch.build.write(counter, sketch.add(counter(), sketch.constant(1)));
    sketch.build.jump(head);
    sketch.build.seal(head);
    sketch.sealed(after);
  }
}
