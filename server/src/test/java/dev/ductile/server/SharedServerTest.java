package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.DecidedChange;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server with two queues of 70:30 and elastic jobs of real processes. */
@Tag("process")
class SharedServerTest {
  private static final int MOST_POLLS = 600;

  @TempDir private Path folder;
  private DuctileServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("server.yaml"),
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 10}}]}
            policy: max-min
            queues: [{name: research, weight: 70}, {name: teaching, weight: 30}]
            """);
    Catalog catalog = Catalog.installed();
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerFile.read(file, catalog, Nodes.uniform(1, Resources.gpus(10))),
                    catalog,
                    folder.resolve("data"))
                .withJobsThatEnd());
    client = AdminClient.of(server);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void aBorrowedShareIsBackInOneDecisionAndThenBothQueuesRunAtTheirShares() {
    submit("research");
    awaitRunning(Map.of("research", 10));

    submit("teaching");
    awaitRunning(Map.of("research", 7, "teaching", 3));

    DecisionView first =
        client
            .list(
                ResourcePath.of("decisions").with("job", "teaching").with("changed", true),
                DecisionView.class)
            .items()
            .getLast();
    Map<String, Integer> given = new TreeMap<>();
    first.changes().forEach(change -> given.put(change.job(), change.to().workers()));
    assertThat(given).isEqualTo(Map.of("research", 7, "teaching", 3));
    assertThat(first.changes())
        .filteredOn(change -> change.job().equals("research"))
        .extracting(DecidedChange::reason)
        .allSatisfy(reason ->
            assertThat(reason.sentence())
                .startsWith(
                    "gives resources back, because queue research held more than its share of 7"
                        + " gpu"));
  }

  private void submit(String queue) {
    String file =
        "{name: %s, queue: %s, command: [sleep, '300'], worker: {gpu: 1}, bounds: {workers: {min: 1, max: 20}}}"
            .formatted(queue, queue);
    assertThat(client.postYaml(ResourcePath.of("jobs"), file, Submitted.class).ids())
        .containsExactly(queue);
  }

  /** Waits until all jobs run with these workers, and no change of them is under way. */
  private void awaitRunning(Map<String, Integer> workers) {
    Map<String, Integer> found = running();
    for (int poll = 0; poll < MOST_POLLS && !found.equals(workers); poll++) {
      LockSupport.parkNanos(50_000_000);
      found = running();
    }
    assertThat(found).isEqualTo(workers);
  }

  private Map<String, Integer> running() {
    List<JobSummary> jobs = client.list(ResourcePath.of("jobs"), JobSummary.class).items();
    Map<String, Integer> workers = new TreeMap<>();
    jobs.stream()
        .filter(job -> job.state().equals("running") && !job.flags().contains("rescaling"))
        .forEach(job -> workers.put(job.id(), job.size().workers()));
    return workers;
  }
}
