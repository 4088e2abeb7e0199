package dev.sargasso.visualizer.igv;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Connects to an IGV that is running. */
public final class IgvConnection {
  /** Where IGV listens unless told otherwise. */
  public static final int DEFAULT_PORT = 4444;

  private static final int TIMEOUT_MILLIS = 5_000;

  private IgvConnection() {}

  /**
   * Connects, and reads the one byte with which IGV says that it will listen.
   *
   * @return takes one document, as in a file
   * @throws IOException if nobody listens there, or IGV refuses
   */
  public static Writer open(String host, int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      int answer = socket.getInputStream().read();
      if (answer != 'y') {
        throw new IOException("IGV at " + host + ":" + port + " does not want to listen");
      }
      return new BufferedWriter(
          new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
    } catch (ConnectException | SocketTimeoutException e) {
      socket.close();
      throw new IOException("no IGV answers at " + host + ":" + port + "; start it first", e);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
