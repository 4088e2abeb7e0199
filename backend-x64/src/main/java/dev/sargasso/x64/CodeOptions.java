package dev.sargasso.x64;

import dev.sargasso.x64.allocate.AllocatorOptions;
import dev.sargasso.x64.select.CpuFeatures;

/**
 * How code is generated.
 *
 * @param features what the processor can do beyond the baseline
 * @param allocator how registers are allocated
 * @param verify whether the machine function and its allocation are checked
 * @param listing whether the code keeps what it takes to be listed as assembly text
 * @param small whether code should rather be small than fast
 */
public record CodeOptions(
    CpuFeatures features,
    AllocatorOptions allocator,
    boolean verify,
    boolean listing,
    boolean small) {
  /** For any x86-64 processor, without checks. */
  public static final CodeOptions DEFAULT =
      new CodeOptions(CpuFeatures.BASELINE, AllocatorOptions.DEFAULT, false, false, false);

  /** The same but for the processor. */
  public CodeOptions with(CpuFeatures newFeatures) {
    return new CodeOptions(newFeatures, allocator, verify, listing, small);
  }

  /** The same but for the allocator. */
  public CodeOptions with(AllocatorOptions newAllocator) {
    return new CodeOptions(features, newAllocator, verify, listing, small);
  }

  /** The same but for the checks. */
  public CodeOptions withVerify(boolean newVerify) {
    return new CodeOptions(features, allocator, newVerify, listing, small);
  }

  /** The same but for the listing. */
  public CodeOptions withListing(boolean newListing) {
    return new CodeOptions(features, allocator, verify, newListing, small);
  }

  /** The same but for the choice between size and speed. */
  public CodeOptions withSmall(boolean newSmall) {
    return new CodeOptions(features, allocator, verify, listing, newSmall);
  }
}
