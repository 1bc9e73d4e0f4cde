package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.cluster.OddPolicies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server with policies in shadow, of which one fails and one never answers. */
@Tag("process")
class ShadowServerTest {
  private static final int MOST_POLLS = 600;

  @TempDir private Path folder;
  private DuctileServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    server = DuctileServer.start(options());
    client = AdminClient.of(server);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void jobsRunWhileShadowsFailOrNeverAnswer() {
    submit("first", "[sh, -c, 'exit 0']", 1);
    awaitState("first", "succeeded");
    submit("second", "[sleep, '60']", 4);
    awaitState("second", "running");
    submit("large", "[sleep, '60']", 4);
    submit("small", "[sleep, '60']", 1);

    List<ShadowView> views =
        await(this::shadows, found -> found.get(0).decisions() > 2 && found.get(2).failures() > 0);

    assertThat(views)
        .extracting(ShadowView::shadow)
        .containsExactly("fifo", "srtf", "failing", "endless");
    assertThat(views.get(0).equal()).isEqualTo(views.get(0).decisions());
    assertThat(views.get(0).sentence()).startsWith("fifo would have given the same sizes in ");
    assertThat(views.get(2).sentence()).contains("no plan");
    assertThat(views.get(3).skipped()).isPositive();
    assertThat(views.get(3).decisions()).isZero();
  }

  @Test
  void countsBeginAgainWhenTheActingPolicyChanges() {
    submit("first", "[sleep, '60']", 1);
    await(this::shadows, found -> found.get(0).decisions() > 0);

    client.put(ResourcePath.of("policy"), new PolicyChoice("srtf", "a test"), Accepted.class);
    submit("second", "[sleep, '60']", 1);

    List<ShadowView> views =
        await(
            this::shadows,
            found -> found.get(1).acting().equals("srtf") && found.get(1).decisions() > 0);
    assertThat(views.get(1).equal()).isEqualTo(views.get(1).decisions());
  }

  @Test
  void futuresAreComparedAfterAWhile() {
    submit("first", "[sleep, '60']", 1);

    List<ShadowView> views = await(this::shadows, found -> !found.get(1).measures().isEmpty());

    assertThat(views.get(1).measures())
        .extracting(measure -> measure.name())
        .contains("utilisation");
    assertThat(views.get(3).measures()).isEmpty();
  }

  private List<ShadowView> shadows() {
    ListPage<ShadowView> page = client.list(ResourcePath.of("shadow"), ShadowView.class);
    return page.items();
  }

  private void submit(String name, String command, int workers) {
    String file =
        "{name: %s, command: %s, worker: {gpu: 1}, bounds: {workers: {min: %d, max: %d}}}"
            .formatted(name, command, workers, workers);
    assertThat(client.postYaml(ResourcePath.of("jobs"), file, Submitted.class)).isNotNull();
  }

  private void awaitState(String job, String state) {
    var _ =
        await(
            () -> client.get(ResourcePath.of("jobs", job), JobDetails.class).job(),
            found -> found.state().equals(state));
  }

  private static <T> T await(Supplier<T> value, Predicate<T> isAsExpected) {
    T found = value.get();
    for (int poll = 0; poll < MOST_POLLS && !isAsExpected.test(found); poll++) {
      LockSupport.parkNanos(50_000_000);
      found = value.get();
    }
    assertThat(isAsExpected.test(found)).as("%s", found).isTrue();
    return found;
  }

  private ServerOptions options() {
    return ServerOptions.of(
            ServerSettings.of(Nodes.uniform(1, Resources.gpus(4)))
                .withPolicy(Choice.named("fifo"))
                .withShadows(
                    Stream.of("fifo", "srtf", "failing", "endless").map(Choice::named).toList()),
            OddPolicies.catalog(),
            folder.resolve("data"))
        .withJobsThatEnd();
  }
}
