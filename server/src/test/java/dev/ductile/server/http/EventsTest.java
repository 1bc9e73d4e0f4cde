package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.rest.Submitted;
import dev.ductile.server.accounts.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("socket")
class EventsTest {
  @Test
  void aClientGetsTheStateAndThenEachEvent() throws IOException {
    try (TestService service = new TestService();
        Socket socket = open(service, service.token(Role.VIEWER))) {
      BufferedReader reader = reader(socket);
      assertThat(next(reader)).contains("event: note", "data: {\"ids\":[\"first\"],\"notes\":[]}");

      service.events.publish("note", new Submitted(List.of("second"), List.of()));
      assertThat(next(reader)).contains("data: {\"ids\":[\"second\"],\"notes\":[]}");
    }
  }

  @Test
  void aQuietStreamHasHeartbeats() throws IOException {
    try (TestService service = new TestService();
        Socket socket = open(service, service.token(Role.VIEWER))) {
      BufferedReader reader = reader(socket);
      assertThat(reader.lines().anyMatch(": alive"::equals)).isTrue();
    }
  }

  @Test
  void aStreamOutlivesTheLimitsOfOtherRequests() throws IOException {
    Duration second = Duration.ofSeconds(1);
    HttpLimits limits = HttpLimits.usual().withTimes(second.multipliedBy(2), second, second);
    try (TestService service = new TestService(limits);
        Socket socket = open(service, service.token(Role.VIEWER))) {
      BufferedReader reader = reader(socket);
      assertThat(reader.lines().filter(": alive"::equals).limit(5)).hasSize(5);
    }
  }

  @Test
  void aSlowClientIsDisconnectedAndOthersAreNot() throws IOException {
    try (TestService service = new TestService();
        Socket slow = open(service, service.token(Role.VIEWER));
        Socket fast = open(service, service.token(Role.USER))) {
      BufferedReader reader = reader(fast);
      assertThat(next(reader)).isNotEmpty();
      next(reader(slow));
      Submitted large = new Submitted(List.of("x".repeat(100_000)), List.of());
      int published = 0;
      while (service.events.clients() == 2 && published < 2_000) {
        service.events.publish("note", large);
        assertThat(next(reader)).isNotEmpty();
        published++;
      }

      assertThat(service.events.clients()).isEqualTo(1);
    }
  }

  @Test
  void aRevokedTokenEndsItsStream() throws IOException {
    try (TestService service = new TestService()) {
      String token = service.accounts.token("alice", Role.VIEWER);
      try (Socket socket = open(service, token)) {
        BufferedReader reader = reader(socket);
        next(reader);
        service.send("DELETE", "/api/v1/tokens/" + token.substring(4, 16), token, "", "");

        assertThat(reader.lines().count()).isNotNegative();
      }
    }
  }

  @Test
  void theStreamsOfAUserAreLimited() throws IOException {
    HttpLimits limits = HttpLimits.usual().withStreams(10, 2);
    List<Socket> sockets = new ArrayList<>();
    try (TestService service = new TestService(limits)) {
      String token = service.token(Role.VIEWER);
      for (int i = 0; i < 2; i++) {
        sockets.add(open(service, token));
        next(reader(sockets.getLast()));
      }

      assertThat(service.get("/api/v1/events", token).statusCode()).isEqualTo(429);
      try (Socket other = open(service, service.token(Role.USER))) {
        assertThat(next(reader(other))).isNotEmpty();
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static Socket open(TestService service, String token) throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), service.server.address().getPort());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            """
            GET /api/v1/events HTTP/1.1
            Host: localhost
            Connection: close
            Authorization: Bearer %s

            """
                .replace("\n", "\r\n")
                .formatted(token)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The lines of the next event; chunk sizes and comments are between events. */
  private static List<String> next(BufferedReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith("id: ") || !lines.isEmpty()) {
        if (line.isEmpty()) {
          return lines;
        }
        lines.add(line);
      }
    }
    return lines;
  }
}
