package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.Json;
import dev.ductile.rest.QueueRequest;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The event {@code cluster} of the event stream of a real server. */
@Tag("process")
final class ClusterEventsServerTest {
  private static final int CHANGES = 100;

  /** An event is sent one second after a change; a busy machine may be late, never early. */
  private static final Duration LEAST_PAUSE = Duration.ofMillis(900);

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private DuctileServer server;
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

  private record Arrival(long nanos, double weight) {}

  @BeforeEach
  void start() throws IOException {
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerSettings.of(Nodes.uniform(1, Resources.gpus(4))),
                    Catalog.installed(),
                    folder.resolve("data"))
                .withJobsThatEnd());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void manyChangesBecomeOneEventASecondAndTheLastOneIsNeverMissing() throws Exception {
    try (Client admin = AdminClient.of(server)) {
      Thread reader = Thread.ofVirtual().start(() -> follow(admin));
      List<Arrival> seen = new ArrayList<>(List.of(next()));
      for (int weight = 1; weight <= CHANGES; weight++) {
        var keys = Json.MAPPER.createObjectNode().put("weight", weight);
        admin.put(ResourcePath.of("queues", "night"), new QueueRequest(keys), Accepted.class);
      }
      while (seen.getLast().weight() < CHANGES) {
        seen.add(next());
      }
      reader.join(LONGEST_WAIT);

      assertThat(seen).hasSizeLessThan(CHANGES / 2);
      for (int i = 2; i < seen.size(); i++) {
        assertThat(Duration.ofNanos(seen.get(i).nanos() - seen.get(i - 1).nanos()))
            .isGreaterThan(LEAST_PAUSE);
        assertThat(seen.get(i).weight()).isGreaterThanOrEqualTo(seen.get(i - 1).weight());
      }
    }
  }

  private Arrival next() throws InterruptedException {
    Arrival arrival = arrivals.poll(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    if (arrival == null) {
      throw new AssertionError("no event of the cluster within " + LONGEST_WAIT);
    }
    return arrival;
  }

  private void follow(Client client) {
    try {
      client
          .events()
          .follow(
              event -> {
                double weight =
                    event.name().equals("cluster") ? weight(event.as(ClusterView.class)) : -1;
                if (weight >= 0) {
                  arrivals.add(new Arrival(System.nanoTime(), weight));
                }
                return weight < CHANGES;
              },
              1,
              _ -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static double weight(ClusterView cluster) {
    return cluster.queues().stream()
        .filter(queue -> queue.name().equals("night"))
        .mapToDouble(QueueView::weight)
        .findFirst()
        .orElse(0);
  }
}
