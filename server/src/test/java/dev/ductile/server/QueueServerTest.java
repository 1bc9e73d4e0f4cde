package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.JobAmendment;
import dev.ductile.rest.Json;
import dev.ductile.rest.NewToken;
import dev.ductile.rest.QueueRequest;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queues of a real server: their settings, and the limits of priorities. */
@Tag("process")
class QueueServerTest {
  private static final int MOST_POLLS = 400;
  private static final QueueView RESEARCH =
      new QueueView(
          "research",
          Map.of("gpu", 4.0),
          Map.of("gpu", 9.0),
          Map.of("gpu", 3.0),
          100,
          7,
          true,
          Optional.of(604_800.0),
          Map.of(),
          Map.of(),
          0,
          0,
          7.0 / 8,
          0,
          0,
          0);

  @TempDir private Path folder;
  private DuctileServer server;
  private Client admin;
  private final List<Client> others = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("server.yaml"),
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 10}}]}
            queues:
              - {name: research, weight: 7, guaranteed: {gpu: 4}, quota: {gpu: 9}, userQuota: {gpu: 3}, halfLife: 7d}
            """);
    Catalog catalog = Catalog.installed();
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerFile.read(file, catalog, Nodes.uniform(1, Resources.gpus(10))),
                    catalog,
                    folder.resolve("data"))
                .withJobsThatEnd());
    admin = AdminClient.of(server);
    for (int poll = 0; poll < MOST_POLLS && queues().size() < 2; poll++) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @AfterEach
  void stop() {
    others.forEach(Client::close);
    admin.close();
    server.close();
  }

  @Test
  void aChangeKeepsTheOtherSettingsOfAQueue() {
    assertThat(queue("research")).isEqualTo(RESEARCH);

    patch(admin, "research", "{weight: 3, quota: {cpu: 32}, maxPriority: 5}");

    QueueView changed = queue("research");
    assertThat(changed.weight()).isEqualTo(3);
    assertThat(changed.quota()).isEqualTo(Map.of("gpu", 9.0, "cpu", 32.0));
    assertThat(changed.maxPriority()).isEqualTo(5);
    assertThat(changed.guaranteed()).isEqualTo(RESEARCH.guaranteed());
    assertThat(changed.userQuota()).isEqualTo(RESEARCH.userQuota());
    assertThat(changed.halfLifeSeconds()).isEqualTo(RESEARCH.halfLifeSeconds());

    patch(admin, "research", "{weight: 7, quota: {cpu: null}, maxPriority: null}");
    assertThat(queue("research")).isEqualTo(RESEARCH);
    assertThat(refusal(() -> patch(admin, "research", "{wieght: null}")))
        .startsWith("400 queue research: unknown key \"wieght\"; did you mean \"weight\"?");
    assertThat(refusal(() -> patch(admin, "research", "{weight: -1}"))).startsWith("400 ");
  }

  @Test
  void changesOfDifferentKeysAtOnceAreAllKept() {
    List<String> keys = List.of("quota", "userQuota", "guaranteed");
    for (int round = 1; round <= 8; round++) {
      String amount = "{mem" + round + ": 1}";
      keys.stream()
          .map(key -> "{%s: %s}".formatted(key, key.equals("guaranteed") ? "{gpu: 2}" : amount))
          .map(keyed -> CompletableFuture.runAsync(() -> patch(admin, "research", keyed)))
          .toList()
          .forEach(CompletableFuture::join);
    }

    QueueView changed = queue("research");
    assertThat(changed.quota()).hasSize(9);
    assertThat(changed.userQuota()).hasSize(9);
    assertThat(changed.guaranteed()).isEqualTo(Map.of("gpu", 2.0));
  }

  @Test
  void aQueueAdminChangesTheQuotaOfUsersAndNothingElse() throws IOException {
    Client lead = client("ada", "queue-admin", List.of("research"));

    patch(lead, "research", "{userQuota: {gpu: 5}}");

    assertThat(queue("research").userQuota()).isEqualTo(Map.of("gpu", 5.0));
    assertThat(queue("research").guaranteed()).isEqualTo(RESEARCH.guaranteed());
    assertThat(refusal(() -> patch(lead, "research", "{weight: 9}")))
        .startsWith(
            "403 making queue research, or changing more of it than userQuota, needs role admin");
    assertThat(refusal(() -> patch(lead, "default", "{userQuota: {gpu: 1}}"))).startsWith("403 ");
    assertThat(refusal(() -> lead.delete(ResourcePath.of("queues", "research"))))
        .startsWith("403 ");
  }

  @Test
  void aMistypedNameMakesNoQueue() {
    assertThat(refusal(() -> patch(admin, "reserch", "{weight: 8}")))
        .startsWith("404 there is no queue reserch; did you mean \"research\"?")
        .contains("queues set --create");
    assertThat(queues()).extracting(QueueView::name).containsExactly("default", "research");

    admin.patch(
        ResourcePath.of("queues", "teaching").with("create", true),
        request("{weight: 2}"),
        Accepted.class);
    assertThat(queue("teaching").weight()).isEqualTo(2);
  }

  @Test
  void aQueueIsRemovedWhenNoJobIsInIt() {
    admin.put(ResourcePath.of("queues", "teaching"), request("{weight: 2}"), Accepted.class);
    submit(admin, "{name: a, queue: teaching, command: [sleep, '300']}");

    assertThat(refusal(() -> delete("teaching")))
        .isEqualTo("409 queue teaching has 1 job; cancel them or move them to another queue first");
    assertThat(refusal(() -> delete("default"))).startsWith("409 ");
    assertThat(refusal(() -> delete("techin")))
        .startsWith("404 there is no queue techin; did you mean \"teaching\"?");
    assertThat(refusal(() -> delete("research")))
        .startsWith("409 the server file names queue research");

    admin.post(ResourcePath.of("jobs", "a", "cancel"), new WhyRequest(""), Accepted.class);
    delete("teaching");
    assertThat(queues()).extracting(QueueView::name).containsExactly("default", "research");
    assertThat(awaitAudit("DELETE", "teaching", "200")).isTrue();
  }

  /** The log is written beside the answers. */
  private boolean awaitAudit(String method, String target, String outcome) {
    for (int poll = 0; poll < MOST_POLLS; poll++) {
      if (admin.list(ResourcePath.of("audit"), AuditEntry.class).items().stream()
          .anyMatch(entry ->
              entry.action().startsWith(method)
                  && entry.target().equals(target)
                  && entry.outcome().equals(outcome))) {
        return true;
      }
      LockSupport.parkNanos(10_000_000);
    }
    return false;
  }

  @Test
  void aUserGivesNoPriorityAboveTheLimitOfTheQueue() throws IOException {
    Client user = client("bob", "user", List.of());
    Client lead = client("ada", "queue-admin", List.of("research"));
    String high = "{name: high, queue: research, priority: 101, command: [sleep, '300']}";
    String why = "403 priority 101 is above 100, the highest that users may give in queue research";

    assertThat(refusal(() -> submit(user, high))).startsWith(why);
    assertThat(refusal(() -> dryRun(user, high))).startsWith(why);
    submit(user, high.replace("101", "100"));
    assertThat(refusal(() -> amend(user, "high", 101))).startsWith(why);
    amend(user, "high", 7);

    patch(admin, "research", "{maxPriority: 5}");
    assertThat(refusal(() -> submit(user, high.replace("101", "6"))))
        .startsWith("403 priority 6 is above 5");
    amend(user, "high", 5);
    amend(lead, "high", 2_000_000_000);
    submit(lead, high);
    submit(admin, high);
    assertThat(refusal(() -> submit(lead, high.replace("research", "default"))))
        .startsWith("403 priority 101 is above 100");
  }

  private static void amend(Client client, String job, int priority) {
    client.patch(
        ResourcePath.of("jobs", job),
        new JobAmendment(
            Optional.of(priority), Optional.empty(), Optional.empty(), Optional.empty()),
        Accepted.class);
  }

  private static void submit(Client client, String file) {
    assertThat(client.postYaml(ResourcePath.of("jobs"), file, Submitted.class).ids()).hasSize(1);
  }

  private static void dryRun(Client client, String file) {
    assertThat(
            client
                .postYaml(ResourcePath.of("jobs").with("dryRun", true), file, DryRun.class)
                .accepted())
        .isTrue();
  }

  private static void patch(Client client, String queue, String keys) {
    client.patch(ResourcePath.of("queues", queue), request(keys), Accepted.class);
  }

  private void delete(String queue) {
    admin.delete(ResourcePath.of("queues", queue));
  }

  private static QueueRequest request(String keys) {
    try {
      return new QueueRequest(Json.MAPPER.readTree(keys.replaceAll("(\\w+):", "\"$1\":")));
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  private static String refusal(ThrowingCallable request) {
    var refused = catchThrowableOfType(ProblemException.class, request);
    assertThat(refused).isNotNull();
    return refused.problem().status() + " " + refused.problem().detail();
  }

  private List<QueueView> queues() {
    return admin.list(ResourcePath.of("queues"), QueueView.class).items();
  }

  private QueueView queue(String name) {
    return queues().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private Client client(String user, String role, List<String> queues) throws IOException {
    IssuedToken token =
        admin.post(
            ResourcePath.of("tokens"),
            new NewToken(user, user, role, queues, Optional.empty()),
            IssuedToken.class);
    var client =
        new Client(
            new Connection(
                server.address(),
                BearerToken.of(token.secret()),
                Optional.empty(),
                Duration.ofSeconds(30)),
            time -> LockSupport.parkNanos(time.toNanos()));
    others.add(client);
    return client;
  }
}
