package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.server.accounts.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that are slow, many, large, or sent by the page of a stranger. */
@Tag("socket")
class HostilityTest {
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final int CONNECTIONS = 4_000;

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "Host: localhost,                    X: y,                          401",
    "Host: 127.0.0.1:8080,               X: y,                          401",
    "Host: evil.example,                 X: y,                          421",
    "Host: localhost.evil.example,       X: y,                          421",
    "Host: localhost,                    Host: localhost,               400",
    "Host: localhost,                    Origin: http://evil.example,   403",
    "Host: localhost,                    Origin: http://localhost,      401",
    "Host: localhost,                    Origin: https://localhost,     403",
    "Host: localhost,                    Origin: null,                  403",
    "Host: localhost,                    Sec-Fetch-Site: cross-site,    403",
    "Host: localhost,                    Sec-Fetch-Site: same-origin,   401",
  })
  void strangersPagesReachNothing(String first, String second, int status) throws IOException {
    try (TestService service = new TestService();
        Socket socket = connect(service)) {
      write(
          socket,
          "GET /api/v1/identity HTTP/1.1\r\n%s\r\n%s\r\nConnection: close\r\n\r\n"
              .formatted(first, second));

      assertThat(text(socket.getInputStream())).startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void aClientThatSendsItsHeadByteByByteIsDisconnected() throws IOException {
    HttpLimits limits = HttpLimits.usual().withTimes(SHORT, SHORT, SHORT);
    try (TestService service = new TestService(limits);
        Socket socket = connect(service)) {
      long began = System.nanoTime();
      int sent = drip(socket, "GET /api/v1/identity HTTP/1.1\r\nX: " + "y".repeat(10_000));

      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isBetween(SHORT, SHORT.multipliedBy(4));
      assertThat(sent).isLessThan(10_000);
      assertThat(service.get("/api/v1/identity", service.token(Role.VIEWER)).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aClientThatSendsItsBodyByteByByteDoesNotKeepTheServerFromStopping() throws Exception {
    TestService service = new TestService();
    try (Socket socket = connect(service)) {
      URI address = service.server.address();
      write(socket, submission(service, "Content-Length: 100000"));
      drip(socket, "x".repeat(50));
      Thread client = Thread.ofVirtual().start(() -> dripUntilClosed(socket));

      service.close();

      assertThat(client.join(Duration.ofSeconds(10))).isTrue();
      assertThatThrownBy(() -> new Socket(address.getHost(), address.getPort()))
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void aClientThatSendsItsBodyByteByByteIsRefused() throws IOException {
    HttpLimits limits =
        HttpLimits.usual().withTimes(Duration.ofSeconds(20), Duration.ofSeconds(20), SHORT);
    try (TestService service = new TestService(limits);
        Socket socket = connect(service)) {
      write(socket, submission(service, "Content-Length: 100000"));
      drip(socket, "x".repeat(300));

      assertThat(text(socket.getInputStream())).startsWith("HTTP/1.1 408");
    }
  }

  @Test
  void aClientThatDoesNotReadItsAnswerIsDisconnected() throws IOException {
    HttpLimits limits = HttpLimits.usual().withTimes(Duration.ofSeconds(30), SHORT, SHORT);
    try (TestService service = new TestService(limits);
        Socket socket = connect(service)) {
      write(socket, "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000));
      LockSupport.parkNanos(SHORT.multipliedBy(3).toNanos());

      long whole = 2_000L * service.get("/openapi.json", "").body().length();
      assertThat(drain(socket)).isLessThan(whole / 2);
    }
  }

  @ParameterizedTest(name = "from {0} addresses, the server keeps at most {1}")
  @CsvSource({"1, 500", "8, 2000"})
  void thousandsOfIdleConnectionsDoNotKeepOthersOut(int addresses, int kept) throws IOException {
    HttpLimits limits = HttpLimits.usual().withConnections(2_000, 500);
    List<Socket> open = new ArrayList<>();
    try (TestService service = new TestService(limits)) {
      long before = usedMemory();
      for (int i = 0; i < CONNECTIONS; i++) {
        open.add(connect(service, 2 + i % addresses));
      }
      long began = System.nanoTime();
      assertThat(service.get("/api/v1/identity", service.token(Role.VIEWER)).statusCode())
          .isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
      assertThat(connections(service)).isLessThanOrEqualTo(kept + 1);
      assertThat(usedMemory() - before).isLessThan(200_000_000L);
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"Content-Length: 1073741824, false", "Transfer-Encoding: chunked, true"})
  void aGigabyteIsRefusedAtItsFirstMegabyte(String header, boolean isChunked) throws IOException {
    try (TestService service = new TestService();
        Socket socket = connect(service)) {
      long before = usedMemory();
      write(socket, submission(service, header));
      long sent = flood(socket, isChunked);

      assertThat(sent).isLessThan(200L * 1024 * 1024);
      assertThat(usedMemory() - before).isLessThan(100_000_000L);
      assertThat(service.get("/health/live", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aStrangersBodyIsNotRead() throws IOException {
    try (TestService service = new TestService();
        Socket socket = connect(service)) {
      write(
          socket,
          """
          POST /api/v1/jobs HTTP/1.1
          Host: localhost
          Content-Type: text/yaml
          Content-Length: 1000

          """
              .replace("\n", "\r\n"));

      byte[] answer = new byte[12];
      assertThat(socket.getInputStream().readNBytes(answer, 0, 12)).isEqualTo(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 401");
    }
  }

  private static Socket connect(TestService service) throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), service.server.address().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** Connects from one of the addresses of this machine, of which 127.0.0.1 is the first. */
  private static Socket connect(TestService service, int from) throws IOException {
    byte[] address = {127, 0, 0, (byte) from};
    return new Socket(
        InetAddress.getLoopbackAddress(),
        service.server.address().getPort(),
        InetAddress.getByAddress(address),
        0);
  }

  private static int connections(TestService service) throws IOException {
    String gauge = "ductile_http_connections ";
    return service
        .get("/metrics", service.token(Role.VIEWER))
        .body()
        .lines()
        .filter(line -> line.startsWith(gauge))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(gauge.length())))
        .findFirst()
        .orElseThrow();
  }

  private static String submission(TestService service, String header) {
    return "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/yaml\r\n"
        + "Authorization: Bearer %s\r\n%s\r\n\r\n".formatted(service.token(Role.USER), header);
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /**
   * Sends a byte every 10 ms until the server closes or all are sent. Returns how many were sent.
   */
  private static int drip(Socket socket, String text) throws IOException {
    int sent = 0;
    try {
      for (byte each : text.getBytes(StandardCharsets.ISO_8859_1)) {
        socket.getOutputStream().write(each);
        sent++;
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    } catch (SocketException e) {
      return sent;
    }
    return sent;
  }

  private static void dripUntilClosed(Socket socket) {
    try {
      drip(socket, "x".repeat(100_000));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends up to a gigabyte. Returns how many bytes the server let in. */
  private static long flood(Socket socket, boolean isChunked) throws IOException {
    byte[] block = new byte[1024 * 1024];
    long sent = 0;
    OutputStream output = socket.getOutputStream();
    try {
      while (sent < 1024L * block.length) {
        if (isChunked) {
          output.write("100000\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        output.write(block);
        if (isChunked) {
          output.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        sent += block.length;
      }
    } catch (SocketException e) {
      return sent;
    }
    return sent;
  }

  private static long drain(Socket socket) throws IOException {
    long read = 0;
    byte[] block = new byte[100_000];
    try {
      for (int n = 0; n >= 0; n = socket.getInputStream().read(block)) {
        read += n;
      }
    } catch (SocketException e) {
      return read;
    }
    return read;
  }

  private static String text(InputStream input) throws IOException {
    return new String(input.readNBytes(100_000), StandardCharsets.ISO_8859_1);
  }

  private static long usedMemory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
