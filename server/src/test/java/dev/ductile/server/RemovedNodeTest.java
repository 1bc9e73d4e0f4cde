package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that the settings of a server name no more. */
@Tag("process")
final class RemovedNodeTest {
  @TempDir private Path folder;

  @Test
  void aNodeThatNoJobUsesIsForgotten() throws IOException {
    try (DuctileServer server = server(2);
        Client admin = AdminClient.of(server)) {
      awaitNodes(admin, 2);
    }
    try (DuctileServer server = server(1);
        Client admin = AdminClient.of(server)) {
      awaitNodes(admin, 1);
      assertThat(cluster(admin).nodesDown()).isZero();
    }
  }

  private static void awaitNodes(Client admin, int count) {
    for (int attempt = 0; attempt < 200 && cluster(admin).nodes() != count; attempt++) {
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
    assertThat(cluster(admin).nodes()).isEqualTo(count);
  }

  private static ClusterView cluster(Client admin) {
    return admin.get(ResourcePath.of("cluster"), ClusterView.class);
  }

  private DuctileServer server(int nodes) throws IOException {
    ServerSettings settings = ServerSettings.of(Nodes.uniform(nodes, Resources.gpus(2)));
    return DuctileServer.start(
        ServerOptions.of(settings, Catalog.installed(), folder.resolve("data")).withJobsThatEnd());
  }
}
