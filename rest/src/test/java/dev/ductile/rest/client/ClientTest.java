package dev.ductile.rest.client;

import static dev.ductile.rest.client.TestServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.Identity;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.LogPart;
import dev.ductile.rest.Problem;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.TokenView;
import dev.ductile.rest.WhyRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClientTest {
  private static final Identity ADA = new Identity("ada", "user", List.of(), "token");

  @Test
  void documentsAreRecords() throws IOException {
    try (var server = new TestServer(exchange -> answer(exchange, 200, ADA));
        Client client = server.client()) {
      assertThat(client.get(ResourcePath.of("identity"), Identity.class)).isEqualTo(ADA);
      assertThat(server.requests).containsExactly("GET /api/v1/identity");
      assertThat(server.tokens).containsExactly("Bearer secret-1");
    }
  }

  @Test
  void aListHasItsTypeOfItem() throws IOException {
    var token =
        new TokenView(
            "1",
            "token",
            "laptop",
            "ada",
            "user",
            List.of(),
            Instant.EPOCH,
            Optional.empty(),
            Optional.empty(),
            false);
    var page = new ListPage<>(List.of(token), Optional.of("1"), 2);
    try (var server = new TestServer(exchange -> answer(exchange, 200, page));
        Client client = server.client()) {
      assertThat(client.list(ResourcePath.of("tokens"), TokenView.class)).isEqualTo(page);
    }
  }

  @Test
  void anyTextIsOnePartOfAPath() throws IOException {
    try (var server = new TestServer(exchange -> answer(exchange, 200, ADA));
        Client client = server.client()) {
      client.get(
          ResourcePath.of("jobs", "a/../b c?").with("text", "x&y=ü").with("limit", 5),
          Identity.class);
      client.get(ResourcePath.of("jobs", ".."), Identity.class);

      assertThat(server.requests)
          .containsExactly(
              "GET /api/v1/jobs/a%2F..%2Fb%20c%3F?limit=5&text=x%26y%3D%C3%BC",
              "GET /api/v1/jobs/%2E%2E");
    }
  }

  @Test
  void aJobFileIsSentAsItWasWritten() throws IOException {
    var submitted = new Submitted(List.of("ads"), List.of());
    try (var server = new TestServer(exchange -> answer(exchange, 201, submitted));
        Client client = server.client()) {
      assertThat(client.postYaml(ResourcePath.of("jobs"), "name: ads # mine\n", Submitted.class))
          .isEqualTo(submitted);
      assertThat(server.requests).containsExactly("POST /api/v1/jobs name: ads # mine");
    }
  }

  @Test
  void aProblemHasTheSentenceOfTheServer() throws IOException {
    var problem = new Problem("conflict", "Conflict", 409, "the job ads has ended", List.of());
    try (var server = new TestServer(exchange -> answer(exchange, 409, problem));
        Client client = server.client()) {
      assertThatExceptionOfType(ProblemException.class)
          .isThrownBy(() ->
              client.post(
                  ResourcePath.of("jobs", "ads", "hold"), new WhyRequest(""), Accepted.class))
          .withMessage("the job ads has ended")
          .satisfies(thrown -> assertThat(thrown.status()).isEqualTo(409));
    }
  }

  @Test
  void anotherServerIsNamed() throws IOException {
    try (var server =
            new TestServer(exchange -> answer(exchange, 404, "text/html", "<h1>Not Found</h1>"));
        Client client = server.client()) {
      assertThatThrownBy(() -> client.get(ResourcePath.of("identity"), Identity.class))
          .isInstanceOf(UnusableAnswerException.class)
          .hasMessageContaining("status 404, and not as a Ductile server does");
    }
  }

  @Test
  void aRedirectIsNotFollowedWithTheToken() throws IOException {
    try (var server =
            new TestServer(exchange -> {
              exchange.getResponseHeaders().set("Location", "/elsewhere");
              answer(exchange, 302, "text/plain", "");
            });
        Client client = server.client()) {
      assertThatThrownBy(() -> client.get(ResourcePath.of("identity"), Identity.class))
          .isInstanceOf(UnusableAnswerException.class);
      assertThat(server.requests).hasSize(1);
    }
  }

  @Test
  void onlyRequestsThatChangeNothingAreTriedAgain() throws IOException {
    var count = new AtomicInteger();
    var pauses = new ArrayList<Duration>();
    try (var server =
            new TestServer(exchange -> {
              exchange.getResponseHeaders().set("Retry-After", "2");
              answer(exchange, count.incrementAndGet() % 3 == 0 ? 200 : 503, ADA);
            });
        Client client = server.client(pauses::add)) {
      assertThat(client.get(ResourcePath.of("identity"), Identity.class)).isEqualTo(ADA);
      assertThat(pauses).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
      assertThatThrownBy(() ->
              client.post(ResourcePath.of("jobs", "a", "hold"), new WhyRequest(""), Accepted.class))
          .isInstanceOf(ClientException.class);
      assertThat(server.requests).hasSize(4);
    }
  }

  @Test
  void aServerThatDoesNotRunIsNamedAtOnce() throws IOException {
    URI address;
    try (var server = new TestServer(exchange -> answer(exchange, 200, ADA))) {
      address = server.address();
    }
    var pauses = new ArrayList<Duration>();
    var connection =
        new Connection(address, Optional.empty(), Optional.empty(), Duration.ofSeconds(5));
    try (var client = new Client(connection, pauses::add)) {
      assertThatThrownBy(() -> client.get(ResourcePath.of("identity"), Identity.class))
          .isInstanceOf(UnreachableException.class)
          .hasMessage("no answer from %s: the connection is refused", address);
      assertThat(pauses).isEmpty();
    }
  }

  @Test
  void anUnknownNameIsNamed() {
    var connection =
        new Connection(
            URI.create("http://no-such-host.invalid"),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(20));
    try (var client = new Client(connection, _ -> {})) {
      assertThatThrownBy(client::probe)
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("the name no-such-host.invalid is unknown");
    }
  }

  @Test
  void aSlowServerIsLeftAfterTheTimeout() throws IOException {
    var released = new java.util.concurrent.CountDownLatch(1);
    try (var server =
        new TestServer(exchange -> {
          try {
            var _ = released.await(30, java.util.concurrent.TimeUnit.SECONDS);
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        })) {
      var connection =
          new Connection(
              server.address(), Optional.empty(), Optional.empty(), Duration.ofMillis(300));
      try (var client = new Client(connection, _ -> {})) {
        assertThatThrownBy(() -> client.get(ResourcePath.of("identity"), Identity.class))
            .isInstanceOf(UnreachableException.class)
            .hasMessageContaining("no answer within 1 s");
      } finally {
        released.countDown();
      }
    }
  }

  @Test
  void theClockOfTheServerIsRead() throws IOException {
    try (var server = new TestServer(exchange -> answer(exchange, 200, "text/plain", "live"));
        Client client = server.client()) {
      assertThat(client.probe().time()).isPresent();
      assertThat(client.probe().status()).isEqualTo(200);
    }
  }

  @Test
  void aTokenNeverShowsAndCannotSplitAHeader() {
    assertThat(BearerToken.of(" abc-1= \n").orElseThrow()).hasToString("(a token)");
    assertThat(BearerToken.of("abc\r\nHost: evil")).isEmpty();
    assertThat(BearerToken.of("")).isEmpty();
  }

  @Test
  void anAddressHasNoSecretsAndIsOfTheWeb() {
    for (String address : List.of("ftp://a", "http:///x", "http://u:p@a", "http://a?x", "a")) {
      assertThatThrownBy(() ->
              new Connection(
                  URI.create(address), Optional.empty(), Optional.empty(), Duration.ofSeconds(1)))
          .as(address)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("u:p");
    }
  }

  @Test
  void aLogIsFollowedToItsEndAcrossParts() throws Exception {
    String log = "step 1\nstep 2\nstep 3\n";
    var count = new AtomicInteger();
    try (var server =
            new TestServer(exchange -> {
              int from =
                  Integer.parseInt(
                      exchange.getRequestURI().getQuery().replaceFirst(".*from=(\\d+).*", "$1"));
              int most = count.incrementAndGet() < 4 ? 10 : log.length();
              int next = Math.max(from, Math.min(most, from + 7));
              answer(
                  exchange,
                  200,
                  new LogPart(log.substring(from, next), from, next, next == log.length()));
            });
        Client client = server.client()) {
      var text = new StringBuilder();
      new LogFeed(client, "ads", "worker-0", Optional.of(2), 0).follow(text::append, _ -> {}, 3);

      assertThat(text).hasToString(log);
      assertThat(server.requests.getFirst())
          .contains("task=worker-0", "generation=2", "from=0", "limit=");
    }
  }
}
