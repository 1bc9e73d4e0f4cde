package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ductile.api.Event;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.Json;
import dev.ductile.rest.KeyChange;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.QueueRequest;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.Reloaded;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.SignInView;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.reload.ReloadOutcome;
import dev.ductile.server.reload.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a real server, read again while it runs and at its next start. */
@Tag("process")
class ReloadServerTest {
  private static final String CLUSTER = "cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}\n";
  private static final String POLICY = "policy: fifo\n";
  private static final String QUEUES = "queues: [{name: a, weight: 7}, {name: b, weight: 3}]\n";
  private static final List<String> POLICIES = List.of("fifo", "srtf", "max-min", "drf");
  private static final int SEEDS = 4 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MOST_POLLS = 400;

  @TempDir private Path folder;
  private Optional<DuctileServer> server = Optional.empty();
  private Optional<Client> client = Optional.empty();

  @AfterEach
  void stop() {
    client.ifPresent(Client::close);
    server.ifPresent(DuctileServer::close);
    client = Optional.empty();
    server = Optional.empty();
  }

  @Test
  void anUnchangedFileChangesNothingWhateverWasSetOverTheInterface() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      start("data-" + seed, CLUSTER + "policy: " + one(random, POLICIES) + "\n" + QUEUES);
      awaitQueues();
      for (int change = random.nextInt(4); change > 0; change--) {
        change(random);
      }
      List<Event> before = settings("data-" + seed);
      String policy = policy();

      Reloaded answer = reload();

      assertThat(answer.changed()).as("seed %d", seed).isEmpty();
      assertThat(answer.needRestart()).as("seed %d", seed).isEmpty();
      assertThat(settings("data-" + seed)).as("seed %d", seed).isEqualTo(before);
      assertThat(policy()).as("seed %d", seed).isEqualTo(policy);
      stop();
      start("data-" + seed, read());
      assertThat(policy()).as("seed %d", seed).isEqualTo(policy);
      assertThat(settings("data-" + seed)).as("seed %d", seed).isEqualTo(before);
      stop();
    }
  }

  /** The queues of the file are in the journal. */
  private void awaitQueues() {
    assertThat(awaited(() -> weights().keySet().containsAll(List.of("a", "b")))).isTrue();
  }

  private static String one(RandomGenerator random, List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  private void change(RandomGenerator random) {
    if (random.nextBoolean()) {
      setPolicy(one(random, POLICIES));
    } else {
      setWeight(one(random, List.of("a", "b", "c")), 1 + random.nextInt(9));
    }
  }

  @Test
  void aWrongFileChangesNothingAndSaysWhere() throws IOException {
    start("data", CLUSTER + POLICY + QUEUES);
    awaitQueues();
    List<Event> before = settings("data");
    write(CLUSTER + "policy: srtf\nqueues: [{name: c}]\nshadow: [drf]\ndecisions: {evry: 1h}\n");

    ProblemException refused = catchThrowableOfType(ProblemException.class, this::reload);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.problem().mistakes())
        .anySatisfy(mistake ->
            assertThat(mistake).contains("server.yaml:5", "evry", "did you mean \"every\""));
    assertThat(settings("data")).isEqualTo(before);
    assertThat(policy()).isEqualTo("fifo");
    assertThat(shadows()).isEmpty();
    assertThat(reload(CLUSTER + POLICY + QUEUES).changed()).isEmpty();
  }

  @Test
  void thePolicyAndTheQueuesBecomeEventsThatARestartFinds() throws IOException {
    start("data", CLUSTER + POLICY + QUEUES);
    awaitQueues();

    Reloaded answer =
        reload(CLUSTER + "policy: srtf\nqueues: [{name: a, weight: 5}, {name: c, weight: 1}]\n");

    assertThat(answer.changed())
        .containsExactly(
            new KeyChange("policy", "fifo → srtf"),
            new KeyChange("queues", "new: c; changed: a; without settings from now on: b"));
    assertThat(policy()).isEqualTo("srtf");
    assertThat(weights()).containsEntry("a", 5.0).containsEntry("b", 1.0).containsEntry("c", 1.0);
    List<Event> events = settings("data");
    assertThat(events)
        .anyMatch(event -> event instanceof Event.PolicySet set && set.policy().equals("srtf"));
    stop();
    start("data", read());
    assertThat(policy()).isEqualTo("srtf");
    assertThat(settings("data")).isEqualTo(events);
    assertThat(recordedPolicy("data")).isEqualTo("fifo");
  }

  @Test
  void theInterfaceCountsUntilTheKeyOfTheFileChanges() throws IOException {
    start("data", CLUSTER + POLICY + QUEUES);
    awaitQueues();
    setPolicy("drf");
    setWeight("a", 2);

    Reloaded unchanged = reload(CLUSTER + POLICY + QUEUES + "seed: 1\n");
    assertThat(unchanged.notes())
        .containsExactly(
            "policy: drf decides, which was set over the interface; the file still says fifo",
            "queues: a has the settings of the interface; the file still has others");
    assertThat(policy()).isEqualTo("drf");
    assertThat(weights()).containsEntry("a", 2.0);

    reload(CLUSTER + "policy: srtf\n" + QUEUES);
    assertThat(policy()).isEqualTo("srtf");
    assertThat(weights()).containsEntry("a", 2.0);
    stop();

    start("data", CLUSTER + "policy: max-min\nqueues: [{name: a, weight: 9}]\n");
    assertThat(awaited(() -> policy().equals("max-min"))).isTrue();
    assertThat(awaited(() -> Double.valueOf(9).equals(weights().get("a")))).isTrue();
  }

  @Test
  void allOtherKeysTakeEffectOrAskForARestart() throws IOException {
    start("data", CLUSTER + "decisions: {onEvents: false, every: 1h}\n");
    awaited(() -> !decisions().isEmpty());
    int decided = decisions().size();
    submit("waiting");
    LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    assertThat(decisions()).hasSize(decided);

    Reloaded answer =
        reload(
            """
            cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
            shadow: [srtf]
            placement: pack
            rescale: {cost: 7s}
            decisions: {onEvents: true}
            openId: {issuer: "http://127.0.0.1:9", audience: ductile, otherwise: viewer}
            stability: {cooldown: 30s}
            idleAfter: 0
            seed: 9
            journal: {events: 2h}
            tracing: {endpoint: "http://127.0.0.1:9"}
            """);

    assertThat(answer.changed())
        .extracting(KeyChange::key)
        .containsExactly(
            "shadow", "rescale", "decisions", "openId", "stability", "idleAfter", "journal");
    assertThat(answer.needRestart())
        .extracting(KeyChange::key)
        .containsExactly("cluster", "placement", "seed", "tracing");
    assertThat(answer.unchanged()).containsExactly("policy", "estimator", "queues", "runAs");
    assertThat(awaited(() -> decisions().size() > decided)).isTrue();
    assertThat(shadows()).extracting(ShadowView::shadow).containsExactly("srtf");
    assertThat(client().get(ResourcePath.of("sign-in"), SignInView.class).issuer())
        .contains("http://127.0.0.1:9");
    submit("priced");
    assertThat(events("data"))
        .anyMatch(event ->
            event instanceof Event.Submitted job
                && job.job().name().equals("priced")
                && job.pause().equals(Duration.ofSeconds(7)));
  }

  @Test
  void aServerWithoutAFileSaysSoAndASignalIsAudited() throws IOException {
    start("data", CLUSTER);
    assertThat(server.orElseThrow().reloadBySignal()).isInstanceOf(ReloadOutcome.Done.class);
    assertThat(
            awaited(() ->
                client().list(ResourcePath.of("audit"), AuditEntry.class).items().stream()
                    .anyMatch(entry -> entry.user().equals("system"))))
        .isTrue();
    stop();
    open(options("other").withFile(Optional.empty()));
    ProblemException refused = catchThrowableOfType(ProblemException.class, this::reload);
    assertThat(refused.getMessage()).contains("start it with --config FILE");
  }

  private void start(String data, String file) throws IOException {
    write(file);
    open(options(data));
  }

  private ServerOptions options(String data) {
    Path file = folder.resolve("server.yaml");
    Catalog catalog = Catalog.installed();
    var settings =
        new SettingsFile(
            file, () -> ServerFile.read(file, catalog, Nodes.uniform(1, Resources.gpus(2))));
    return ServerOptions.of(settings.settings().get(), catalog, folder.resolve(data))
        .withFile(Optional.of(settings))
        .withJobsThatEnd();
  }

  private void open(ServerOptions options) throws IOException {
    DuctileServer started = DuctileServer.start(options);
    server = Optional.of(started);
    client = Optional.of(AdminClient.of(started));
  }

  private void write(String file) throws IOException {
    Files.writeString(folder.resolve("server.yaml"), file);
  }

  private String read() throws IOException {
    return Files.readString(folder.resolve("server.yaml"));
  }

  private Client client() {
    return client.orElseThrow();
  }

  private Reloaded reload(String file) throws IOException {
    write(file);
    return reload();
  }

  private Reloaded reload() {
    return client().post(ResourcePath.of("reload"), Reloaded.class);
  }

  private void setPolicy(String policy) {
    client().put(ResourcePath.of("policy"), new PolicyChoice(policy, "a test"), Accepted.class);
  }

  private void setWeight(String queue, int weight) {
    var keys = Json.MAPPER.createObjectNode().put("weight", weight);
    client().put(ResourcePath.of("queues", queue), new QueueRequest(keys), Accepted.class);
  }

  private void submit(String name) {
    String file =
        "{name: %s, command: [sleep, '60'], worker: {gpu: 1}, bounds: {workers: {min: 1, max: 1}}}"
            .formatted(name);
    assertThat(client().postYaml(ResourcePath.of("jobs"), file, Submitted.class)).isNotNull();
  }

  private String policy() {
    return client().get(ResourcePath.of("policy"), PolicyChoice.class).policy();
  }

  private Map<String, Double> weights() {
    ListPage<QueueView> page = client().list(ResourcePath.of("queues"), QueueView.class);
    var weights = new HashMap<String, Double>();
    page.items().forEach(queue -> weights.put(queue.name(), queue.weight()));
    return weights;
  }

  private List<ShadowView> shadows() {
    return client().list(ResourcePath.of("shadow"), ShadowView.class).items();
  }

  private List<DecisionView> decisions() {
    return client().list(ResourcePath.of("decisions"), DecisionView.class).items();
  }

  private String recordedPolicy(String data) throws IOException {
    return recording(data).settings().orElseThrow().policy();
  }

  private ServerRecording recording(String data) {
    return new ServerRecording(new ServiceFolder(folder.resolve(data)), Optional.empty());
  }

  private List<Event> settings(String data) throws IOException {
    return events(data).stream().filter(Event.Setting.class::isInstance).toList();
  }

  private List<Event> events(String data) throws IOException {
    var events = new ArrayList<Event>();
    recording(data).journal(Catalog.installed()).events().read(events::add);
    return events;
  }

  private static boolean awaited(BooleanSupplier condition) {
    for (int poll = 0; poll < MOST_POLLS && !condition.getAsBoolean(); poll++) {
      LockSupport.parkNanos(25_000_000);
    }
    return condition.getAsBoolean();
  }
}
