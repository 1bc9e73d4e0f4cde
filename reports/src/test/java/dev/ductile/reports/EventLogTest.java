package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.history.EventLog;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.simulator.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EventLogTest {
  private static final Plan NOTHING =
      Plan.of(List.of(), job -> Reason.of(Reason.Kind.PREFERS_OTHERS, "no job is there"));

  @TempDir Path folder;

  @Test
  void hasEveryEventWithItsReason() throws IOException {
    String log = Files.readString(log("events.jsonl", EventLogTest::oneAtATime));

    Golden.check("events.jsonl", log);
    assertThat(folder.resolve("events.jsonl.partial")).doesNotExist();
  }

  @Test
  void isCompressedIfItsNameEndsInGz() throws IOException {
    Path plain = log("events.jsonl", EventLogTest::oneAtATime);
    Path packed = log("events.jsonl.gz", EventLogTest::oneAtATime);
    Path again = log("again.jsonl.gz", EventLogTest::oneAtATime);

    try (var unpacked = new GZIPInputStream(Files.newInputStream(packed))) {
      assertThat(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(Files.readString(plain));
    }
    assertThat(again).hasSameBinaryContentAs(packed);
  }

  @Test
  void reportsTheViolationsOfAPlan() throws IOException {
    Path log = log("events.jsonl", EventLogTest::tooMuch);

    assertThat(Files.readString(log))
        .contains(
            """
            {"time":0,"kind":"rejected","count":2,"violations":["a gets 9, but its bounds\
            """);
  }

  @Test
  void reportsAFailedWriteInOneLine() {
    Path file = folder.resolve("missing").resolve("events.jsonl");

    assertThatThrownBy(() -> EventLog.to(file))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot write the event log to %s: there is no such folder", file);
  }

  /** Another command has the run: it is refused after the log was opened. */
  @Test
  void anUnfinishedLogLeavesTheOldFileAsItIs() throws IOException {
    Path file = Files.writeString(folder.resolve("events.jsonl"), "old\n");

    try (var _ = EventLog.to(file)) {
      assertThat(file).hasContent("old");
    }

    assertThat(folder.toFile().list()).containsExactly("events.jsonl");
    assertThat(file).hasContent("old");
  }

  private Path log(String name, Policy policy) {
    Path file = folder.resolve(name);
    var scenario = Examples.scenario(List.of("any"), List.of(1L), List.of(1.0));
    var jobs = List.of(job("a", 0), job("b", 1), job("c", 2));
    try (var world = new World(scenario, GivenSpeed.SPEEDS, jobs.iterator(), 1);
        EventLog log = EventLog.to(file)) {
      var scheduler =
          new Scheduler(
              SchedulerParts.of(policy, world, world, new Ledger(GivenSpeed.SPEEDS))
                  .withControls(Controls.of(world.inbox()))
                  .withObserver(log));
      scheduler.runUntil(loop -> world.isOver() || world.isPastHorizon());
      log.finish();
    }
    return file;
  }

  private static Submission job(String name, int second) {
    var spec =
        JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(8));
    return new Submission(
        Instant.EPOCH.plusSeconds(second), spec, GivenSpeed.of(Allocation::workers));
  }

  /** One job holds the whole cluster: b if it is there, else the first to arrive. */
  private static Plan oneAtATime(Cluster cluster) {
    return cluster.jobs().stream()
        .min(Comparator.comparing(job -> !job.id().name().equals("b")))
        .map(job -> plan(job, 2))
        .orElse(NOTHING);
  }

  private static Plan tooMuch(Cluster cluster) {
    return cluster.jobs().stream().findFirst().map(job -> plan(job, 9)).orElse(NOTHING);
  }

  private static Plan plan(Job job, int workers) {
    var allocation = Allocation.on(new NodeId("node-0"), Size.workers(workers));
    return Plan.of(
        List.of(new Grant(job, allocation)),
        other ->
            other.id().equals(job.id())
                ? Reason.of(
                    Reason.Kind.STARTED, "chosen from the first {candidates}", job.arrival() + 1)
                : Reason.of(
                    Reason.Kind.BEHIND_IN_QUEUE, "{holder} has the cluster for itself", job.id()));
  }
}
