package dev.sargasso.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PageServerTest {
  @TempDir private Path folder;

  private PageServer server() throws IOException {
    Path file = folder.resolve("a.c");
    Files.writeString(file, "int a;");
    return new PageServer(0, file, query -> "page of " + query);
  }

  private static Socket ask(PageServer server, String request, String host) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    String text = request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static String answer(PageServer server, String request, String host) throws IOException {
    try (Socket socket = ask(server, request, host)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void onlyRequestsToThisMachineAreAnswered() throws Exception {
    try (PageServer server = server()) {
      String here = "localhost:" + server.port();
      assertTrue(answer(server, "GET /?off=a%2Cb", here).endsWith("page of {off=a,b}"));
      assertTrue(answer(server, "GET /", "127.0.0.1:" + server.port()).contains(" 200 "));
      for (String host : new String[] {"evil.example", "localhost", "localhost:1", here + ".x"}) {
        assertTrue(answer(server, "GET /", host).startsWith("HTTP/1.1 403 "), host);
        assertTrue(answer(server, "GET /events", host).startsWith("HTTP/1.1 403 "), host);
      }
      assertTrue(answer(server, "POST /", here).startsWith("HTTP/1.1 405 "));
      assertTrue(answer(server, "GET /etc/passwd", here).startsWith("HTTP/1.1 404 "));
    }
  }

  @Test
  void aChangeOfTheFileIsTold() throws Exception {
    try (PageServer server = server();
        Socket socket = ask(server, "GET /events", "localhost:" + server.port());
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      assertEquals("HTTP/1.1 200 OK", line);
      while (!line.equals(":")) {
        line = reader.readLine();
      }
      Files.writeString(folder.resolve("a.c"), "int a, b;");
      while (!line.startsWith("data:")) {
        line = reader.readLine();
      }
      assertEquals("data: changed", line);
    }
  }

  @Test
  void whatCannotBeServedIsSaid() throws Exception {
    assertEquals(Main.FAILURE, Main.execute("serve", folder + "/none.c"));
    Path file = folder.resolve("b.c");
    Files.writeString(file, "int b;");
    assertEquals(Main.FAILURE, Main.execute("serve", "" + file, "--port=70000"));
    assertEquals(Main.FAILURE, Main.execute("serve", "" + file, "-O9"));
    try (PageServer server = server()) {
      assertEquals(Main.FAILURE, Main.execute("serve", "" + file, "--port=" + server.port()));
    }
  }
}
