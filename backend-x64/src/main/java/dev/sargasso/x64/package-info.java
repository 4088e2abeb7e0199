/**
 * The x86-64 back end: {@link dev.sargasso.x64.CodeGenerator} turns a scheduled function into
 * machine code.
 *
 * <p>It strings together {@code select} (instructions are chosen), {@code allocate} (registers are
 * found) and {@code emit} (bytes are written), and checks between them where {@link
 * dev.sargasso.x64.CodeOptions} asks for it. The result, a {@link
 * dev.sargasso.x64.CompiledFunction}, goes to any {@code ObjectSink}: into this process, an object
 * file, or assembly text.
 */
@NullMarked
package dev.sargasso.x64;

import org.jspecify.annotations.NullMarked;
