/**
 * Object files and assembly files: one unit of translation on its way to the system's linker.
 *
 * <p>{@link dev.sargasso.x64.object.ObjectSink} is what the compiler writes to. {@link
 * dev.sargasso.x64.object.ObjectFile} makes an ELF relocatable object of it, {@link
 * dev.sargasso.x64.object.AssemblyFile} the text from which the system's assembler makes the same
 * sections; code memory in this process is a third sink. Which section something goes to, and which
 * references are settled without the linker, is decided the same way for all.
 */
@NullMarked
package dev.sargasso.x64.object;

import org.jspecify.annotations.NullMarked;
