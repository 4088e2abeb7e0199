package dev.sargasso.passes.inline;

/**
 * How large code may grow by inlining. Sizes are in about instructions.
 *
 * @param small callees up to this size are always inlined: they are no larger than the call
 * @param frequent callees up to this size are inlined where the caller calls them several times, as
 *     in a loop
 * @param ordinary the same for calls elsewhere
 * @param only callees up to this size are inlined if this is the only call of a local function
 * @param growth a caller may become this many times as large
 * @param room but every caller may become this large
 * @param recursionSize a function that calls itself is copied into itself up to this size; 0 for
 *     not at all
 * @param recursionDepth and this many times over at most
 */
public record InlineLimits(
    int small,
    int frequent,
    int ordinary,
    int only,
    int growth,
    int room,
    int recursionSize,
    int recursionDepth) {
  /** What is worth it without making code much larger. */
  public static final InlineLimits NORMAL = new InlineLimits(8, 40, 20, 2000, 2, 600, 120, 7);

  /** Larger code for a little more speed. */
  public static final InlineLimits LARGE = new InlineLimits(8, 120, 50, 4000, 3, 1500, 240, 8);

  /** Only what makes code smaller. */
  public static final InlineLimits SMALL = new InlineLimits(6, 6, 6, 2000, 1, 60, 0, 0);
}
