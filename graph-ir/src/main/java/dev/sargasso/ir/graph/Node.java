package dev.sargasso.ir.graph;

import dev.sargasso.ir.type.Stamp;
import dev.sargasso.ir.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One operation, its inputs and its uses.
 *
 * <p>The class is final and there is one for all operations; the first three inputs and two uses
 * are fields, the rest overflow arrays. Measured against a class per operation and against
 * index-linked arrays, this costs the least time for graphs of the size of real functions. Every
 * input edge knows its place in the use list of the input, and every use its input slot, so that
 * rewiring an edge takes constant time, also for a constant with a hundred thousand uses.
 *
 * <p>Only {@link Graph} changes nodes.
 */
public final class Node {
  private static final Node[] NO_NODES = {};
  private static final int[] NO_INTS = {};

  private int id;
  private Op op;
  private Type type;
  private long immediate;
  private @Nullable Object attribute;
  private @Nullable Stamp stamp;
  private int position;

  private int inputCount;
  private @Nullable Node input0;
  private @Nullable Node input1;
  private @Nullable Node input2;
  // Where this edge stands in the use list of the input.
  private int place0;
  private int place1;
  private int place2;
  private @Nullable Node[] moreInputs = NO_NODES;
  private int[] morePlaces = NO_INTS;

  private int useCount;
  private @Nullable Node user0;
  private @Nullable Node user1;
  // Which input slot of the user the edge is.
  private int userSlot0;
  private int userSlot1;
  private @Nullable Node[] moreUsers = NO_NODES;
  private int[] moreUserSlots = NO_INTS;

  /** Whether this node is in the value-numbering table. */
  boolean numbered;

  /** What has happened since this was last simplified, see {@link Graph#isSettled}. */
  byte unsettled;

  /** It is raw, left for later, without use, or an input of it has no other use any more. */
  static final byte POSTPONED = 1;

  /** It has another input: rules about its users may look at that. */
  static final byte CHANGED = 2;

  /** The graph has it among its pending nodes. */
  static final byte PENDING = 4;

  Node(int id, Op op, Type type, long immediate, @Nullable Object attribute, int position) {
    this.id = id;
    this.op = op;
    this.type = type;
    this.immediate = immediate;
    this.attribute = attribute;
    this.position = position;
  }

  /** Becomes another node; only for one that is dead and that nobody has seen. */
  void becomeNew(
      int newId,
      Op newOp,
      Type newType,
      long newImmediate,
      @Nullable Object newAttribute,
      int newPosition) {
    id = newId;
    op = newOp;
    type = newType;
    immediate = newImmediate;
    attribute = newAttribute;
    position = newPosition;
    stamp = null;
    unsettled = 0;
  }

  /** Dense number within the graph, from 0; never reused while the node lives. */
  public int id() {
    return id;
  }

  /** What this node does; {@link Op#DEAD} once it has left the graph. */
  public Op op() {
    return op;
  }

  /** The type of the result. */
  public Type type() {
    return type;
  }

  /** The 64-bit immediate; what it means depends on the operation. */
  public long immediate() {
    return immediate;
  }

  /** The symbolic attribute, or null where the operation has none. */
  public @Nullable Object attribute() {
    return attribute;
  }

  /** What is known of the value beyond its type, or null for nothing. */
  public @Nullable Stamp stamp() {
    return stamp;
  }

  /**
   * Records what is known of the value; the caller answers for its truth. Users hear nothing of it,
   * see {@link Graph#stampChanged}.
   */
  public void setStamp(@Nullable Stamp stamp) {
    this.stamp = stamp;
  }

  /** Packed source position, see {@code dev.sargasso.ir.program.Position}; 0 for none. */
  public int position() {
    return position;
  }

  void setPosition(int position) {
    this.position = position;
  }

  /** Whether this node is still in its graph. */
  public boolean isAlive() {
    return op != Op.DEAD;
  }

  /** Whether this is a CONSTANT. */
  public boolean isConstant() {
    return op == Op.CONSTANT;
  }

  /** Whether this is an integer or pointer CONSTANT of canonical value {@code value}. */
  public boolean isConstant(long value) {
    return op == Op.CONSTANT && immediate == value && type.isGeneral();
  }

  // ------------------------------------------------------------------ inputs

  /** Number of inputs, control and memory included. */
  public int inputCount() {
    return inputCount;
  }

  /**
   * Input number {@code i}. Only an optional control input may be absent; read that with {@link
   * #control}.
   */
  public Node input(int i) {
    Node input = inputOrNull(i);
    if (input == null) {
      throw new IllegalStateException("input " + i + " of " + this + " is absent");
    }
    return input;
  }

  /** Input number {@code i}, or null where it is absent. */
  public @Nullable Node inputOrNull(int i) {
    if (i >= inputCount) {
      throw new IndexOutOfBoundsException("input " + i + " of " + this);
    }
    return switch (i) {
      case 0 -> input0;
      case 1 -> input1;
      case 2 -> input2;
      default -> moreInputs[i - 3];
    };
  }

  /** The control input, or null if the operation has none or it is absent. */
  public @Nullable Node control() {
    return op.hasControl() ? input0 : null;
  }

  /** The memory input; only for operations that have one. */
  public Node memory() {
    return input(op.memoryInput());
  }

  /** Value input number {@code i}, counted behind control and memory. */
  public Node value(int i) {
    return input(op.firstValue() + i);
  }

  /** Number of value inputs. */
  public int valueCount() {
    return inputCount - op.firstValue();
  }

  // -------------------------------------------------------------------- uses

  /** Number of input edges that point here. */
  public int useCount() {
    return useCount;
  }

  /** The user of use number {@code i}; a user with two such inputs appears twice. */
  public Node user(int i) {
    if (i >= useCount) {
      throw new IndexOutOfBoundsException("use " + i + " of " + this);
    }
    Node user =
        switch (i) {
          case 0 -> user0;
          case 1 -> user1;
          default -> moreUsers[i - 2];
        };
    if (user == null) {
      throw new IllegalStateException("use " + i + " of " + this + " is absent");
    }
    return user;
  }

  /** The input slot by which {@code user(i)} uses this node. */
  public int userSlot(int i) {
    return switch (i) {
      case 0 -> userSlot0;
      case 1 -> userSlot1;
      default -> moreUserSlots[i - 2];
    };
  }

  /** The projection {@code index} of this tuple, or null. Linear in the number of uses. */
  public @Nullable Node projection(int index) {
    for (int i = 0; i < useCount; i++) {
      Node user = user(i);
      if (user.op == Op.PROJECTION && user.immediate == index) {
        return user;
      }
    }
    return null;
  }

  // ----------------------------------------------------- edits, for Graph only

  void appendInput(@Nullable Node input) {
    int slot = inputCount++;
    if (slot >= 3 && slot - 3 == moreInputs.length) {
      int capacity = Math.max(4, 2 * moreInputs.length);
      moreInputs = Arrays.copyOf(moreInputs, capacity);
      morePlaces = Arrays.copyOf(morePlaces, capacity);
    }
    link(slot, input);
  }

  void reserveInputs(int count) {
    if (count > 3 && moreInputs.length < count - 3) {
      moreInputs = Arrays.copyOf(moreInputs, count - 3);
      morePlaces = Arrays.copyOf(morePlaces, count - 3);
    }
  }

  void replaceInput(int slot, @Nullable Node input) {
    unlink(slot);
    link(slot, input);
  }

  /** Removes input {@code slot}; later inputs move down by one. Linear in their number. */
  void removeInput(int slot) {
    unlink(slot);
    for (int i = slot; i + 1 < inputCount; i++) {
      Node moved = inputOrNull(i + 1);
      int place = place(i + 1);
      setInputField(i, moved, place);
      if (moved != null) {
        moved.setUserSlot(place, i);
      }
    }
    setInputField(inputCount - 1, null, 0);
    inputCount--;
  }

  /** Removes the inputs that {@code removed} marks; the others move down. Linear in all. */
  void removeInputs(boolean[] removed) {
    int kept = 0;
    for (int i = 0; i < inputCount; i++) {
      if (removed[i]) {
        unlink(i);
        continue;
      }
      if (kept < i) {
        Node moved = inputOrNull(i);
        int place = place(i);
        setInputField(kept, moved, place);
        setInputField(i, null, 0);
        if (moved != null) {
          moved.setUserSlot(place, kept);
        }
      }
      kept++;
    }
    inputCount = kept;
  }

  void unlinkAllInputs() {
    for (int i = 0; i < inputCount; i++) {
      unlink(i);
    }
    inputCount = 0;
    moreInputs = NO_NODES;
    morePlaces = NO_INTS;
  }

  /** Leaves the graph; a replacement is remembered for those who still hold this node. */
  void die(@Nullable Node replacement) {
    op = Op.DEAD;
    input0 = replacement;
    inputCount = replacement == null ? 0 : 1;
  }

  void setImmediate(long newImmediate) {
    immediate = newImmediate;
  }

  void becomeLoop() {
    op = Op.LOOP;
  }

  void becomeRegion() {
    op = Op.REGION;
  }

  private void link(int slot, @Nullable Node input) {
    setInputField(slot, input, input == null ? 0 : input.addUse(this, slot));
  }

  private void unlink(int slot) {
    Node input = inputOrNull(slot);
    if (input != null) {
      input.removeUse(place(slot));
      setInputField(slot, null, 0);
    }
  }

  private int place(int slot) {
    return switch (slot) {
      case 0 -> place0;
      case 1 -> place1;
      case 2 -> place2;
      default -> morePlaces[slot - 3];
    };
  }

  private void setInputField(int slot, @Nullable Node input, int place) {
    switch (slot) {
      case 0 -> {
        input0 = input;
        place0 = place;
      }
      case 1 -> {
        input1 = input;
        place1 = place;
      }
      case 2 -> {
        input2 = input;
        place2 = place;
      }
      default -> {
        moreInputs[slot - 3] = input;
        morePlaces[slot - 3] = place;
      }
    }
  }

  private void setPlace(int slot, int place) {
    switch (slot) {
      case 0 -> place0 = place;
      case 1 -> place1 = place;
      case 2 -> place2 = place;
      default -> morePlaces[slot - 3] = place;
    }
  }

  private void setUserSlot(int place, int slot) {
    switch (place) {
      case 0 -> userSlot0 = slot;
      case 1 -> userSlot1 = slot;
      default -> moreUserSlots[place - 2] = slot;
    }
  }

  private void setUseField(int place, @Nullable Node user, int slot) {
    switch (place) {
      case 0 -> {
        user0 = user;
        userSlot0 = slot;
      }
      case 1 -> {
        user1 = user;
        userSlot1 = slot;
      }
      default -> {
        moreUsers[place - 2] = user;
        moreUserSlots[place - 2] = slot;
      }
    }
  }

  private int addUse(Node user, int slot) {
    int place = useCount++;
    if (place >= 2 && place - 2 == moreUsers.length) {
      int capacity = Math.max(4, 2 * moreUsers.length);
      moreUsers = Arrays.copyOf(moreUsers, capacity);
      moreUserSlots = Arrays.copyOf(moreUserSlots, capacity);
    }
    setUseField(place, user, slot);
    return place;
  }

  private void removeUse(int place) {
    int last = useCount - 1;
    if (place != last) {
      Node moved = user(last);
      int slot = userSlot(last);
      setUseField(place, moved, slot);
      moved.setPlace(slot, place);
    }
    setUseField(last, null, 0);
    useCount--;
  }

  /** As {@code v12}, the name in dumps. */
  @Override
  public String toString() {
    return "v" + id;
  }
}
