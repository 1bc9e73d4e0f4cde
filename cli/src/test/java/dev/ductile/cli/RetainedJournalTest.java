package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Stability;
import dev.ductile.api.Work;
import dev.ductile.history.EventCodec;
import dev.ductile.history.RunSettings;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Lease;
import dev.ductile.journal.Retention;
import dev.ductile.journal.Snapshots;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.Ledger;
import dev.ductile.server.ServiceFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The database of a server that no longer keeps its first events, read and simulated again. */
@ResourceLock(org.junit.jupiter.api.parallel.Resources.SYSTEM_ERR)
final class RetainedJournalTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final Instant START = Instant.parse("2026-01-02T15:04:05Z");
  private static final Resources ONE = Resources.of(Resources.CPU, 1);
  private static final Node NODE = new Node(new NodeId("node-0"), ONE);
  private static final Allocation WHERE = Allocation.on(NODE.id(), Size.workers(1));
  private static final JobId LONG = new JobId("long");
  private static final JobId SHORT = new JobId("short");
  private static final String NOTE = "note: from 2026-01-02T15:05:06Z, where the journal begins";

  /** Everything before the snapshot is older than a time in the future. */
  private static final Retention NOTHING =
      new Retention(Duration.ofHours(-1), Duration.ofHours(1), Duration.ofHours(1));

  @TempDir private Path folder;

  @BeforeEach
  void record() throws IOException {
    RunSettings.of("server", ServerSettings.of(Nodes.of(List.of(NODE))))
        .write(new ServiceFolder(folder).settings());
    try (Database database = open()) {
      Lease lease = Lease.take(database, "test", Duration.ofMinutes(10)).orElseThrow();
      DatabaseJournal journal = DatabaseJournal.open(new EventCodec(CATALOG), lease);
      List<Event> before =
          List.of(
              new Event.NodeUp(at(0), NODE),
              submitted(LONG, 100),
              submitted(SHORT, 10),
              new Event.Allocated(at(1), LONG, 1, Allocation.NONE, WHERE),
              new Event.Running(at(1), LONG, 1, WHERE, 1),
              new Event.Progressed(at(61), LONG, 1, 60, 1));
      journal.append(before);
      snapshot(database, before);
      journal.append(
          List.of(
              new Event.Finished(at(101), LONG),
              new Event.Allocated(at(101), SHORT, 1, Allocation.NONE, WHERE),
              new Event.Finished(at(111), SHORT)));
    }
  }

  private Database open() {
    return Database.open("jdbc:sqlite:" + new ServiceFolder(folder).database());
  }

  private static void snapshot(Database database, List<Event> events) throws IOException {
    var ledger = new Ledger(CATALOG);
    events.forEach(ledger::fold);
    var codec = new SnapshotCodec(CATALOG, Estimator.NONE);
    new Snapshots(database)
        .write(events.size(), parts -> codec.write(ledger.snapshot().orElseThrow(), parts));
  }

  private static Event submitted(JobId job, double steps) {
    JobSpec spec = JobSpec.of(job, Demand.perWorker(ONE), Bounds.workers(1, 1), Work.steps(steps));
    return new Event.Submitted(at(0), spec, new Constant(1).spec(), Duration.ZERO);
  }

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }

  private void forget() {
    try (Database database = open()) {
      assertThat(NOTHING.apply(new Snapshots(database))).isEqualTo(1);
    }
  }

  @Test
  void aReplayBeginsWhereTheJournalBegins() {
    assertThat(errors("replay", folder.toString(), "-p", "same")).doesNotContain("begins");

    forget();

    assertThat(errors("replay", folder.toString(), "-p", "same")).contains(NOTE);
    assertThat(errors("replay", folder.toString(), "--from", "2026-01-02")).contains(NOTE);
    assertThat(errors("replay", folder.toString(), "--from", "2026-01-02 15:05:10"))
        .doesNotContain("begins");
    assertThat(errors("replay", folder.toString(), "--state-at", "10s")).contains(NOTE);
  }

  @Test
  void aTraceHasTheJobsWithTheWorkThatTheyHadLeft() throws IOException {
    forget();
    Path scenario = folder.resolve("again.yaml");

    assertThat(errors("trace", folder.toString(), scenario.toString())).contains(NOTE);

    Scenario read = ScenarioFile.read(scenario, CATALOG);
    assertThat(read.nodes().list()).extracting(Node::capacity).containsExactly(ONE);
    assertThat(read.stability()).isEqualTo(Optional.of(Stability.USUAL));
    assertThat(Files.readString(scenario)).contains("device: cpu");
    try (Stream<Submission> jobs = read.workload().submissions(1, 1)) {
      assertThat(jobs)
          .extracting(job -> job.spec().id(), job -> job.spec().work().steps())
          .containsExactly(tuple(LONG, 40.0), tuple(SHORT, 10.0));
    }
  }

  /** The lines of a command on standard error; it must succeed. */
  private static String errors(String... arguments) {
    PrintStream before = System.err;
    var said = new ByteArrayOutputStream();
    try (var stream = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(stream);
      assertThat(Main.execute(arguments)).isZero();
    } finally {
      System.setErr(before);
    }
    return said.toString(StandardCharsets.UTF_8);
  }
}
