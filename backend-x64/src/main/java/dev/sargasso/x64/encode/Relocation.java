package dev.sargasso.x64.encode;

/**
 * A field that can be filled only when addresses are known.
 *
 * @param offset where the field starts, in bytes from the start of the code or data that it lies in
 * @param kind what goes into the field
 * @param symbol the name of what it refers to
 * @param addend a constant to be added, in bytes
 */
public record Relocation(int offset, RelocationKind kind, String symbol, long addend) {}
