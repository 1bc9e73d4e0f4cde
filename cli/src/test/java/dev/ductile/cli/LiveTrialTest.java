package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.EventCodec;
import dev.ductile.history.FileJournal;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A policy on trial in a run with real processes. */
@Tag("process")
@Timeout(120)
final class LiveTrialTest {
  /** In each window of three jobs, the last one is the shortest. */
  private static final String SCENARIO =
      """
      cluster:
        nodes: [{count: 1, resources: {gpu: 1}}]
      policies: [fifo]
      shadow:
        policy: srtf
        promote: {after: 500ms, windows: 3, jobs: 3}
      decisions: {every: 200ms, onEvents: true}
      limits: {horizon: 1m}
      workload:
        jobs:
      """;

  private static final Catalog CATALOG = Catalog.installed();

  @TempDir private Path folder;

  private String limits = "";

  private final List<String> said = new ArrayList<>();
  private final RunListeners listeners =
      RunListeners.of(new RunView(said::add, Optional.empty(), () -> 0), false);

  @Test
  void aPolicyIsPromotedByReplaysAndStaysPromotedAfterARestart() throws IOException {
    assertThat(live(true)).isEmpty();
    assertThat(changes()).singleElement().isEqualTo("srtf");

    Optional<Run> run = live(false);

    assertThat(run.orElseThrow().figures().finished()).isEqualTo(9);
    assertThat(changes()).containsExactly("srtf");
    assertThat(said)
        .anyMatch(line ->
            line.contains("srtf decides from now on: srtf is promoted: in replays of 3 windows"));
    List<String> log = Files.readAllLines(folder.resolve("shadow.jsonl"));
    assertThat(log)
        .anyMatch(
            line -> line.contains("\"mode\":\"shadow\",\"acting\":\"fifo\",\"shadow\":\"srtf\""))
        .anyMatch(line -> line.contains("\"kind\":\"evaluation\",\"better\":true"))
        .anyMatch(
            line -> line.contains("\"mode\":\"acting\",\"acting\":\"srtf\",\"shadow\":\"fifo\""));
  }

  /** The programs report no steps, so their jobs seem to make no progress until they end. */
  @Test
  void aPromotedPolicyGivesWayWhenJobsMakeLessProgress() throws IOException {
    limits = "  fallback: {decisions: 2, unfamiliar: 1, poor: 1, drop: 0.1}\n";
    Instant now = Instant.now();
    try (var journal =
        FileJournal.open(folder.resolve("journal"), new EventCodec(CATALOG), _ -> {})) {
      journal.append(
          List.of(
              new Event.NodeUp(now, scenario().nodes().list().getFirst()),
              new Event.PolicySet(now, "srtf", "it was promoted")));
    }

    Optional<Run> run = live(false);

    assertThat(run.orElseThrow().figures().finished()).isEqualTo(9);
    assertThat(changes()).startsWith("srtf", "fifo");
    assertThat(said)
        .anyMatch(line ->
            line.contains(
                "fifo decides from now on: srtf gives way: in its last 2 slots, jobs made"));
  }

  /** A run; the first part stops when the policy has changed. */
  private Optional<Run> live(boolean untilChange) throws IOException {
    try (var interruption = new Interruption(Duration.ofHours(1)).listen()) {
      var observer =
          new SchedulerObserver() {
            @Override
            public void happened(Event event) {
              if (untilChange && event instanceof Event.PolicySet) {
                interruption.request();
              }
            }
          };
      var run =
          new LiveRun(
              scenario(),
              CATALOG,
              BundledPrograms.beside(folder.resolve("run.yaml")),
              new RunFolder(folder),
              new UnfinishedRun("run", false, Optional.empty()),
              listeners.with(observer));
      return run.run(DecisionLimit.watch(), interruption);
    }
  }

  private Scenario scenario() throws IOException {
    var text =
        new StringBuilder(SCENARIO.replace("decisions: {every", limits + "decisions: {every"));
    for (int job = 0; job < 9; job++) {
      int steps = 6 - 2 * (job % 3);
      text.append(
          "    - {id: job-%d, worker: {gpu: 1}, work: {total: %d}, speed: {model: constant, stepsPerSecond: 10}, program: {command: [sh, -c, \"sleep %s\"]}}\n"
              .formatted(job, steps, "0." + steps));
    }
    return ScenarioFile.read(Files.writeString(folder.resolve("run.yaml"), text), CATALOG);
  }

  private List<String> changes() throws IOException {
    return RecordedRun.read(folder.resolve("journal"), CATALOG).chosenPolicies();
  }
}
