package dev.sargasso.x64.announce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sargasso.testsupport.RequiresTool;
import dev.sargasso.x64.object.ObjectFile;
import dev.sargasso.x64.object.SharedObject;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shared object that we write without a linker is one, and registration goes both ways. */
final class DebuggerInterfaceTest {
  // mov $42, %eax; ret
  private static final byte[] CODE = {(byte) 0xb8, 42, 0, 0, 0, (byte) 0xc3};

  @TempDir Path folder;

  private Path library() throws IOException {
    byte[] data = {1, 2, 3, 4, 5, 6, 7, 8};
    return Files.write(folder.resolve("own.so"), SharedObject.of("answer", CODE, "bytes", data));
  }

  @Test
  void theDynamicLinkerLoadsWhatWeWrite() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup symbols = SymbolLookup.libraryLookup(library(), arena);
      assertEquals(
          42,
          (int)
              Linker.nativeLinker()
                  .downcallHandle(
                      symbols.findOrThrow("answer"), FunctionDescriptor.of(ValueLayout.JAVA_INT))
                  .invokeExact());
      assertEquals(
          0x0807060504030201L,
          symbols.findOrThrow("bytes").reinterpret(8).get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
      assertTrue(symbols.find("nothing").isEmpty());
    }
  }

  @RequiresTool("readelf")
  @Test
  void toolsReadItWithoutAComplaint() throws Exception {
    Process process =
        new ProcessBuilder("readelf", "-aW", library().toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertFalse(said.contains("Warning") || said.contains("Error"), said);
    assertTrue(said.contains("answer") && said.contains(".dynamic"), said);
  }

  @Test
  void whatIsRegisteredCanBeTakenBackAndRegisteredAgain() throws IOException {
    byte[] object = new ObjectFile("empty.c").toBytes();
    for (int round = 0; round < 2; round++) {
      DebuggerInterface.register(object).close();
    }
    try (DebuggerInterface one = DebuggerInterface.register(object);
        DebuggerInterface other = DebuggerInterface.register(object)) {
      assertFalse(one.equals(other));
    }
  }
}
