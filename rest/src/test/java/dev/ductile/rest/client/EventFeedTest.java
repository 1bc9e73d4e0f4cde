package dev.ductile.rest.client;

import static dev.ductile.rest.client.TestServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.Problem;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class EventFeedTest {
  @Test
  void eventsHaveNamesIdsAndLines() throws IOException {
    var reader =
        new EventReader(
            new StringReader(
                ": hello\n\nid: 7\nevent: job\ndata: {\"a\":\ndata: 1}\n\ndata: x\r\n\r\ndata: cut"),
            "");

    assertThat(reader.next()).contains(new ServerEvent("message", "", ""));
    assertThat(reader.next()).contains(new ServerEvent("job", "7", "{\"a\":\n1}"));
    assertThat(reader.next()).contains(new ServerEvent("message", "7", "x"));
    assertThat(reader.next()).isEmpty();
  }

  @Test
  void aLostConnectionGoesOnBehindItsLastEvent() throws Exception {
    var ids = new CopyOnWriteArrayList<String>();
    var lost = new ArrayList<String>();
    var got = new ArrayList<String>();
    try (var server =
            new TestServer(exchange -> {
              String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
              ids.add(String.valueOf(last));
              int next = last == null ? 1 : Integer.parseInt(last) + 1;
              stream(exchange, "id: %d\nevent: job\ndata: %d\n\n".formatted(next, next));
            });
        Client client = server.client()) {
      client
          .events()
          .follow(
              event -> {
                got.add(event.data());
                return got.size() < 3;
              },
              5,
              lost::add);

      assertThat(got).containsExactly("1", "2", "3");
      assertThat(ids).containsExactly("null", "1", "2");
      assertThat(lost).hasSize(2).allMatch(line -> line.contains("ended the connection"));
    }
  }

  @Test
  void anEventIsADocument() {
    Instant at = Instant.parse("2026-01-02T03:04:05Z");
    var event = new ServerEvent("job", "1", "{\"at\":\"2026-01-02T03:04:05Z\",\"new\":1}");

    assertThat(event.as(Accepted.class)).isEqualTo(new Accepted(at));
  }

  @Test
  void aRefusalEndsTheFeed() throws IOException {
    var denied = new Problem("denied", "Denied", 403, "no right to see this", List.of());
    try (var server = new TestServer(exchange -> answer(exchange, 403, denied));
        Client client = server.client()) {
      assertThatThrownBy(() -> client.events().follow(_ -> true, 5, _ -> {}))
          .isInstanceOf(ProblemException.class)
          .hasMessage("no right to see this");
    }
  }

  @Test
  void aServerThatStaysAwayEndsTheFeedAfterAllTries() throws IOException {
    Connection connection;
    try (var server = new TestServer(exchange -> stream(exchange, ""))) {
      connection =
          new Connection(
              server.address(),
              Optional.empty(),
              Optional.empty(),
              java.time.Duration.ofSeconds(5));
    }
    var lost = new ArrayList<String>();
    try (var client = new Client(connection, _ -> {})) {
      assertThatThrownBy(() -> client.events().follow(_ -> true, 3, lost::add))
          .isInstanceOf(UnreachableException.class);
      assertThat(lost).hasSize(3);
    }
  }

  private static void stream(HttpExchange exchange, String text) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
  }
}
