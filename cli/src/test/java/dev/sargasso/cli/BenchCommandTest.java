package dev.sargasso.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
  @TempDir private Path folder;

  private int bench(String... more) {
    String[] arguments = new String[more.length + 4];
    String[] first = {"bench", "--rounds=1", "--warm-up=0", "--nodes=300,600"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Main.execute(arguments);
  }

  @Test
  void measuresSavesAndCompares() throws IOException {
    Path saved = folder.resolve("saved.csv");
    Path page = folder.resolve("page.html");
    Path json = folder.resolve("report.json");
    assertEquals(0, bench("--shape=diamonds", "--save", saved.toString(), "--processes=1"));
    assertTrue(Files.readString(saved).contains("diamonds 300,diamonds,"));
    // One round on this side and one process on the other are not compared.
    assertEquals(Main.FAILURE, bench("--shape=diamonds", "--against=" + saved, "--processes=1"));
    assertEquals(0, bench("--shape=diamonds", "--html=" + page, "--json=" + json));
    assertTrue(Files.readString(page).contains("<svg"));
    assertTrue(Files.readString(json).contains("\"exponents\""));
  }

  @Test
  void measuresInOtherProcesses() throws IOException {
    Path saved = folder.resolve("saved.csv");
    assertEquals(0, bench("--shape=diamonds", "--save=" + saved, "--processes=2"));
    String text = Files.readString(saved);
    assertTrue(text.contains("# a sample is one process"), text);
    assertTrue(text.contains("read,1,"), text);
  }

  @Test
  void wrongArgumentsAreRefused() {
    assertEquals(Main.FAILURE, bench());
    assertEquals(Main.FAILURE, bench("--shape=round"));
    assertEquals(Main.FAILURE, bench("--shape=diamonds", "--nodes=1"));
    assertEquals(Main.FAILURE, bench("--shape=diamonds", "--processes=0"));
    assertEquals(Main.FAILURE, bench("--shape=diamonds", "--rounds=0"));
    assertEquals(Main.FAILURE, bench(folder.resolve("none.c").toString()));
    assertEquals(
        Main.FAILURE, bench("--shape=diamonds", "--processes=1", "--against=/no/such/command"));
  }
}
