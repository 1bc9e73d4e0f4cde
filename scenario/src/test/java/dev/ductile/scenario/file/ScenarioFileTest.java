package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Aggregation;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.Range;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioFileTest {
  private static final String SMALL =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
      workload: {jobs: [{id: a, worker: {gpu: 1}, work: 10}]}
      policies: [plain]
      """;

  private static final String COMPLETE =
      """
      cluster: {capacity: {gpu: 8, cpu: 64}}
      policies: [plain]
      workload:
        jobs:
          - id: second
            arrived: 10
            worker: {gpu: 1}
            work: 5
          - id: first
            arrived: 5
            owner: ann
            queue: research
            priority: -2
            shape: parameter-server
            worker: {gpu: 1, cpu: 4}
            server: {cpu: 2}
            limit: {gpu: 4, cpu: 20}
            bounds: {workers: {allowed: [1, 2, 4]}, servers: {min: 1, max: 2}}
            request: {workers: 2, servers: 2}
            work: {total: 100, unit: epochs, feedback: 10}
            speed: {model: doubling, first: 3}
            mechanism: hot
            cooldown: 5m
            minimumRun: 1m
            program:
              command: [python3, train.py, 8]
              env: {SEED: 7, DEBUG: true}
              directory: work
              progress: 'step (?<step>\\d+)'
              grace: 1m
              stall: 5m
              restarts: 0
      """;

  @TempDir private Path folder;

  @Test
  void absentKeysHaveTheirDefaults() throws IOException {
    Scenario scenario = read(SMALL);

    assertThat(scenario.name()).isEqualTo("small");
    assertThat(scenario.policies()).containsExactly(Choice.named("plain"));
    assertThat(scenario.placement()).isEqualTo(Choice.named("consolidated"));
    assertThat(scenario.rescale().cost(RescaleMode.CHECKPOINT)).isEqualTo(Cost.NOTHING);
    assertThat(scenario.rescale().start()).isZero();
    assertThat(scenario.decisions()).isEqualTo(Decisions.ON_EVENTS);
    assertThat(scenario.noise()).isEqualTo(Noise.NONE);
    assertThat(scenario.colocation()).isZero();
    assertThat(scenario.failures()).isEqualTo(Failures.NEVER);
    assertThat(scenario.feedback()).isEqualTo(Feedback.NONE);
    assertThat(scenario.limits()).isEqualTo(RunLimits.GENEROUS);
    assertThat(scenario.seeds()).containsExactly(1L);
    assertThat(scenario.loads()).containsExactly(1.0);
  }

  @Test
  void allKeysAreRead() throws IOException {
    Scenario scenario =
        read(
            SMALL
                + """
                name: everything
                placement: {name: spread}
                rescale: {start: 20s, cost: 30s, hot: [12ms, 15ms, 12ms]}
                decisions: {every: 60s}
                noise: {perRun: 0.1, every: 5m}
                colocation: 0.1
                failures: {meanTimeBetween: 30d, repair: 4h, checkpointEvery: 10m}
                feedback: {fraction: 0.25, kill: 0.5}
                limits: {decisions: 1000}
                seeds: [1, 2]
                loads: [0.5, 1]
                """);

    assertThat(scenario.name()).isEqualTo("everything");
    assertThat(scenario.placement()).isEqualTo(Choice.named("spread"));
    assertThat(scenario.rescale().start()).isEqualTo(Duration.ofSeconds(20));
    assertThat(scenario.rescale().cost())
        .isEqualTo(
            Map.of(
                RescaleMode.CHECKPOINT,
                Cost.fixed(Duration.ofSeconds(30)),
                RescaleMode.HOT,
                new Cost.Measured(
                    List.of(Duration.ofMillis(12), Duration.ofMillis(15), Duration.ofMillis(12)))));
    assertThat(scenario.rescale().cost(RescaleMode.HOT).mean()).isEqualTo(Duration.ofMillis(13));
    assertThat(scenario.decisions()).isEqualTo(new Decisions(false, Duration.ofMinutes(1)));
    assertThat(scenario.noise()).isEqualTo(new Noise(0.1, 0, Duration.ofMinutes(5)));
    assertThat(scenario.colocation()).isEqualTo(0.1);
    assertThat(scenario.failures())
        .isEqualTo(new Failures(Duration.ofDays(30), Duration.ofHours(4), Duration.ofMinutes(10)));
    assertThat(scenario.limits()).isEqualTo(new RunLimits(RunLimits.GENEROUS.horizon(), 1000));
    assertThat(scenario.seeds()).containsExactly(1L, 2L);
    assertThat(scenario.loads()).containsExactly(0.5, 1.0);
    assertThat(jobs(scenario))
        .singleElement()
        .satisfies(job -> assertThat(job.spec().work().feedbackSteps()).isEqualTo(2.5));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {nodes: [{resources: {gpu: 1}}, {count: 2, resources: {gpu: 2}}]} | node-0, node-1, node-2
          {nodes: [{id: big, resources: {gpu: 8}}, {resources: {gpu: 1}}]}  | big, node-0
          {nodes: [{id: big, count: 1, resources: {gpu: 8}}]}               | big
          {nodes: [{id: v, count: 2, resources: {gpu: 8}}]}                 | v-0, v-1
          {capacity: {gpu: 100, memory: 2TiB}}                              | pool
          """)
  void nodesHaveNames(String cluster, String names) throws IOException {
    Scenario scenario = read(SMALL.replaceFirst("cluster: .*", "cluster: " + cluster));

    assertThat(scenario.nodes().list())
        .extracting(node -> node.id().name())
        .containsExactly(names.split(", "));
  }

  @Test
  void amountsMayHaveUnits() throws IOException {
    Scenario scenario =
        read(
            SMALL.replaceFirst(
                "cluster: .*", "cluster: {capacity: {gpu: 0.5, memory: 64GiB, storage: 1TB}}"));

    Node pool = scenario.nodes().get(0);
    assertThat(pool.capacity())
        .isEqualTo(Resources.of(Map.of("gpu", 0.5, "memory", 64.0 * (1L << 30), "storage", 1e12)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          worker: {gpu: 1}                                                      | 1 | 8 | 0 | 0 | 1
          worker: {gpu: 1}, request: {workers: 3}                               | 1 | 8 | 0 | 0 | 3
          worker: {gpu: 1}, request: {workers: 30}                              | 1 | 30 | 0 | 0 | 30
          worker: {gpu: 1}, limit: {gpu: 5}                                     | 1 | 5 | 0 | 0 | 1
          worker: {gpu: 1}, request: {workers: 3}, program: {command: [train]}  | 3 | 3 | 0 | 0 | 3
          worker: {gpu: 1}, program: {command: [train]}                         | 1 | 1 | 0 | 0 | 1
          worker: {gpu: 1}, bounds: {workers: {max: 4}}                         | 1 | 4 | 0 | 0 | 1
          worker: {gpu: 1}, bounds: {workers: {min: 2}}                         | 2 | 8 | 0 | 0 | 2
          worker: {gpu: 1}, bounds: {workers: {min: 20}}                        | 20 | 20 | 0 | 0 | 20
          worker: {gpu: 1}, bounds: {workers: {allowed: [4, 2]}}                | 2 | 4 | 0 | 0 | 2
          worker: {gpu: 1}, bounds: {workers: {max: 4}}, request: {workers: 2}  | 1 | 4 | 0 | 0 | 2
          worker: {gpu: 1}, server: {gpu: 1}, bounds: {workers: {max: 4}}       | 1 | 4 | 1 | 4 | 1+1
          worker: {gpu: 1}, server: {gpu: 1}, request: {workers: 2, servers: 1} | 1 | 8 | 1 | 8 | 2+1
          worker: {gpu: 1}, server: {gpu: 1}, limit: {gpu: 5}                   | 1 | 5 | 1 | 5 | 1+1
          worker: {gpu: 1}, server: {gpu: 1}, bounds: {servers: {max: 3}}, request: {workers: 2} | 1 | 8 | 1 | 3 | 2+1
          """)
  void absentSizesFollowFromTheOthers(
      String job, int least, int most, int leastServers, int mostServers, String asked)
      throws IOException {
    JobSpec spec = job(job);

    assertThat(spec.bounds().least()).isEqualTo(new Size(least, leastServers));
    assertThat(spec.bounds().most()).isEqualTo(new Size(most, mostServers));
    assertThat(spec.asked()).hasToString(asked);
    assertThat(spec.aggregation())
        .isEqualTo(mostServers > 0 ? Aggregation.PARAMETER_SERVER : Aggregation.ALL_REDUCE);
  }

  @Test
  void aJobCanHaveAllKeys() throws IOException {
    Scenario scenario = read(COMPLETE);

    assertThat(jobs(scenario))
        .extracting(job -> job.spec().id().name())
        .containsExactly("first", "second");
    Submission job = jobs(scenario).getFirst();
    JobSpec spec = job.spec();
    assertThat(job.at()).isEqualTo(Instant.ofEpochSecond(5));
    assertThat(
            Plugins.catalog()
                .speed(job.speed())
                .stepsPerSecond(Allocation.together(Size.workers(2))))
        .isEqualTo(6);
    assertThat(spec.owner()).isEqualTo("ann");
    assertThat(spec.queue()).isEqualTo("research");
    assertThat(spec.priority()).isEqualTo(-2);
    assertThat(spec.demand().limit()).isEqualTo(Resources.of(Map.of("gpu", 4.0, "cpu", 20.0)));
    assertThat(spec.bounds())
        .isEqualTo(
            new Bounds(Range.of(List.of(1, 2, 4)), Range.between(1, 2)).within(spec.demand()));
    assertThat(spec.request()).contains(new Size(2, 2));
    assertThat(spec.work().unit()).isEqualTo("epochs");
    assertThat(spec.work().feedbackSteps()).isEqualTo(10);
    assertThat(spec.rescaleMode()).isEqualTo(RescaleMode.HOT);
    assertThat(spec.protection().cooldown()).isEqualTo(Duration.ofMinutes(5));
    assertThat(spec.program().command()).containsExactly("python3", "train.py", "8");
    assertThat(spec.program().environment()).isEqualTo(Map.of("SEED", "7", "DEBUG", "true"));
    assertThat(spec.program().restarts()).isZero();
    assertThat(jobs(scenario).getLast().speed()).isSameAs(SpeedSpec.UNKNOWN);
  }

  @Test
  void loadsDivideTheGapsBetweenArrivals() throws IOException {
    Scenario scenario =
        read(
            SMALL.replaceFirst(
                "workload: .*",
                "workload: {jobs: [{arrived: 100, worker: {gpu: 1}, work: 1}, {arrived: 103, worker: {gpu: 1}, work: 1}]}"));

    try (Stream<Submission> sooner = scenario.workload().submissions(1, 2)) {
      assertThat(sooner)
          .extracting(Submission::at)
          .containsExactly(Instant.ofEpochSecond(100), Instant.ofEpochMilli(101_500));
    }
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> scenario.workload().submissions(1, 1e-12).toList())
        .withMessageContaining("too late; maybe the load is too small");
  }

  @Test
  void thePathOfATraceStartsAtItsScenario() throws IOException {
    Files.writeString(
        folder.resolve("jobs.csv"),
        """
        timestamp,duration,num_gpus,gpu_time,cluster
        2017-10-09 07:00:00,60.0,2,120.0,a
        2017-10-09 06:00:00,5.0,1,5.0,b
        2017-10-09 06:30:00,0.0,1,0.0,b
        """);
    Scenario scenario = read(SMALL.replaceFirst("workload: .*", "workload: {trace: jobs.csv}"));

    assertThat(jobs(scenario))
        .extracting(job -> job.spec().id().name())
        .containsExactly("line-3", "line-2");
    assertThat(scenario.workload().notes())
        .singleElement()
        .asString()
        .endsWith("jobs.csv: left out 1 job: took no time");
  }

  @Test
  void resourcesThatNoNodeHasAreRemovedFromATrace() throws IOException {
    Files.writeString(
        folder.resolve("jobs.csv"),
        """
        job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
        1,u,v,2,8,1,COMPLETED,2020-04-01 00:00:00,2020-04-01 00:00:01,2020-04-01 00:01:01,60,1
        2,u,v,0,8,1,COMPLETED,2020-04-01 00:00:00,2020-04-01 00:00:01,2020-04-01 00:01:01,60,1
        """);
    Scenario scenario =
        read(SMALL.replaceFirst("workload: .*", "workload: {trace: jobs.csv, format: helios}"));

    assertThat(jobs(scenario))
        .singleElement()
        .satisfies(job -> assertThat(job.spec().demand().worker()).isEqualTo(Resources.gpus(1)));
    assertThat(scenario.workload().notes()).hasSize(2);
    assertThat(scenario.workload().notes().getLast())
        .endsWith("jobs.csv: cpu is not counted, for no node has it");
  }

  private Scenario read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("small.yaml"), text);
    return ScenarioFile.read(file, Plugins.catalog());
  }

  private JobSpec job(String keys) throws IOException {
    String workload = "workload: {jobs: [{id: a, work: 10, %s}]}".formatted(keys);
    return jobs(read(SMALL.replaceFirst("workload: .*", workload))).getFirst().spec();
  }

  private static List<Submission> jobs(Scenario scenario) {
    try (Stream<Submission> jobs = scenario.workload().submissions(1, 1)) {
      return jobs.toList();
    }
  }
}
