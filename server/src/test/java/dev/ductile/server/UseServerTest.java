package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.UsageRow;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server measures the real use of its tasks, and keeps it when it restarts. */
@Tag("process")
class UseServerTest {
  private static final int MOST_POLLS = 600;

  /** Two seconds of processor time in children, and then none. */
  private static final String JOB =
      """
      name: busy
      command: [sh, -c, 'spin() { while :; do :; done; }; for child in 1 2; do (ulimit -t 1; spin) & done; wait; sleep 300']
      worker: {cpu: 2, memory: 1 GiB}
      bounds: {workers: {min: 1, max: 1}}
      """;

  @TempDir private Path folder;

  @Test
  void theUseOfAJobIsMeasuredNowAndOverTimeAndKeptInItsFinalRecord() throws IOException {
    try (DuctileServer server = server();
        Client client = AdminClient.of(server)) {
      assertThat(client.postYaml(ResourcePath.of("jobs"), JOB, Submitted.class).ids())
          .containsExactly("busy");
      await(() -> used(client) > 0.85);
      assertThat(account(client).measuredDeviceSeconds()).isPresent();
      await(() -> node(client).used().getOrDefault("memory", 0.0) > 100_000);
      assertThat(node(client).used().get("cpu")).isBetween(0.0, 2.0);
      ClusterView cluster = client.get(ResourcePath.of("cluster"), ClusterView.class);
      assertThat(cluster.resources()).allSatisfy(one -> assertThat(one.used()).isPresent());
    }
    try (DuctileServer next = server();
        Client client = AdminClient.of(next)) {
      double before = account(client).measuredDeviceSeconds().orElse(0.0);
      await(() -> account(client).measuredDeviceSeconds().orElse(0.0) > before + 5);
      assertThat(used(client)).isCloseTo(1, within(0.15));
      client.post(
          ResourcePath.of("jobs", "busy", "cancel"), new WhyRequest("done"), Accepted.class);
      await(() -> details(client).job().state().equals("cancelled"));

      JobAccount last = account(client);
      assertThat(last.usedDeviceSeconds().orElse(0.0)).isCloseTo(1, within(0.15));
      assertThat(last.measuredDeviceSeconds().orElse(0.0))
          .isBetween(before, last.deviceSeconds() + 1);
      assertThat(client.list(ResourcePath.of("usage"), UsageRow.class).items())
          .singleElement()
          .satisfies(row -> {
            assertThat(row.usedDeviceSeconds()).isEqualTo(last.usedDeviceSeconds());
            assertThat(row.measuredDeviceSeconds()).isEqualTo(last.measuredDeviceSeconds());
          });
      await(() -> node(client).used().equals(Map.of("cpu", 0.0, "memory", 0.0)));
    }
  }

  private DuctileServer server() throws IOException {
    Resources all = Resources.of(Map.of(Resources.CPU, 4.0, Resources.MEMORY, 4.0 * (1L << 30)));
    var settings = ServerSettings.of(Nodes.of(List.of(new Node(new NodeId("node-1"), all))));
    return DuctileServer.start(
        ServerOptions.of(settings, Catalog.installed(), folder.resolve("data")));
  }

  private static JobDetails details(Client client) {
    return client.get(ResourcePath.of("jobs", "busy"), JobDetails.class);
  }

  private static JobAccount account(Client client) {
    return details(client).account();
  }

  private static double used(Client client) {
    return account(client).usedDeviceSeconds().orElse(0.0);
  }

  private static NodeView node(Client client) {
    return client.list(ResourcePath.of("nodes"), NodeView.class).items().getFirst();
  }

  private static void await(BooleanSupplier condition) {
    for (int poll = 0; poll < MOST_POLLS && !condition.getAsBoolean(); poll++) {
      LockSupport.parkNanos(100_000_000);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
