package dev.ductile.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.AdminClient;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server that sends traces to a real collector, or to none. */
@Tag("process")
final class TracedServerTest {
  private static final int MOST_POLLS = 600;

  @TempDir private Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @Test
  void eachDecisionIsATraceWithItsSteps() throws IOException {
    try (var collector = new SmallCollector();
        DuctileServer server = start(Optional.of(collector.endpoint()));
        Client client = AdminClient.of(server)) {
      submit(client, "first");
      await(() -> decisions(collector).stream().anyMatch(TracedServerTest::isOfFirst));

      Span decision =
          decisions(collector).stream()
              .filter(TracedServerTest::isOfFirst)
              .findFirst()
              .orElseThrow();
      assertThat(decision.getParentSpanId().isEmpty()).isTrue();
      assertThat(text(decision, "ductile.policy")).isEqualTo("fifo");
      assertThat(number(decision, "ductile.jobs")).isEqualTo(1);
      assertThat(number(decision, "ductile.changes")).isEqualTo(1);
      assertThat(logged(client)).contains(number(decision, "ductile.decision.number"));
      List<Span> steps = children(collector, decision);
      assertThat(steps)
          .extracting(Span::getName)
          .containsSubsequence(
              "poll", "picture", "policy", "check", "fold", "journal", "publish", "apply");
      assertFilled(decision, steps);
      assertThat(collector.received())
          .allSatisfy(resource ->
              assertThat(attributes(resource.getResource().getAttributesList()))
                  .containsEntry("service.name", "ductile"));
      assertThat(collector.received().toString()).doesNotContain("a-word-of-the-command");
    }
    assertThat(notes).noneMatch(note -> note.contains("traces"));
  }

  /** The steps follow each other without a gap, from the begin to the end of the decision. */
  private static void assertFilled(Span decision, List<Span> steps) {
    long end = decision.getStartTimeUnixNano();
    for (Span step : steps) {
      assertThat(step.getStartTimeUnixNano()).isEqualTo(end);
      assertThat(step.getEndTimeUnixNano()).isGreaterThanOrEqualTo(end);
      end = step.getEndTimeUnixNano();
    }
    assertThat(decision.getEndTimeUnixNano()).isEqualTo(end);
  }

  @Test
  void aCollectorThatIsAwayDelaysNothingAndIsNotedOnce() throws IOException {
    URI away = freeAddress();
    long begin;
    try (DuctileServer server = start(Optional.of(away));
        Client client = AdminClient.of(server)) {
      for (int job = 0; job < 5; job++) {
        submit(client, "job-" + job);
        int decided = job;
        await(() -> logged(client).size() > decided);
        LockSupport.parkNanos(Duration.ofMillis(1_200).toNanos());
      }
      await(() -> notes.stream().anyMatch(note -> note.contains("traces cannot be sent")));
      assertThat(milliseconds(client)).allMatch(time -> time < 1_000);
      begin = System.nanoTime();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    assertThat(notes.stream().filter(note -> note.contains("traces")).toList())
        .singleElement()
        .satisfies(note ->
            assertThat(note).contains(away + "/v1/traces", "ConnectException", "decisions go on"));
  }

  @Test
  void aCollectorThatNeverAnswersDelaysNothing() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      long begin;
      try (DuctileServer server =
              start(Optional.of(URI.create("http://127.0.0.1:" + silent.getLocalPort())));
          Client client = AdminClient.of(server)) {
        submit(client, "first");
        await(() -> logged(client).size() > 0);
        await(() -> notes.stream().anyMatch(note -> note.contains("traces cannot be sent")));
        submit(client, "second");
        await(() -> logged(client).size() > 1);
        assertThat(milliseconds(client)).allMatch(time -> time < 1_000);
        begin = System.nanoTime();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    }
    assertThat(notes.stream().filter(note -> note.contains("traces"))).hasSize(1);
  }

  private static URI freeAddress() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
  }

  private static boolean isOfFirst(Span decision) {
    return text(decision, "ductile.trigger").contains("job first was submitted");
  }

  private static List<Span> decisions(SmallCollector collector) {
    return collector.spans().stream().filter(span -> span.getName().equals("decision")).toList();
  }

  private static List<Span> children(SmallCollector collector, Span parent) {
    return collector.spans().stream()
        .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
        .filter(span -> span.getTraceId().equals(parent.getTraceId()))
        .toList();
  }

  private static String text(Span span, String key) {
    return String.valueOf(attributes(span.getAttributesList()).get(key));
  }

  private static long number(Span span, String key) {
    return Long.parseLong(text(span, key));
  }

  private static Map<String, String> attributes(List<KeyValue> list) {
    return list.stream()
        .collect(Collectors.toMap(KeyValue::getKey, each -> shown(each.getValue())));
  }

  private static String shown(AnyValue value) {
    return value.hasIntValue() ? String.valueOf(value.getIntValue()) : value.getStringValue();
  }

  private static List<Long> logged(Client client) {
    return log(client).stream().map(DecisionView::number).toList();
  }

  private static List<Double> milliseconds(Client client) {
    return log(client).stream().map(DecisionView::milliseconds).toList();
  }

  private static List<DecisionView> log(Client client) {
    return client.list(ResourcePath.of("decisions"), DecisionView.class).items();
  }

  private static void submit(Client client, String name) {
    String file =
        """
        {name: %s, command: [sh, -c, 'sleep 60; echo a-word-of-the-command'], worker: {gpu: 1},
        bounds: {workers: {min: 1, max: 1}}}
        """
            .formatted(name);
    assertThat(client.postYaml(ResourcePath.of("jobs"), file, Submitted.class)).isNotNull();
  }

  private static void await(BooleanSupplier condition) {
    for (int poll = 0; poll < MOST_POLLS && !condition.getAsBoolean(); poll++) {
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  private ServerSettings settings(Optional<URI> collector) throws IOException {
    Path file = folder.resolve("server.yaml");
    String tracing = collector.map("tracing: {endpoint: \"%s\"}\n"::formatted).orElse("");
    Files.writeString(
        file, "kind: server\ncluster: {nodes: [{resources: {gpu: 4}}]}\npolicy: fifo\n" + tracing);
    return ServerFile.read(file, Catalog.installed(), Nodes.uniform(1, Resources.gpus(4)));
  }

  private DuctileServer start(Optional<URI> collector) throws IOException {
    return DuctileServer.start(
        ServerOptions.of(settings(collector), Catalog.installed(), folder.resolve("data"))
            .withNotes(notes::add)
            .withJobsThatEnd());
  }
}
