package dev.ductile.cli.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.scenario.Catalog;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One run of validate finds all problems of a file of any kind. */
final class FileCheckerTest {
  private static final Catalog CATALOG = Catalog.installed();

  /** Each mistake is on a line of its own, which ends with a comment: the words of its message. */
  private static final String SCENARIO =
      """
      nmae: a # did you mean "name"
      cluster:
        nodes:
        - {count: 0, resources: {gpu: 1}} # cluster.nodes[0].count must be between 1
        - {resources: {gpu: lots}} # cluster.nodes[1].resources.gpu must be a number
      policies:
      - fifi # did you mean "fifo"
      - {name: tiresias-l, limit: [1]} # did you mean "limits"
      placement: pakc # did you mean "pack"
      estimator: onlin # did you mean "online"
      seeds: [1, x] # seeds[1] must be a whole number
      loads: [0] # loads must be finite numbers above 0
      colocation: 2 # colocation must be at least 0 and below 1
      rescale: {start: soon} # rescale.start must be a duration
      workload:
        jobs:
        - {id: a, worker: {gpu: 1}, work: ten, speed: {model: constant, stepsPerSecond: 1}} # must be a number of steps
        - {id: b, worker: {gpu: 1}, work: 10, speed: {model: konstant, stepsPerSecond: 1}} # did you mean "constant"
        - {id: c, wroker: {gpu: 1}, work: 10, speed: {model: constant, stepsPerSecond: 1}} # did you mean "worker"
      """;

  private static final String STATE =
      """
      cluster: {nodes: [{resources: {gpu: 4}}]}
      jbos: [] # did you mean "jobs"
      time: yesterday # time must be a time
      drained: node # drained must be a list
      """;

  private static final String JOBS_OF_A_STATE =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
      time: 100
      jobs:
      - {id: a, worker: {gpu: 1}, work: 10, held: perhaps, speed: {model: constant, stepsPerSecond: 1}} # held must be true or false
      - {id: b, worker: {gpu: 1}, work: 10, speed: {model: constant}} # stepsPerSecond is missing
      - {id: c, worker: {gpu: 1}, work: 10, speed: {model: constant, stepsPerSecond: 1}}
      - {id: c, worker: {gpu: 1}, work: 10, speed: {model: constant, stepsPerSecond: 1}} # the name c belongs to jobs[2]
      """;

  private static final String PLACES_IN_A_STATE =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
      time: 100
      jobs:
      - {id: a, worker: {gpu: 1}, work: 10, arrived: 200, speed: {model: constant, stepsPerSecond: 1}} # arrived is
      - {id: b, worker: {gpu: 1}, work: 10, running: {workers: 1, on: [{node: node-7, workers: 1}]}, speed: {model: constant, stepsPerSecond: 1}} # did you mean "node-
      """;

  private static final String RESOURCES_IN_A_STATE =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
      jobs:
      - {id: a, worker: {gpus: 1}, work: 10, speed: {model: constant, stepsPerSecond: 1}} # did you mean "gpu"
      - {worker: {tpu: 1}, work: 10, speed: {model: constant, stepsPerSecond: 1}} # needs 1 × tpu
      """;

  private static final String TRAINING_JOB =
      """
      job: two words # two words
      model: {kind: svm, classes: 3} # classes is no setting of svm
      data: {file: nowhere.csv} # nowhere.csv
      optimizer: {kind: sgd, momentum: 0.5} # did not get here
      batch: {examples: 1, perWorker: 1} # one of examples
      stop: {epoch: 3} # did you mean "epochs"
      checkpoint: {every: often} # checkpoint.every must be a duration
      workers: 0 # workers must be at least 1
      validation: 5 # must be a share such as 10%
      """;

  private static final String REPRODUCTION =
      """
      title: A title
      papr: {title: none} # did you mean "paper"
      figure: Fig. 1
      x: {label: Devices}
      y: {lable: Jobs} # did you mean "label"
      experiment:
        decide: {}
        measure: granted
        x: [1, 2]
        lines: [{name: fifo, policy: fifo}]
        seed: 1..10 # did you mean "seeds"
      claims:
      - {claim: One., checks: [{line: fifo, incresing: true}]} # did you mean "increasing"
      - {claim: Two., chekcs: [{line: fifo, decreasing: true}]} # did you mean "checks"
      """;

  private static final String SPEED_MODEL =
      """
      kind: speed-model
      model: constant
      stepPerSecond: 1 # did you mean "stepsPerSecond"
      workrs: 4 # did you mean "workers"
      """;

  private static final String SPEEDS =
      """
      workers,stepsPerSecond
      1,10
      two,19 # workers must be a finite number
      3,-1 # stepsPerSecond must be above 0
      4,30
      """;

  private static final String LOSSES =
      """
      step,loss
      1,0.9
      1.5,0.8 # step must be a whole number
      3,low # loss must be a number
      """;

  private static final String PHASES =
      """
      {"worker": "a", "seconds": {"downlink": 1, "worker": 1, "uplink": 1, "server": 1}}
      {"worker": "a", "seconds": {"downlink": 1, "worker": 1, "uplink": 1}} # seconds.server is missing
      {"worker": "a", "seconds": {"downlink": "x", "worker": 1, "uplink": 1, "server": 1}} # seconds.downlink must be a number
      """;

  private static final String DUCTILE_TRACE =
      """
      {"ductile-trace": 1}
      {"id": "a", "worker": {"gpu": 1}, "wrok": 10} # did you mean "work"
      {"id": "b", "worker": {"gpu": 1}, "work": 10, "arrived": "noon", "priority": "high"} # arrived must be a time
      """;

  private static final String RIGID_CSV =
      """
      job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,iteration_time,priority
      7,four,2500,1000,resnet,64,200000,0,200,0 # num_gpu must be
      3,1,soon,50,bert,4,5000,2500,100,1 # submit_time must be
      """;

  private static final String PHILLY =
      """
      timestamp,duration,num_gpus,gpu_time,cluster
      2017-10-09 07:01:55,long,1,66.0,abc # duration must be
      yesterday,2951.0,8,23608.0,xyz # timestamp must be
      """;

  private static final String HELIOS =
      """
      job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
      11,u1,vcA,many,48,1,COMPLETED,2020-04-01 10:00:00,2020-04-01 10:00:05,2020-04-01 11:00:05,3600,5 # gpu_num must be
      12,u2,vcB,1,30,3,FAILED,2020-04-01 09:00:00,2020-04-01 09:00:05,2020-04-01 09:01:05,long,5 # duration must be
      """;

  private static final String SACCT =
      """
      JobID|JobName|User|Partition|Submit|TraceStart|End|Elapsed|State|NCPUS|AllocTRES|ReqTRES
      100|a|ann|gpu|noon|2024-05-01T10:00:05|2024-05-02T12:03:09|1-02:03:04|COMPLETED|16|cpu=16,gres/gpu=4|x=1 # Submit must be
      101|a|ann|gpu|2024-05-01T10:00:00|2024-05-01T10:00:05|2024-05-02T12:03:09|long|COMPLETED|16|cpu=16,gres/gpu=4|x=1 # Elapsed must be
      """;

  private static final String SWF =
      """
      ; Version: 2.2
         9      5   5   100   4  -1 -1  4 3600 -1 1 7 2 -1 3 -1 -1 -1
         1     10   5  long   4  -1 -1  4 3600 -1 1 7 2 -1 3 -1 -1 -1 # must be
         2      0   5   60  few  -1 -1  2 3600 -1 1 8 2 -1 -1 -1 -1 -1 # must be
      """;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void everyProblemIsFoundInOneRun(String name, String text, CheckedKind kind) throws IOException {
    Finding found = check(name, text, 20);

    assertThat(found.kind()).isEqualTo(kind.toString());
    var expected = new ArrayList<String>();
    var lines = new ArrayList<Long>();
    List<String> all = text.lines().toList();
    for (int i = 0; i < all.size(); i++) {
      String[] parts = all.get(i).split(" # ", 2);
      if (parts.length == 2 && !parts[1].startsWith("did not")) {
        lines.add(i + 1L);
        expected.add(parts[1]);
      }
    }
    assertThat(found.problems())
        .extracting(problem -> problem.place().orElseThrow().line())
        .as("%s", found.problems())
        .containsAll(lines);
    for (int i = 0; i < expected.size(); i++) {
      String words = expected.get(i);
      long line = lines.get(i);
      assertThat(found.problems())
          .filteredOn(problem -> problem.place().orElseThrow().line() == line)
          .extracting(InputException::getMessage)
          .anyMatch(message -> message.contains(words));
    }
    assertThat(found.isValid()).isFalse();
    assertThat(found.isComplete()).isTrue();
  }

  private static Stream<Arguments> files() {
    return Stream.of(
        arguments("a.yaml", SCENARIO, CheckedKind.SCENARIO),
        arguments("b.yaml", STATE.replace("jbos", "kind: state\njbos"), CheckedKind.STATE),
        arguments("c.yaml", JOBS_OF_A_STATE, CheckedKind.STATE),
        arguments("d.yaml", PLACES_IN_A_STATE, CheckedKind.STATE),
        arguments("e.yaml", RESOURCES_IN_A_STATE, CheckedKind.STATE),
        arguments("f.yaml", TRAINING_JOB, CheckedKind.TRAINING_JOB),
        arguments("g.yaml", REPRODUCTION, CheckedKind.REPRODUCTION),
        arguments("h.yaml", SPEED_MODEL, CheckedKind.SPEED_MODEL),
        arguments("i.csv", SPEEDS, CheckedKind.SPEEDS),
        arguments("j.csv", LOSSES, CheckedKind.LOSSES),
        arguments("k.jsonl", PHASES, CheckedKind.PHASES),
        arguments("l.jsonl", DUCTILE_TRACE, CheckedKind.TRACE),
        arguments("m.csv", RIGID_CSV, CheckedKind.TRACE),
        arguments("n.csv", PHILLY, CheckedKind.TRACE),
        arguments("o.csv", HELIOS, CheckedKind.TRACE),
        arguments("p.txt", SACCT, CheckedKind.TRACE),
        arguments("q.swf", SWF, CheckedKind.TRACE));
  }

  @Test
  void aProblemHasItsPlaceItsKeyAndASuggestion() throws IOException {
    JsonNode problem =
        check(
                "a.yaml",
                "cluster: {capacity: {gpu: 1}}\npolicies: [fifi]\nworkload: {jobs: []}\n",
                20)
            .tree()
            .at("/problems/0");

    assertThat(problem)
        .hasToString(
            "{\"line\":2,\"column\":12,\"key\":\"policies[0]\",\"message\":"
                + problem.get("message")
                + ",\"suggestion\":\"fifo\"}");
    assertThat(problem.path("message").asText()).contains("unknown policy \"fifi\"");
  }

  @Test
  void theNumberOfProblemsHasALimit() throws IOException {
    var jobs =
        new StringBuilder("cluster: {capacity: {gpu: 1}}\npolicies: [fifo]\nworkload:\n  jobs:\n");
    for (int i = 0; i < 1_000; i++) {
      jobs.append("  - {id: j").append(i).append("}\n");
    }

    Finding found = check("a.yaml", jobs.toString(), 7);

    assertThat(found.problems()).hasSize(7);
    assertThat(found.isComplete()).isFalse();
    assertThat(found.isAtLimit()).isFalse();
    Finding most = check("a.yaml", jobs.toString(), 10_000);
    assertThat(most.isComplete()).isFalse();
    assertThat(most.isAtLimit()).isTrue();
  }

  @Test
  void aJobIsADocumentOrAScript() throws IOException {
    assertThat(check("a.yaml", "command: [train]\nbounds: {workers: {max: 3}}\n", 20).summary())
        .isEqualTo("job a, workers: 1 to 3");
    assertThat(check("b.sh", "#!/bin/sh\n#SBATCH --nodes=2\ntrue\n", 20).summary())
        .isEqualTo("job b, workers: 2");
    assertThat(check("c.yaml", "comand: [train]\n", 20).problems().getFirst().getMessage())
        .contains("a job if \"comand\" is command");
    assertThat(check("d.yaml", "command: [train]\nqueu: night\n", 20).problems())
        .singleElement()
        .satisfies(mistake ->
            assertThat(mistake.getMessage()).contains("d.yaml:2:1", "did you mean \"queue\"?"));
  }

  @Test
  void aFileOfNoKindIsAsked() throws IOException {
    assertThat(check("a.yaml", "nodes: 3\n", 20).problems().getFirst().getMessage())
        .contains(
            "write kind: scenario, state, server, training-job, job, reproduction or speed-model in it");
    assertThat(
            check("a.yaml", "model: softmax\ndta: a.txt\nworkers: 2\n", 20)
                .problems()
                .getFirst()
                .getMessage())
        .contains("a training job if \"dta\" is data, or a speed model;");
    assertThat(check("a.yaml", "kind: scenaro\n", 20).problems().getFirst().getMessage())
        .contains("did you mean \"scenario\"");
  }

  @Test
  void aJobThatIsTooLargeIsANote() throws IOException {
    Finding found =
        check(
            "a.yaml",
            """
            cluster: {capacity: {gpu: 8}}
            policies: [fifo]
            workload:
              jobs: [{id: b, worker: {gpu: 9}, work: 1, speed: {model: constant, stepsPerSecond: 1}}]
            """,
            20);

    assertThat(found.isValid()).isTrue();
    assertThat(found.notes()).hasSize(1).first().asString().contains("job b can never run");
  }

  @Test
  void theTraceOfAScenarioIsRead() throws IOException {
    Files.writeString(folder.resolve("trace.jsonl"), DUCTILE_TRACE.replaceAll(" # .*", ""));

    Finding found =
        check(
            "a.yaml",
            "cluster: {capacity: {gpu: 1}}\npolicies: [fifo]\nworkload: {trace: trace.jsonl}\n",
            20);

    assertThat(found.problems().getFirst().getMessage()).contains("trace.jsonl:2:");
  }

  @ParameterizedTest
  @EnumSource(FileKind.class)
  void everyExampleHasAKindThatItsKeysShow(FileKind kind) {
    assertThat(CheckedKind.of(kind)).hasToString(kind.word());
  }

  @Test
  void everyFileOfTheProjectIsValidWithoutOptions() throws IOException {
    var paths = new ArrayList<Path>();
    for (String where : List.of("../examples", "../reproductions")) {
      try (Stream<Path> files = Files.list(Path.of(where))) {
        files.filter(file -> file.toString().matches(".*\\.(yaml|csv)")).forEach(paths::add);
      }
    }
    assertThat(paths).hasSizeGreaterThan(10);
    for (Path path : paths) {
      Finding found = checker(20).check(InputFile.of(path), Optional.empty());
      boolean isTable = path.endsWith("jobs.csv"); // its columns need --columns
      assertThat(found.problems()).as(path.toString()).hasSize(isTable ? 1 : 0);
    }
  }

  private Finding check(String name, String text, int most) throws IOException {
    String plain = name.endsWith(".yaml") ? text : text.replaceAll("(?m) # .*$", "");
    Path file = Files.writeString(folder.resolve(name), plain);
    return checker(most).check(InputFile.of(file), Optional.empty());
  }

  private static FileChecker checker(int most) {
    return new FileChecker(CATALOG, CATALOG::formatOf, most);
  }
}
