package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Dependency;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.job.Hook;
import dev.ductile.scenario.job.JobMoment;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.scenario.job.SubmittedJobs;
import dev.ductile.text.InputException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFileTest {
  private static final Nodes NODES =
      Nodes.of(
          List.of(new Node(new NodeId("node-0"), Resources.of(Map.of("gpu", 4.0, "cpu", 8.0)))));

  @Test
  void aCommandAloneIsAJobOfOneWorkerWithUnknownWorkThatNeverCountsAsHung() {
    JobRequest request = read("hello.yaml", "command: [echo, hello]");

    JobSpec job = request.jobs().getFirst();
    assertThat(request.name()).isEqualTo("hello");
    assertThat(job.id()).isEqualTo(new JobId("hello"));
    assertThat(job.owner()).isEmpty();
    assertThat(job.work().isUnknown()).isTrue();
    assertThat(job.bounds()).isEqualTo(Bounds.rigid(Size.workers(1)));
    assertThat(job.demand().worker()).isEqualTo(Resources.of("cpu", 1));
    assertThat(job.program().command()).containsExactly("echo", "hello");
    assertThat(job.program().stall()).isEqualTo(Program.NO_STALL);
    assertThat(job.program().directory()).isEqualTo("/home/ann");
    assertThat(request.speed().isUnknown()).isTrue();
  }

  @Test
  void keysMeanTheSameAsInScenarios() {
    JobRequest request =
        read(
            "a.yaml",
            """
            name: resnet
            labels: {team: vision}
            queue: research
            priority: 5
            worker: {gpu: 1, cpu: 2}
            bounds: {workers: {allowed: [1, 2, 4]}}
            work: {total: 90, unit: epochs}
            cooldown: 1m
            pause: 20s
            program: {command: [python3, train.py], directory: code, stall: 1m, env: {LR: "0.1"}}
            secrets: [{name: WANDB_API_KEY, from: wandb}, {name: TOKEN}]
            hooks: [{on: [failed], webhook: "https://example.org/a"}]
            """);

    JobSpec job = request.jobs().getFirst();
    assertThat(job.queue()).isEqualTo("research");
    assertThat(job.priority()).isEqualTo(5);
    assertThat(job.bounds().workers().allowed()).containsExactly(1, 2, 4);
    assertThat(job.work().unit()).isEqualTo("epochs");
    assertThat(job.protection().cooldown()).isEqualTo(Duration.ofMinutes(1));
    assertThat(job.program().directory()).isEqualTo("/home/ann/code");
    assertThat(job.program().environment()).containsExactly(Map.entry("LR", "0.1"));
    assertThat(job.program().secrets())
        .isEqualTo(Map.of("WANDB_API_KEY", "wandb", "TOKEN", "TOKEN"));
    assertThat(request.pause()).contains(Duration.ofSeconds(20));
    assertThat(request.labels().values()).containsEntry("team", "vision");
    assertThat(request.hooks())
        .containsExactly(
            new Hook(
                List.of(JobMoment.FAILED), URI.create("https://example.org/a"), Optional.empty()));
  }

  @Test
  void aCommandFailsAtOnceWithTheExitCodesThatKubeflowHoldsForPermanent() {
    assertThat(failOn("")).containsExactly(1, 2, 128, 139);
    assertThat(failOn("retry: {restarts: 5, retryOn: [1], failOn: [3]}"))
        .containsExactly(2, 3, 128, 139);
    assertThat(read("a.yaml", "train: ads.yaml").jobs().getFirst().program().failOn()).isEmpty();
  }

  @Test
  void aTrainingJobOfAFileChangesItsSizeWhileItTrains() {
    JobSpec job = read("a.yaml", "train: ads.yaml").jobs().getFirst();

    assertThat(job.program().command()).containsExactly("@trainer", "/home/ann/ads.yaml");
    assertThat(job.rescaleMode()).isEqualTo(RescaleMode.HOT);
    assertThat(job.bounds().workers().most()).isEqualTo(8);
    assertThat(job.bounds().servers().least()).isEqualTo(1);
    assertThat(job.request()).contains(new Size(1, 1));
    assertThat(job.program().stall()).isEqualTo(Program.NONE.stall());
  }

  @Test
  void aTrainingJobMayStandInTheJobFile() {
    JobRequest request =
        read(
            "a.yaml",
            """
            name: digits
            train: {model: softmax, data: {generate: digits}, stop: {steps: 70}, workers: 2, servers: 2, replication: 2}
            """);

    JobSpec job = request.jobs().getFirst();
    assertThat(job.work().steps()).isEqualTo(70);
    assertThat(job.request()).contains(new Size(2, 2));
    assertThat(job.bounds().servers().least()).isEqualTo(2);
    assertThat(job.program().command())
        .startsWith("@trainer", "--inline")
        .endsWith("--in", "/home/ann");
    assertThat(job.program().command().get(2)).contains("\"job\":\"digits\"", "softmax");
  }

  @Test
  void anAllReduceTrainingJobHasNoServers() {
    JobSpec job =
        read("a.yaml", "train: {model: softmax, data: {generate: digits}, servers: 0}")
            .jobs()
            .getFirst();

    assertThat(job.bounds().servers().most()).isZero();
  }

  @Test
  void anObjectOfKubernetesHasTheSameKeysInside() {
    JobRequest request =
        read(
            "a.yaml",
            """
            apiVersion: ductile.dev/v1
            kind: Job
            metadata: {name: resnet, labels: {team: vision}}
            spec:
              command: [train]
              queue: night
            """);

    assertThat(request.name()).isEqualTo("resnet");
    assertThat(request.labels().values()).containsEntry("team", "vision");
    assertThat(request.jobs().getFirst().queue()).isEqualTo("night");
  }

  @Test
  void anArrayHasAJobForEachElement() {
    List<JobSpec> jobs =
        read("a.yaml", "{name: sweep, command: [train], array: [{LR: 0.1}, {LR: 0.2}]}").jobs();

    assertThat(jobs).extracting(job -> job.id().name()).containsExactly("sweep-0", "sweep-1");
    assertThat(jobs.get(1).program().environment())
        .containsEntry("LR", "0.2")
        .containsEntry("DUCTILE_ARRAY_INDEX", "1")
        .containsEntry("DUCTILE_ARRAY_SIZE", "2");
    assertThat(read("a.yaml", "{command: [train], array: 3}").jobs()).hasSize(3);
    assertThat(read("a.yaml", "{name: b, command: [train], array: '2-3,7'}").jobs())
        .extracting(job -> job.id().name())
        .containsExactly("b-2", "b-3", "b-7");
  }

  @Test
  void torchrunStartsTheCommandIfTheFileSaysSo() {
    assertThat(
            read("a.yaml", "{runtime: torchrun, command: [train.py, --fast]}")
                .jobs()
                .getFirst()
                .program()
                .command())
        .containsExactly("torchrun", "train.py", "--fast");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {command: [a], quueue: b}              | did you mean "queue"
          {comand: [a]}                          | unknown key "comand"; did you mean "command"? known: after
          {name: b, tran: c.yaml}                | unknown key "tran"; did you mean "train"
          {program: {comand: [a]}}               | unknown key "comand" in program; did you mean "command"
          {command: [a], env: {A: b}}            | unknown key "env"; did you mean "program.env"
          {command: [a], workers: 4}             | did you mean "bounds.workers"
          {command: [a], gpu: 1}                 | did you mean "worker.gpu"
          {command: [a], directroy: b}           | did you mean "program.directory"
          {apiVersion: ductile.dev/v1, kind: Job, spec: {comand: [a]}} | unknown key "comand" in spec; did you mean "command"
          {command: [a], owner: bob}             | owner is not for a job file: the owner is the user
          {command: [a], expectedSpeed: {}}      | write the speed that you expect as speed
          {queue: b, kind: job}                  | the job needs a program: command: [python3, train.py]
          {command: [a], train: b.yaml}          | command cannot be beside train
          {command: [a], name: a/b}              | name must be 1 to 100 letters, digits
          {command: [a], array: 2000}            | array must be between 1 and 1000
          {command: [a], array: x}               | array must be a number of jobs, indexes such as 0-7
          {command: [a], runtime: ductile}       | runtime is ductile, which needs the key train
          {command: [a], worker: {gpus: 1}}      | did you mean "gpu"
          {command: [a], retry: {failOn: [143]}} | whose meaning is fixed: 143 is never a failure
          {command: [a], hooks: [{webhook: "ftp://a.b"}]} | must begin with https:// or http://
          {command: [a], after: [{job: b, condition: won}]} | must not be "won"
          {command: [a], secrets: [{name: a-b}]} | must be an environment variable
          {apiVersion: v2, kind: Job, spec: {}}  | apiVersion must be ductile.dev/v1
          """)
  void aMistakeIsNamedWithItsPlace(String text, String complaint) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("a.yaml", text))
        .withMessageStartingWith("a.yaml:1:")
        .withMessageContaining(complaint);
  }

  @Test
  void severalDocumentsAreRefused() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("a.yaml", "command: [a]\n---\ncommand: [b]\n"));
  }

  @Test
  void aScriptForSlurmBecomesAJob() {
    JobRequest request =
        read(
            "train.sh",
            """
            #!/bin/bash
            #SBATCH --job-name=resnet
            #SBATCH -p night
            #SBATCH -N 1-4            # elastic
            #SBATCH --ntasks-per-node 2
            #SBATCH --cpus-per-task=1
            #SBATCH --gres=gpu:a100:2
            #SBATCH --mem=1G
            #SBATCH --array=1-2%1
            #SBATCH --dependency=afterok:prepare,afterany:clean
            #SBATCH --time=01:00:00
            srun python3 train.py
            #SBATCH --nonsense
            """);

    JobSpec job = request.jobs().getFirst();
    assertThat(request.jobs()).hasSize(2);
    assertThat(job.id().name()).isEqualTo("resnet-1");
    assertThat(job.queue()).isEqualTo("night");
    assertThat(job.bounds()).isEqualTo(Bounds.workers(1, 4));
    assertThat(job.demand().worker()).isEqualTo(Resources.of(Map.of("cpu", 2.0, "gpu", 2.0)));
    assertThat(job.demand().device().type()).isEqualTo("a100");
    assertThat(job.after())
        .containsExactly(
            new Dependency(new JobId("prepare"), Dependency.Condition.SUCCEEDED),
            new Dependency(new JobId("clean"), Dependency.Condition.ENDED));
    assertThat(job.program().command()).startsWith("/bin/bash", "-c");
    assertThat(job.program().command().get(2)).contains("srun python3 train.py");
    assertThat(request.notes())
        .anySatisfy(note -> assertThat(note).contains("--time has no effect"))
        .anySatisfy(note -> assertThat(note).contains("srun"))
        .contains("the request for memory is left out: no node counts it");
  }

  @Test
  void aLineOfAScriptMayHaveSeveralOptions() {
    JobSpec job =
        read(
                "train.sh",
                """
                #!/bin/bash
                #SBATCH --job-name=resnet --partition night --no-requeue -n 4 -c2 # all of it
                #SBATCH --gpus-per-task=1 --comment="two words" --priority=3
                python3 train.py
                """)
            .jobs()
            .getFirst();

    assertThat(job.id().name()).isEqualTo("resnet");
    assertThat(job.queue()).isEqualTo("night");
    assertThat(job.priority()).isEqualTo(3);
    assertThat(job.program().restarts()).isZero();
    assertThat(job.bounds()).isEqualTo(Bounds.workers(4, 4));
    assertThat(job.demand().worker()).isEqualTo(Resources.of(Map.of("cpu", 2.0, "gpu", 1.0)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --job-name=a b   | s.sh:2: is no option of sbatch: b
          --job-nam=a      | s.sh:2: the option job-nam of sbatch has no meaning here; did you mean "job-name"
          --nodes=many     | s.sh:2: --nodes must be a number of nodes
          --nodes          | s.sh:2: --nodes needs a value
          --mem=much       | s.sh:2: --mem must be an amount of memory such as 64G
          --dependency=x:a | s.sh:2: --dependency must be such as afterok:JOB
          nonsense         | s.sh:2: is no option of sbatch
          """)
  void aMistakeInAScriptIsNamedWithItsLine(String option, String complaint) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("s.sh", "#!/bin/sh\n#SBATCH " + option + "\n"))
        .withMessageContaining(complaint);
  }

  @Test
  void submittedJobsHaveTheirOwnerUnusedNamesAndTheJobsThatTheyWaitFor() {
    JobRequest request =
        read(
            "a.yaml",
            "{name: a, command: [train], array: 2, after: [{job: sweep, condition: ended}]}");
    var submitted =
        new SubmittedJobs(
            "ann",
            name -> new JobId(name + "-9"),
            name ->
                name.equals("sweep") ? List.of(new JobId("sweep-0"), new JobId("s1")) : List.of(),
            _ -> Duration.ofSeconds(3));

    List<Command.Submit> commands = submitted.commands(request);

    assertThat(commands)
        .extracting(command -> command.job().name())
        .containsExactly("a-0-9", "a-1-9");
    assertThat(commands.getFirst().spec().owner()).isEqualTo("ann");
    assertThat(commands.getFirst().pause()).isEqualTo(Duration.ofSeconds(3));
    assertThat(commands.getFirst().spec().after())
        .extracting(each -> each.job().name())
        .containsExactly("sweep-0", "s1");
    JobRequest unknown = read("a.yaml", "{command: [train], after: [prepare]}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> submitted.commands(unknown))
        .withMessage("job a is to start after prepare, and no job of that name was submitted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          queue: night                                     | Newest[]
          profile: {}                                      | Newest[]
          profile: {skip: false}                           | Newest[]
          profile: {from: ads-3}                           | From[job=ads-3]
          profile: {skip: true}                            | None[]
          speed: {model: constant, stepsPerSecond: 4}      | None[]
          speed: {model: unknown}                          | None[]
          """)
  void theSpeedOfAnEarlierJobIsChosenUnlessTheFileHasOne(String key, String choice) {
    assertThat(read("a.yaml", "command: [train]\n" + key).profile()).hasToString(choice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          profile: {from: a, skip: true} | from names job a and skip is true; keep one of them
          profile: {from: ''}            | from must be the id of an earlier job
          profile: {form: a}             | did you mean "from"
          profile: {budget: 60s}         | budget
          'profile: {from: a}\nspeed: {model: constant, stepsPerSecond: 4}' | profile names job a
          """)
  void aMistakeInTheProfileIsNamed(String keys, String complaint) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("a.yaml", "command: [train]\n" + keys.replace("\\n", "\n")))
        .withMessageContaining(complaint);
  }

  private static List<Integer> failOn(String keys) {
    return read("a.yaml", "command: [train]\n" + keys).jobs().getFirst().program().failOn();
  }

  private static JobRequest read(String name, String text) {
    return new JobFile(Plugins.catalog(), NODES, Path.of("/home/ann")).read(name, text);
  }
}
