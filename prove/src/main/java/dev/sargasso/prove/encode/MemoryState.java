package dev.sargasso.prove.encode;

import com.microsoft.z3.ArraySort;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.BoolSort;
import com.microsoft.z3.Expr;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contents of memory, part by part: each alias class has one array for all that others may
 * reach, and one for each stack slot whose address does not escape. Immutable.
 *
 * <p>A part that is null is as it was when the function began. A state of one class means something
 * only in the parts of that class.
 */
final class MemoryState implements Value {
  private final NamedObjects objects;
  private final @Nullable Expr<ArraySort<BitVecSort, BitVecSort>>[] bytes;
  private final @Nullable Expr<ArraySort<BitVecSort, BoolSort>>[] unspecified;

  private MemoryState(
      NamedObjects objects,
      @Nullable Expr<ArraySort<BitVecSort, BitVecSort>>[] bytes,
      @Nullable Expr<ArraySort<BitVecSort, BoolSort>>[] unspecified) {
    this.objects = objects;
    this.bytes = bytes;
    this.unspecified = unspecified;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static MemoryState initial(NamedObjects objects) {
    return new MemoryState(objects, new Expr[objects.partCount()], new Expr[objects.partCount()]);
  }

  NamedObjects objects() {
    return objects;
  }

  Expr<ArraySort<BitVecSort, BitVecSort>> bytes(int part) {
    Expr<ArraySort<BitVecSort, BitVecSort>> known = bytes[part];
    return known != null ? known : objects.initialBytes(part);
  }

  Expr<ArraySort<BitVecSort, BoolSort>> unspecified(int part) {
    Expr<ArraySort<BitVecSort, BoolSort>> known = unspecified[part];
    return known != null ? known : objects.initialUnspecified(part);
  }

  /** Whether no byte of the part is unspecified. */
  boolean isSpecified(int part) {
    return unspecified[part] == null && objects.isShared(part);
  }

  MemoryState with(
      int part,
      Expr<ArraySort<BitVecSort, BitVecSort>> newBytes,
      @Nullable Expr<ArraySort<BitVecSort, BoolSort>> newUnspecified) {
    MemoryState copy = new MemoryState(objects, bytes.clone(), unspecified.clone());
    copy.bytes[part] = newBytes;
    if (newUnspecified != null) {
      copy.unspecified[part] = newUnspecified;
    }
    return copy;
  }

  /** The state in which a callee has left memory: what it cannot reach is as before. */
  MemoryState afterCall(Expr<BitVecSort> event) {
    MemoryState copy = new MemoryState(objects, bytes.clone(), unspecified.clone());
    for (int part = 0; part < bytes.length; part++) {
      if (objects.isShared(part)) {
        copy.bytes[part] = objects.afterCall(part, event);
        copy.unspecified[part] = null;
      }
    }
    return copy;
  }

  /** This, but with the parts of one class from another state. */
  MemoryState withClass(int aliasClass, MemoryState other) {
    MemoryState copy = new MemoryState(objects, bytes.clone(), unspecified.clone());
    for (int part = 0; part < bytes.length; part++) {
      if (objects.classOf(part) == aliasClass) {
        copy.bytes[part] = other.bytes[part];
        copy.unspecified[part] = other.unspecified[part];
      }
    }
    return copy;
  }

  static MemoryState choose(Terms terms, BoolExpr condition, MemoryState a, MemoryState b) {
    if (a == b) {
      return a;
    }
    MemoryState copy = new MemoryState(a.objects, a.bytes.clone(), a.unspecified.clone());
    for (int part = 0; part < a.bytes.length; part++) {
      if (!Objects.equals(a.bytes[part], b.bytes[part])) {
        copy.bytes[part] = terms.choose(condition, a.bytes(part), b.bytes(part));
      }
      if (!Objects.equals(a.unspecified[part], b.unspecified[part])) {
        copy.unspecified[part] = terms.choose(condition, a.unspecified(part), b.unspecified(part));
      }
    }
    return copy;
  }
}
