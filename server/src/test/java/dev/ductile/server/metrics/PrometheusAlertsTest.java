package dev.ductile.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Json;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.AdminClient;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published alert rules in a real Prometheus that scrapes a real server, with the published
 * configuration. It needs the program prometheus on the PATH.
 */
@Tag("process")
final class PrometheusAlertsTest {
  private static final Path OPERATIONS = Path.of("..", "docs", "operations");
  private static final int MOST_POLLS = 300;

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Optional<Process> prometheus = Optional.empty();
  private DuctileServer server;
  private URI address;

  @BeforeEach
  void start() throws IOException {
    Optional<Path> program = program();
    Assumptions.assumeTrue(program.isPresent(), "Prometheus is not installed");
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerSettings.of(Nodes.uniform(1, Resources.gpus(4))),
                    Catalog.installed(),
                    folder.resolve("data"))
                .withJobsThatEnd());
    address = URI.create("http://127.0.0.1:" + freePort());
    Path config = configuration();
    prometheus =
        Optional.of(
            new ProcessBuilder(
                    program.get().toString(),
                    "--config.file=" + config,
                    "--storage.tsdb.path=" + folder.resolve("tsdb"),
                    "--web.listen-address=" + address.getAuthority(),
                    "--log.level=warn")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start());
  }

  @AfterEach
  void stop() {
    prometheus.ifPresent(process ->
        process
            .destroyForcibly()
            .onExit()
            .orTimeout(20, TimeUnit.SECONDS)
            .exceptionally(_ -> process)
            .join());
    Optional.ofNullable(server).ifPresent(DuctileServer::close);
    client.close();
  }

  @Test
  void anAlertOfJobsThatNeverStartNamesTheirQueueAndOneOfAStoppedServerFollows()
      throws IOException {
    JsonNode rules =
        await(
            "rules",
            answer -> all(answer).allMatch(rule -> rule.path("health").asText().equals("ok")));
    assertThat(all(rules)).hasSizeGreaterThanOrEqualTo(10);
    assertThat(alerts("pending").map(PrometheusAlertsTest::name)).isEmpty();
    try (Client admin = AdminClient.of(server)) {
      for (int job = 0; job < 6; job++) {
        assertThat(
                admin
                    .postYaml(
                        ResourcePath.of("jobs").with("waitForResources", "true"),
                        "{command: ['true'], queue: night, worker: {gpu: 9}}",
                        Submitted.class)
                    .ids())
            .hasSize(1);
      }
    }

    await("alerts", answer -> named(answer, "DuctileJobsInfeasible").findAny().isPresent());
    JsonNode alert = alerts("pending").toList().getFirst();
    assertThat(alert.path("labels").path("queue").asText()).isEqualTo("night");
    assertThat(alert.path("annotations").path("summary").asText())
        .isEqualTo("More than 5 jobs of queue night can never start on this cluster.");

    server.close();
    await("alerts", answer -> named(answer, "DuctileDown").findAny().isPresent());
  }

  private Path configuration() throws IOException {
    Files.copy(OPERATIONS.resolve("alerts.yaml"), folder.resolve("alerts.yaml"));
    String published = Files.readString(OPERATIONS.resolve("prometheus.yaml"));
    return Files.writeString(
        folder.resolve("prometheus.yaml"),
        "global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
            + published
                .replace("127.0.0.1:7077", server.address().getAuthority())
                .replace("ductile-token", server.folder().token().toString())
                .replaceAll("scrape_interval: \\d+s", "scrape_interval: 1s"));
  }

  private Stream<JsonNode> alerts(String state) throws IOException {
    return ask("alerts").stream()
        .flatMap(answer -> answer.path("data").path("alerts").valueStream())
        .filter(alert -> alert.path("state").asText().equals(state));
  }

  private static Stream<JsonNode> named(JsonNode answer, String alert) {
    return answer.path("data").path("alerts").valueStream().filter(one -> name(one).equals(alert));
  }

  private static String name(JsonNode alert) {
    return alert.path("labels").path("alertname").asText();
  }

  private static Stream<JsonNode> all(JsonNode answer) {
    return answer
        .path("data")
        .path("groups")
        .valueStream()
        .flatMap(group -> group.path("rules").valueStream());
  }

  private JsonNode await(String path, Predicate<JsonNode> condition) throws IOException {
    Optional<JsonNode> answer = Optional.empty();
    for (int poll = 0; poll < MOST_POLLS; poll++) {
      answer = ask(path);
      if (answer.filter(condition).isPresent()) {
        return answer.orElseThrow();
      }
      LockSupport.parkNanos(200_000_000);
    }
    throw new AssertionError(
        "%s\n%s".formatted(answer, Files.readString(folder.resolve("prometheus.log"))));
  }

  /** An answer of Prometheus; empty while it starts. */
  private Optional<JsonNode> ask(String path) {
    try {
      HttpRequest request = HttpRequest.newBuilder(address.resolve("/api/v1/" + path)).build();
      var answer = client.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Optional.of(Json.MAPPER.readTree(answer.body()))
          : Optional.empty();
    } catch (IOException starting) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<Path> program() {
    List<Path> folders = new ArrayList<>();
    Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .map(Path::of)
        .forEach(folders::add);
    return folders.stream()
        .map(bin -> bin.resolve("prometheus"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
