package dev.sargasso.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves one page, made anew for each request, on the loopback interface only, and tells those who
 * show it when a file changes. Only requests that name this machine as their host are answered: a
 * page from elsewhere whose name has been made to lead here does not.
 */
final class PageServer implements AutoCloseable {
  private static final long LOOK_MILLIS = 250;
  private static final long HEARTBEAT_MILLIS = 15_000;

  /** Makes the page. */
  interface Renderer {
    /**
     * The page as HTML.
     *
     * @param query the parameters of the request
     */
    String page(Map<String, String> query);
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Renderer renderer;
  private final Path file;
  private final Object change = new Object();
  private long version;
  private boolean isOpen = true;

  /**
   * Starts to serve.
   *
   * @param port 0 for any that is free
   * @param file whose changes are told
   * @throws IOException if the port is taken
   */
  PageServer(int port, Path file, Renderer renderer) throws IOException {
    this.renderer = renderer;
    this.file = file;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    threads.execute(this::watch);
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    synchronized (change) {
      isOpen = false;
      change.notifyAll();
    }
    server.stop(0);
    threads.shutdownNow();
  }

  // ---------------------------------------------------------------- requests

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      if (!isOurs(exchange.getRequestHeaders().getFirst("Host"))) {
        send(exchange, 403, "text/plain", "this server answers to localhost only\n");
        return;
      }
      if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, "text/plain", "only GET is answered\n");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/" -> page(exchange);
        case "/events" -> events(exchange);
        default -> send(exchange, 404, "text/plain", "there is only /\n");
      }
    }
  }

  private boolean isOurs(@Nullable String host) {
    return host != null
        && List.of("localhost:" + port(), "127.0.0.1:" + port(), "[::1]:" + port()).contains(host);
  }

  private void page(HttpExchange exchange) throws IOException {
    Map<String, String> query = new HashMap<>();
    String text = exchange.getRequestURI().getRawQuery();
    if (text != null) {
      for (String part : text.split("&", -1)) {
        int equals = part.indexOf('=');
        if (equals > 0) {
          query.put(part.substring(0, equals), decoded(part.substring(equals + 1)));
        }
      }
    }
    String page;
    synchronized (renderer) {
      page = renderer.page(query);
    }
    send(exchange, 200, "text/html", page);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  // ------------------------------------------------------------------ changes

  /** Server-sent events: one for each change, and now and then nothing, to see who has gone. */
  private void events(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
    long seen;
    synchronized (change) {
      seen = version;
    }
    while (true) {
      boolean isChanged;
      synchronized (change) {
        if (isOpen && version == seen) {
          try {
            change.wait(HEARTBEAT_MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
          }
        }
        if (!isOpen) {
          return;
        }
        isChanged = version != seen;
        seen = version;
      }
      out.write((isChanged ? "data: changed\n\n" : ":\n\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  private String state() {
    try {
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    } catch (IOException e) {
      // Editors replace files; for a moment there is none.
      return "";
    }
  }

  private void watch() {
    String before = state();
    while (true) {
      synchronized (change) {
        try {
          // Only close() and this thread itself end the wait early.
          change.wait(LOOK_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
        if (!isOpen) {
          return;
        }
      }
      String now = state();
      if (!now.equals(before) && !now.isEmpty()) {
        before = now;
        synchronized (change) {
          version++;
          change.notifyAll();
        }
      }
    }
  }
}
