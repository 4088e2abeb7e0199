package dev.sargasso.ir.debug;

/**
 * A variable with static storage.
 *
 * @param name as the source has it
 * @param symbol the linker's name
 * @param position where it is declared, packed
 * @param sourceFile the file that the position refers to
 * @param isGlobal whether other units can see it
 */
public record GlobalDescription(
    String name,
    String symbol,
    SourceType type,
    int position,
    String sourceFile,
    boolean isGlobal) {}
