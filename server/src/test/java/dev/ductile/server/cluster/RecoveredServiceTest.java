package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.why.JobHistory;
import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Order;
import dev.ductile.api.Origin;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.history.EventCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Lease;
import dev.ductile.journal.Retention;
import dev.ductile.journal.WriteHealth;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobSummary;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.server.tracing.RoundTracing;
import dev.ductile.server.use.LiveUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that has recovered from a snapshot answers as one that has read all events. */
@Tag("seeds")
class RecoveredServiceTest {
  private static final int SEEDS = 4 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int LIVES = 5;
  private static final int ACTIONS = 60;
  private static final int CLOCK_JUMP = 7_200;
  private static final List<String> NAMES = List.of("train", "tune", "train-2");

  /** The time of the test is not that of the database. */
  private static final Retention FOR_EVER =
      new Retention(Duration.ofDays(36_500), Duration.ofDays(36_500), Duration.ofDays(36_500));

  private static final LiveUse NO_USE = new LiveUse(Map.of());
  private static final Catalog CATALOG = Catalog.installed();
  private static final ServerSettings SETTINGS =
      ServerSettings.of(Nodes.uniform(3, Resources.gpus(4)));

  @TempDir private Path folder;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private int restored;

  @Test
  void readersFindWhatTheyFindAfterAllEvents() throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + SEEDS; seed++) {
      Path data = Files.createDirectory(folder.resolve("seed" + seed));
      compare("jdbc:sqlite:" + data.resolve("ductile.db"), data, seed);
    }
    assertThat(restored).as("recoveries from snapshots").isGreaterThan(SEEDS);
  }

  @Test
  void readersFindWhatTheyFindAfterAllEventsInPostgresql() throws Exception {
    Optional<PostgresServer> postgres = PostgresServer.start();
    Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is not installed");
    try (PostgresServer server = postgres.get()) {
      compare(server.newDatabase(), folder, System.nanoTime());
    }
    assertThat(restored).as("recoveries from snapshots").isPositive();
  }

  private void compare(String url, Path data, long seed) throws Exception {
    var random = new SplittableRandom(seed);
    try (Database database = Database.open(url)) {
      Lease lease = Lease.take(database, "test", Duration.ofMinutes(10)).orElseThrow();
      for (int life = 0; life < LIVES; life++) {
        live(lease, random);
        Answers fast = answers(lease, data, false);
        assertThat(fast).as("seed %d, life %d", seed, life).isEqualTo(answers(lease, data, true));
      }
    }
  }

  /** Everything that readers and users see of a service that has not begun to schedule. */
  private record Answers(
      List<JobSummary> jobs,
      List<Object> details,
      List<Object> cluster,
      TreeMap<String, List<JobChange>> changes,
      List<Object> names,
      Set<Order> orders,
      Map<JobId, String> started) {}

  /**
   * A life of a service, which ends in order or by an exception. The clock jumps before the next
   * life.
   */
  private void live(Lease lease, SplittableRandom random) throws Exception {
    var engine = new ReportingEngine(now);
    try (DatabaseRecords kept = new DatabaseRecords(lease.database(), NO_USE)) {
      var records = new LosingRecords(kept);
      long interval = random.nextBoolean() ? 20 : Long.MAX_VALUE;
      ServiceJournal journal = journal(lease, interval, new ArrayList<>());
      try (ClusterService service =
          service(engine, journal, records, ServiceReaders.of(new JobHistory(records::changed)))) {
        var ended = service.start();
        SETTINGS.nodes().list().forEach(node -> engine.report(new Event.NodeUp(now, node)));
        int losing = random.nextInt(2 * ACTIONS);
        for (int action = 0; action < ACTIONS; action++) {
          if (action == losing) {
            records.lose();
          }
          engine.advance(Duration.ofMillis(random.nextInt(5_000)));
          act(service, engine, random);
        }
        if (random.nextBoolean()) {
          engine.fail();
          ended.handle((_, _) -> true).get(10, TimeUnit.SECONDS);
        }
      }
    }
    now = engine.instant().plusSeconds(random.nextInt(-CLOCK_JUMP, CLOCK_JUMP));
  }

  private static void act(ClusterService service, ReportingEngine engine, SplittableRandom random)
      throws Exception {
    if (random.nextInt(3) == 0) {
      engine.report(nodeChange(engine.instant(), random));
    }
    List<Order> orders = engine.orders();
    for (int i = 0; i < 3 && !orders.isEmpty(); i++) {
      engine.report(report(engine.instant(), orders.get(random.nextInt(orders.size())), random));
    }
    service.send(command(service, random)).get(10, TimeUnit.SECONDS);
  }

  private static Event nodeChange(Instant at, SplittableRandom random) {
    Node node = SETTINGS.nodes().list().get(random.nextInt(SETTINGS.nodes().count()));
    return random.nextInt(3) == 0
        ? new Event.NodeDown(at, node.id(), "the test says so")
        : new Event.NodeUp(at, node);
  }

  private static Event report(Instant at, Order order, SplittableRandom random) {
    JobId job = order.job();
    long revision = order.revision();
    if (order.target().isNone()) {
      return new Event.Released(at, job, revision, random.nextInt(100));
    }
    return switch (random.nextInt(8)) {
      case 0 -> new Event.Finished(at, job);
      case 1 -> new Event.Crashed(at, job, revision, random.nextInt(100), "the test says so");
      case 2, 3, 4 -> new Event.Running(at, job, revision, order.target(), random.nextDouble());
      case 5 -> new Event.Unknown(at, job, revision, "the test says so");
      default -> new Event.Progressed(at, job, revision, random.nextInt(900), random.nextDouble());
    };
  }

  private static Command command(ClusterService service, SplittableRandom random) {
    var jobs = new ArrayList<JobId>();
    service.picture().jobs().forEach(job -> jobs.add(job.id()));
    var node = SETTINGS.nodes().list().get(random.nextInt(SETTINGS.nodes().count())).id();
    int kind = random.nextInt(14);
    if (jobs.isEmpty() || kind < 4) {
      return submission(service, random);
    }
    JobId job = jobs.get(random.nextInt(jobs.size()));
    return switch (kind) {
      case 4, 5 -> new Command.Cancel(job, "the test says so");
      case 6 -> new Command.Hold(job, "the test says so");
      case 7 -> new Command.Resume(job);
      case 8 -> new Command.Scale(job, Size.workers(random.nextInt(1, 4)));
      case 9 -> new Command.Unscale(job);
      case 10 -> new Command.Drain(node, "the test says so");
      case 11 -> new Command.Undrain(node);
      case 12 -> new Command.SetQueue(Queue.sharing("queue", Sharing.weight(random.nextInt(1, 4))));
      default -> new Command.SetPolicy(random.nextBoolean() ? "fifo" : "max-min", "a test");
    };
  }

  private static Command submission(ClusterService service, SplittableRandom random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    JobId job = service.names().reserve(name);
    JobSpec spec =
        JobSpec.of(
                job,
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, random.nextInt(1, 5)),
                Work.steps(1_000))
            .withOwner("owner-" + random.nextInt(3))
            .withQueue("queue", random.nextInt(3));
    var origin = new Origin(name, job.name(), "file of " + job);
    return new Command.Submit(spec, SpeedSpec.UNKNOWN, Duration.ofSeconds(5), origin);
  }

  private Answers answers(Lease lease, Path data, boolean isFromFirst) throws IOException {
    var notes = new ArrayList<String>();
    ServiceJournal journal = journal(lease, Long.MAX_VALUE, notes);
    var engine = new ReportingEngine(now);
    var started = new StartedJobs();
    try (DatabaseRecords records = new DatabaseRecords(lease.database(), NO_USE)) {
      var changes =
          new JobChanges(new JobHistory(records::changed), new PastJobs(lease.database()));
      var readers =
          new ServiceReaders(
              changes.history(), SchedulerObserver.NONE, List.of(started), RoundTracing.NONE);
      try (ClusterService service =
          service(engine, isFromFirst ? new FromFirstEvent(journal) : journal, records, readers)) {
        records.flush();
        assertThat(notes).isEmpty();
        restored += isFromFirst || !hasSnapshot(lease.database()) ? 0 : 1;
        return answers(service, engine, changes, started, data);
      }
    }
  }

  private static boolean hasSnapshot(Database database) {
    return database
        .read(session ->
            session.first("SELECT last_event FROM snapshots", row -> row.number("last_event")))
        .isPresent();
  }

  private static Answers answers(
      ClusterService service,
      ReportingEngine engine,
      JobChanges known,
      StartedJobs started,
      Path data) {
    var queries = new JobQueries(service, known.past(), new JobLogs(data), NO_USE);
    Set<String> states = new HashSet<>(JobFilter.ACTIVE);
    states.addAll(JobFilter.OVER);
    List<JobSummary> jobs =
        queries
            .list(
                new JobFilter(
                    states, Optional.empty(), Optional.empty(), "", Optional.empty(), 9999))
            .items();
    List<Object> details =
        jobs.stream().<Object>map(job -> queries.find(new JobId(job.id())).orElseThrow()).toList();
    var cluster = new ClusterQueries(service, "test", List::of, NO_USE);
    var changes = new TreeMap<String, List<JobChange>>();
    jobs.forEach(job -> changes.put(job.id(), known.of(new JobId(job.id()))));
    requireReasons(changes);
    return new Answers(
        jobs,
        details,
        List.of(cluster.cluster(), cluster.nodes(), cluster.queues()),
        changes,
        names(service.names()),
        new HashSet<>(engine.orders()),
        started.list());
  }

  /** Each size that a decision chose has its reason; a hold takes the resources without one. */
  private static void requireReasons(Map<String, List<JobChange>> changes) {
    assertThat(changes)
        .allSatisfy((job, ofJob) -> {
          assertThat(ofJob).as(job).first().extracting(JobChange::kind).isEqualTo("submitted");
          assertThat(ofJob)
              .filteredOn(change -> change.kind().equals("allocated") && change.to().workers() > 0)
              .allSatisfy(change -> {
                assertThat(change.reason()).as(job).isPresent();
                assertThat(change.policy()).as(job).isPresent();
              });
        });
  }

  private static List<Object> names(JobNames names) {
    return NAMES.stream()
        .flatMap(name -> Stream.<Object>of(names.find(name), names.reserve(name)))
        .toList();
  }

  private static ServiceJournal journal(Lease lease, long interval, List<String> notes) {
    return new RetriedJournal(
        DatabaseJournal.open(new EventCodec(CATALOG), lease),
        new WriteHealth(System::nanoTime),
        interval,
        () -> FOR_EVER,
        notes::add);
  }

  private static ClusterService service(
      ReportingEngine engine,
      ServiceJournal journal,
      ServiceRecords records,
      ServiceReaders readers) {
    return new ClusterService(
        SETTINGS, CATALOG, engine, journal, records, readers, System::nanoTime);
  }
}
