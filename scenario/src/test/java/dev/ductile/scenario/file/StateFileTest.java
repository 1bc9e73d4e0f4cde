package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Phase;
import dev.ductile.api.Size;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Plugins;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateFileTest {
  private static final String SMALL =
      """
      time: 100
      cluster: {nodes: [{count: 2, resources: {gpu: 4, cpu: 8}}]}
      jobs:
        - {id: a, arrived: 1, worker: {gpu: 1}, bounds: {workers: {max: 8}}, work: {total: 10, done: 2}, running: {workers: 2}}
      """;

  @TempDir private Path folder;

  @Test
  void aJobHasItsWrittenState() throws IOException {
    Job job =
        only(
            """
            id: a
            arrived: 40
            worker: {gpu: 1}
            bounds: {workers: {max: 4}}
            running: {workers: 2}
            work: {total: 100, done: 30}
            attained: 80
            speed: {model: doubling, first: 3}
            utility: {kind: sigmoid, gamma1: 50, gamma2: 5, gamma3: 0.05, unit: hours}
            """);

    assertThat(job.submitted()).isEqualTo(Instant.ofEpochSecond(40));
    assertThat(job.state()).isEqualTo(JobState.RUNNING);
    assertThat(job.phase()).isEqualTo(Phase.TRAINING);
    assertThat(job.allocation().size()).isEqualTo(Size.workers(2));
    assertThat(job.stepsAt(Instant.ofEpochSecond(100))).isEqualTo(30);
    assertThat(job.stepsAt(Instant.ofEpochSecond(105))).isEqualTo(60);
    assertThat(job.serviceAt(Instant.ofEpochSecond(105))).isEqualTo(90);
    assertThat(job.isProtected(Instant.ofEpochSecond(100))).isFalse();
    assertThat(job.spec().utility().at(180)).isEqualTo(25);
  }

  @Test
  void aJobWithFewKeysWaitsAndMayHaveAnySize() throws IOException {
    Job job = only("{worker: {gpu: 1}, work: 5}");

    assertThat(job.id().name()).isEqualTo("job-0");
    assertThat(job.submitted()).isEqualTo(Instant.ofEpochSecond(100));
    assertThat(job.state()).isEqualTo(JobState.QUEUED);
    assertThat(job.spec().asked()).isEqualTo(Size.workers(1));
    assertThat(job.spec().bounds().most().workers()).isGreaterThan(1);
    assertThat(job.holdsResources()).isFalse();
    assertThat(job.speedAt(Size.workers(1))).isZero();
    assertThat(job.remainingSeconds(Instant.ofEpochSecond(100))).isInfinite();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          phase: early-feedback                        | EARLY_FEEDBACK
          phase: training                              | TRAINING
          attained: 0                                  | TRAINING
          work: {total: 10, done: 2, feedback: 3}      | EARLY_FEEDBACK
          work: {total: 10, done: 4, feedback: 3}      | TRAINING
          """)
  void phasesAreRead(String key, Phase phase) throws IOException {
    String work = key.startsWith("work") ? "" : ", work: 10";
    assertThat(only("{worker: {gpu: 1}, %s%s}".formatted(key, work)).phase()).isEqualTo(phase);
  }

  @ParameterizedTest
  @CsvSource({"7200, 7200", "2h, 7200", "0.5, 0.5"})
  void attainedServiceIsRead(String written, double deviceSeconds) throws IOException {
    Job job = only("{worker: {gpu: 1}, work: 5, attained: %s}".formatted(written));
    assertThat(job.serviceAt(Instant.ofEpochSecond(100))).isEqualTo(deviceSeconds);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cooldown: 20s                   | started: 90                              | 110
          cooldown: 20s                   | started: 50, changed: 95                 | 115
          cooldown: 20s, minimumRun: 80s  | started: 50, changed: 95                 | 130
          cooldown: 20s, minimumRun: 80s  | started: 90                              | 170
          minimumRun: 1h                  | started: 90, protectedUntil: 101         | 101
          owner: me                       | protectedUntil: 107                      | 107
          """)
  void aRunningJobIsProtectedAsByTheScheduler(String keys, String times, long until)
      throws IOException {
    Job job =
        only(
            "{worker: {gpu: 1}, arrived: 40, work: 5, %s, running: {workers: 1, %s}}"
                .formatted(keys, times));

    assertThat(job.isProtected(Instant.ofEpochSecond(100))).isTrue();
    assertThat(job.protectedUntil()).isEqualTo(Instant.ofEpochSecond(until));
  }

  @Test
  void aChangeCostsAJobThePauseOfItsMechanism() throws IOException {
    Cluster cluster =
        read(
            """
            cluster: {capacity: {gpu: 4}}
            rescale: {checkpoint: [20s, 40s], hot: 5s}
            jobs:
              - {id: a, worker: {gpu: 1}, work: 1}
              - {id: b, worker: {gpu: 1}, work: 1, mechanism: hot}
              - {id: c, worker: {gpu: 1}, work: 1, pause: 7s}
            """);

    assertThat(cluster.jobs())
        .extracting(job -> job.pause().toSeconds())
        .containsExactly(30L, 5L, 7L);
  }

  /** A job without tasks may start without its gang only if it has run before. */
  @Test
  void aJobHasRunIfItHoldsTasksOrTheFileSaysSo() throws IOException {
    Cluster cluster =
        read(
            """
            cluster: {capacity: {gpu: 4}}
            jobs:
              - {worker: {gpu: 1}, work: 1, running: {workers: 1}}
              - {worker: {gpu: 1}, work: 1, hasRun: true}
              - {worker: {gpu: 1}, work: 1}
            """);

    assertThat(cluster.jobs())
        .extracting(job -> job.revision() > 0)
        .containsExactly(true, true, false);
  }

  @Test
  void aStateHasDrainedNodesAndQueues() throws IOException {
    Cluster cluster =
        read(
            """
            cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
            drained: [node-1]
            queues: [{name: research, quota: {gpu: 3}}]
            jobs: [{id: a, worker: {gpu: 1}, work: 1, held: true, fixed: {workers: 2}}]
            """);

    assertThat(cluster.nodes().list())
        .extracting(node -> node.id().name())
        .containsExactly("node-0");
    assertThat(cluster.settings().drained()).hasSize(1);
    assertThat(cluster.settings().queues())
        .extracting(queue -> queue.name())
        .containsExactly("research");
    Job job = cluster.jobs().iterator().next();
    assertThat(job.manualOverride().held()).isTrue();
    assertThat(job.spec().bounds().isRigid()).isTrue();
  }

  @Test
  void jobsAreInOrderOfArrival() throws IOException {
    Cluster cluster =
        read(
            """
            cluster: {capacity: {gpu: 4}}
            jobs:
              - {id: c, arrived: 9, worker: {gpu: 1}, work: 1}
              - {id: a, arrived: 3, worker: {gpu: 1}, work: 1}
              - {id: b, arrived: 3, worker: {gpu: 1}, work: 1}
            """);

    assertThat(cluster.now()).isEqualTo(Instant.ofEpochSecond(9));
    assertThat(cluster.jobs()).extracting(job -> job.id().name()).containsExactly("a", "b", "c");
    assertThat(cluster.jobs()).extracting(Job::arrival).containsExactly(0L, 1L, 2L);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {workers: 3}; {workers: 2}                                       | 3 on node-0; 2 on node-1
          {workers: 3}; {workers: 5}                                       | 3 on node-0; 5 on node-0, node-1
          {workers: 3}; {workers: 2, on: [{node: node-0, workers: 2}]}     | 3 on node-1; 2 on node-0
          {on: [{node: node-1, workers: 1}]}; {workers: 0}                 | 1 on node-1; nothing
          {workers: 3, on: [{node: node-1, workers: 2}, {node: node-0, workers: 1}]}; {workers: 1} | 3 on node-0, node-1; 1 on node-0
          {workers: 8}; {}                                                 | 8 on node-0, node-1; nothing
          """)
  void runningTasksAreOnTheNamedNodesOrFirstFit(String running, String where) throws IOException {
    var text = new StringBuilder("cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}\njobs:\n");
    for (String one : running.split("; ", -1)) {
      text.append(
          "  - {worker: {gpu: 1}, bounds: {workers: {max: 8}}, work: 1, running: %s}\n"
              .formatted(one));
    }

    List<String> found = new ArrayList<>();
    read(text.toString()).jobs().forEach(job -> found.add(job.allocation().toString()));
    assertThat(String.join("; ", found)).isEqualTo(where);
  }

  @Test
  void workersAndServersArePlacedOnOneNodeIfTheyFit() throws IOException {
    Cluster cluster =
        read(
            """
            cluster: {nodes: [{count: 2, resources: {gpu: 4, cpu: 8}}]}
            jobs:
              - {worker: {gpu: 1, cpu: 1}, server: {cpu: 2}, work: 1, running: {workers: 3, servers: 2}}
              - {worker: {gpu: 1, cpu: 1}, server: {cpu: 3}, work: 1, running: {workers: 4, servers: 1}}
            """);

    assertThat(cluster.jobs())
        .extracting(job -> job.allocation().toString())
        .containsExactly("3+2 on node-0", "4+1 on node-1");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          time: 100       | time: -100     | s.yaml:1:7: time cannot be negative, but is -100
          time: 100       | time: 0        | s.yaml:4:22: jobs[0].arrived is 1970-01-01T00:00:01Z, after the time of the picture, 1970-01-01T00:00:00Z
          time: 100       | tim: 100       | s.yaml:1:1: unknown key "tim"; did you mean "time"? known: cluster, down, drained, jobs, kind, queues, rescale, time
          arrived: 1      | arrived: 200   | s.yaml:4:22: jobs[0].arrived is 1970-01-01T00:03:20Z, after the time of the picture, 1970-01-01T00:01:40Z
          arrived: 1      | arived: 1      | s.yaml:4:13: unknown key "arived" in jobs[0]; did you mean "arrived"? known: after, arrived, attained, bounds, cooldo
          {workers: 2}    | {workers: 9}   | s.yaml:4:109: jobs[0].running: there is no room for 9 tasks of a beside the jobs before it
          {workers: 2}    | {workers: -1}  | s.yaml:4:119: jobs[0].running.workers cannot be negative, but are -1
          {workers: 2}    | {on: [{node: node-7, workers: 2}]} | s.yaml:4:122: jobs[0].running.on[0].node: unknown node "node-7"; did you mean "node-0"? known: node-0, node-1
          {workers: 2}    | {on: [{node: node-0, workers: 1}, {node: node-0, workers: 1}]} | s.yaml:4:150: jobs[0].running.on[1].node: node-0 occurs a second time
          {workers: 2}    | {workers: 3, on: [{node: node-0, workers: 1}]} | s.yaml:4:109: jobs[0].running: it holds 3 in all, but 1 on the nodes
          {workers: 2}    | {workers: 2, started: 0}  | s.yaml:4:131: jobs[0].running.started is 1970-01-01T00:00:00Z, before the job's arrival, 1970-01-01T00:00:01Z
          {workers: 2}    | {workers: 2, changed: 101}  | s.yaml:4:131: jobs[0].running.changed is 1970-01-01T00:01:41Z, after the time of the picture, 1970-01-01T00:01:40Z
          {workers: 2}    | {workers: 2, changed: 0}  | jobs[0].running.changed is 1970-01-01T00:00:00Z, before the job's arrival, 1970-01-01T00:00:01Z
          {workers: 2}    | {workers: 2, started: 9, changed: 8}  | jobs[0].running.changed is 1970-01-01T00:00:08Z, before its start, 1970-01-01T00:00:09Z
          running:        | held: true, running:    | jobs[0].held: the job holds tasks, but the scheduler stops a job at once when it is held; leave out held or running
          running:        | hasRun: false, running: | jobs[0].hasRun must not be false for a job that holds tasks
          time: 100       | time: 100\\ndown: [node-0] | s.yaml:2:7: down: node-0 is a node of the cluster, so it is up
          running:        | cooldown: 1h, running: | s.yaml:4:123: jobs[0].running: cooldown protects the job for 3600s, so it needs the key started: the time since which it runs
          time: 100       | time: 100\\ndrained: [node-2] | s.yaml:2:10: drained: unknown node "node-2"; did you mean "node-0"? known: node-0, node-1
          done: 2         | done: 11       | s.yaml:4:96: jobs[0].work.done must be between 0 and the total of 10.0, not 11.0
          running:        | attained: -1, running: | s.yaml:4:110: jobs[0].attained: attained service cannot be negative: -1.0
          running:        | utility: 7, running: | s.yaml:4:109: jobs[0].utility must be a group of keys and values, not 7
          running:        | phase: warm, running: | s.yaml:4:107: jobs[0].phase must not be "warm"; known: early-feedback, training
          - {id: a        | - {id: a, worker: {gpu: 1}, work: 1}\\n  - {id: a | s.yaml:5:5: jobs[1]: the name a belongs to jobs[0] already
          """)
  void aMistakeIsOneLineWithItsPlace(String good, String bad, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(SMALL.replace(good, bad.replace("\\n", "\n"))))
        .satisfies(
            mistake -> assertThat(mistake.getMessage()).doesNotContain("\n").contains(message));
  }

  @Test
  void theWorkOfAJobIsCheckedBesideItsOtherKeys() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() ->
            read(
                """
                cluster: {capacity: {gpu: 4}}
                jobs: [{id: a, worker: {gpu: 1}, bounds: {workers: {min: 5, max: 2}}, work: -1}]
                """))
        .satisfies(all ->
            assertThat(all.mistakes())
                .extracting(InputException::getMessage)
                .hasSize(2)
                .anyMatch(message -> message.contains("min is 5, above max 2"))
                .anyMatch(message -> message.contains("a finite number of steps above 0")));
  }

  @Test
  void notesAreReadByTheNameOfTheirPolicy() throws IOException {
    Catalog installed = Catalog.installed();
    Job job =
        only(
            """
            worker: {gpu: 1}
            work: 5
            notes:
              tiresias-l: {level: 1, turn: -3}
              h-scheduler: {kind: refused, size: {workers: 4, servers: 2}}
              of-another-cluster: {anything: [1, 2]}
            """,
            installed);

    assertThat(job.notes().byPolicy().values().stream().map(Object::toString))
        .containsExactlyInAnyOrder(
            "QueueLevel[level=1, turn=-3]",
            "Refused[size=4+2]",
            "UnreadNote[written={\"anything\":[1,2]}]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tiresias-l: {level: 1}              | jobs[0].notes.tiresias-l.turn is missing
          tiresias-l: {level: 1, turns: 0}    | unknown key "turns" in jobs[0].notes.tiresias-l; did you mean "turn"?
          tiresias-l: 7                       | jobs[0].notes.tiresias-l must be a group of keys and values, not 7
          h-scheduler: {kind: refusd}         | jobs[0].notes.h-scheduler.kind must not be "refusd"; did you mean "refused"?
          h-scheduler: {size: {workers: 4}}   | jobs[0].notes.h-scheduler.kind is missing
          """)
  void aMistakeInANoteOfAnInstalledPolicyHasItsPlace(String note, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() ->
            only("{worker: {gpu: 1}, work: 5, notes: {%s}}".formatted(note), Catalog.installed()))
        .withMessageContaining(message);
  }

  @Test
  void runningTasksThatDoNotFitBesideTheOthersAreRefused() {
    String jobs =
        """
        cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
        jobs:
          - {id: a, worker: {gpu: 3}, running: {workers: 2}, work: 1}
          - {id: b, worker: {gpu: 1}, running: {workers: 3}, work: 1}
        """;
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(jobs))
        .withMessageEndingWith(
            "s.yaml:4:40: jobs[1].running: there is no room for 3 tasks of b beside the jobs before it");
  }

  private Job only(String job) throws IOException {
    return only(job, Plugins.catalog());
  }

  private Job only(String job, Catalog catalog) throws IOException {
    String indented = job.strip().replace("\n", "\n    ");
    Cluster cluster =
        read(
            "time: 100\ncluster: {nodes: [{count: 2, resources: {gpu: 4}}]}\njobs:\n  - "
                + indented
                + "\n",
            catalog);
    return cluster.jobs().iterator().next();
  }

  private Cluster read(String text) throws IOException {
    return read(text, Plugins.catalog());
  }

  private Cluster read(String text, Catalog catalog) throws IOException {
    return StateFile.read(Files.writeString(folder.resolve("s.yaml"), text), catalog);
  }

  @Test
  void nodeWithMoreTasksThanItsResourcesTakesNoOtherTask() throws IOException {
    String text =
        """
        time: 100
        cluster: {nodes: [{id: n, resources: {gpu: 4}}, {id: m, resources: {gpu: 4}}]}
        jobs:
          - {id: a, worker: {gpu: 1}, work: 5, running: {on: [{node: n, workers: 6}]}}
          - {id: b, worker: {gpu: 1}, work: 5, running: {workers: 4}}
        """;

    Cluster cluster = read(text);

    Job second =
        cluster.jobs().stream()
            .filter(job -> job.id().name().equals("b"))
            .findFirst()
            .orElseThrow();
    assertThat(second.allocation().shares().getFirst().node().name()).isEqualTo("m");
  }
}
