package dev.ductile.server.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.engines.supervision.Secrets;
import dev.ductile.rest.Json;
import dev.ductile.scenario.job.Hook;
import dev.ductile.scenario.job.JobMoment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("socket")
class NotifierTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final JobId JOB = new JobId("resnet");
  private static final Secrets SECRETS =
      (owner, name) ->
          owner.equals("ann") && name.equals("hook") ? Optional.of("key-1") : Optional.empty();
  private static final DeliverySettings BRISK =
      new DeliverySettings(
          true, Duration.ofSeconds(5), List.of(Duration.ofMillis(10), Duration.ofMillis(10)), 10);

  private final BlockingQueue<Post> posts = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> answers = new ArrayBlockingQueue<>(10);
  private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
  private HttpServer receiver;

  private record Post(String body, String signature) {
    JsonNode json() throws IOException {
      return Json.MAPPER.readTree(body);
    }
  }

  @BeforeEach
  void aReceiver() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    receiver.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          posts.add(
              new Post(
                  body, String.valueOf(exchange.getRequestHeaders().getFirst(Webhooks.SIGNATURE))));
          int status = Optional.ofNullable(answers.poll()).orElse(204);
          if (status == 302) {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    receiver.start();
  }

  @AfterEach
  void close() {
    receiver.stop(0);
  }

  @Test
  void theChangesThatTheUserNamedArePostedWithASignature()
      throws IOException, InterruptedException, GeneralSecurityException {
    try (Notifier notifier = notifier(BRISK)) {
      notifier.watch(JOB, "ann", hooks(List.of(JobMoment.STARTED, JobMoment.FAILED)));
      Allocation where = Allocation.on(new NodeId("node-0"), Size.workers(2));
      notifier.happened(new Event.Allocated(NOW, JOB, 1, Allocation.NONE, where));
      notifier.happened(new Event.Crashed(NOW, JOB, 1, 0, "out of memory"));
      notifier.happened(new Event.Failed(NOW, JOB, "no restarts left"));
      notifier.happened(new Event.Failed(NOW, new JobId("other"), "unknown to it"));

      Post started = next();
      assertThat(started.json().path("change").asText()).isEqualTo("started");
      assertThat(started.json().path("owner").asText()).isEqualTo("ann");
      assertThat(started.signature())
          .isEqualTo("sha256=" + Webhooks.signature("key-1", started.body().getBytes(UTF_8)));
      Post failed = next();
      assertThat(failed.json().path("job").asText()).isEqualTo("resnet");
      assertThat(failed.json().path("change").asText()).isEqualTo("failed");
      assertThat(failed.json().path("message").asText()).isEqualTo("no restarts left");
    }
    assertThat(posts).isEmpty();
  }

  @Test
  void anAttemptIsRepeatedAfterAnErrorOfTheServerAndNotAfterARefusal() throws Exception {
    answers.addAll(List.of(503, 500, 204, 404, 302));
    try (Notifier notifier = notifier(BRISK)) {
      notifier.watch(JOB, "ann", hooks(JobMoment.ENDS));
      notifier.happened(new Event.Finished(NOW, JOB));
      next();
      next();
      next();
      notifier.watch(JOB, "ann", hooks(JobMoment.ENDS));
      notifier.happened(new Event.Finished(NOW, JOB));
      next();

      assertThat(notes.poll(20, TimeUnit.SECONDS))
          .isEqualTo(
              "the webhook of job resnet at 127.0.0.1 was not told that it has succeeded: the answer was 404");
      notifier.watch(JOB, "ann", hooks(JobMoment.ENDS));
      notifier.happened(new Event.Finished(NOW, JOB));
      next();
      assertThat(notes.poll(20, TimeUnit.SECONDS)).endsWith("the answer was 302");
    }
    assertThat(posts).as("no redirection is followed").isEmpty();
  }

  @Test
  void addressesInsideTheNetworkAreNotContacted() throws InterruptedException {
    try (Notifier notifier = notifier(DeliverySettings.DEFAULT)) {
      notifier.watch(JOB, "ann", hooks(JobMoment.ENDS));
      notifier.happened(new Event.Finished(NOW, JOB));

      assertThat(notes.poll(20, TimeUnit.SECONDS))
          .endsWith("127.0.0.1 is an address inside this network");
    }
    assertThat(posts).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1", "localhost", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254",
        "0.0.0.0", "0.1.2.3", "100.64.0.1", "[::1]", "[fd00::1]", "[fe80::1]",
        "[::ffff:127.0.0.1]", "2130706433"
      })
  void aHostInsideTheNetworkIsRecognised(String host) {
    assertThat(PublicAddress.complaint(host)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"93.184.215.14", "100.128.0.1", "[2606:2800:220:1::1]"})
  void aPublicHostIsAllowed(String host) {
    assertThat(PublicAddress.complaint(host)).isEmpty();
  }

  private Post next() throws InterruptedException {
    return Optional.ofNullable(posts.poll(20, TimeUnit.SECONDS)).orElseThrow();
  }

  private Notifier notifier(DeliverySettings settings) {
    return new Notifier(settings, SECRETS, notes::add);
  }

  private List<Hook> hooks(List<JobMoment> on) {
    URI address = URI.create("http://127.0.0.1:%d/a".formatted(receiver.getAddress().getPort()));
    return List.of(new Hook(on, address, Optional.of("hook")));
  }
}
