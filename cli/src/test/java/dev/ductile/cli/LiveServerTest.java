package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.cli.CommandProcess.Answer;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.rest.client.ResourcePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a server of their own, as a newcomer uses them: without configuration. */
@Tag("process")
@Timeout(240)
final class LiveServerTest {
  @TempDir private Path folder;
  private CommandProcess ductile;
  private LiveServer server;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    ductile = new CommandProcess(folder, Map.of());
    server = LiveServer.start(ductile, "ductile-data");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aCommandIsSubmittedWatchedAndRead() throws Exception {
    assertThat(ductile.run("doctor").status()).isZero();
    String program = "echo '{\"step\": 1}'; echo done";

    Answer submitted =
        ductile.run("submit", "--name", "hello", "--wait", "--", "sh", "-c", program);

    assertThat(submitted.status()).as(submitted.err()).isZero();
    assertThat(submitted.out()).isEqualTo("hello\n");
    assertThat(submitted.err()).doesNotContain("1 workers", "0 ");
    assertThat(ductile.run("logs", "hello", "-f").out()).contains("{\"step\": 1}", "done");
    assertThat(ductile.run("job", "hello").out()).startsWith("hello  succeeded");
    assertThat(ductile.run("jobs", "--all", "-o", "name").out()).isEqualTo("hello\n");
    assertThat(ductile.run("decisions", "--job", "hello").out())
        .contains("job hello was submitted");
    assertThat(ductile.run("top", "--once").out()).contains("1 node");
    assertThat(ductile.run("job", "nothing").status()).isEqualTo(ExitStatus.NOT_FOUND);
  }

  /** The server runs meanwhile; its journal is only read. */
  @Test
  void theDaysOfAServerAreReplayedUnderAnotherPolicy() throws Exception {
    Answer submitted =
        ductile.run("submit", "--name", "short", "--wait", "--", "sh", "-c", "sleep 1");
    assertThat(submitted.status()).as(submitted.err()).isZero();

    Answer read = ductile.run("replay", "ductile-data", "-o", "csv");
    assertThat(read.status()).as(read.err()).isZero();
    assertThat(read.out()).contains("recorded", "short", "finished");

    Answer simulated =
        ductile.run("replay", "ductile-data", "-p", "same", "-p", "fifo", "-o", "csv");
    assertThat(simulated.status()).as(simulated.err()).isZero();
    assertThat(simulated.err()).doesNotContain("has no settings");
    assertThat(simulated.out()).contains("simulated");
    Answer lately = ductile.run("replay", "ductile-data", "--from", "1h", "-p", "fifo");
    assertThat(lately.status()).as(lately.err()).isZero();
    assertThat(lately.err()).contains("take as long as they did, at any size: short");
    Answer traced = ductile.run("trace", "ductile-data", "day.yaml", "--from", "yesterday");
    assertThat(traced.status()).as(traced.err()).isZero();
    Answer again = ductile.run("simulate", "day.yaml", "-p", "fifo,srtf", "-o", "json");
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(ductile.run("replay", "ductile-data", "--state-at", "1s").status()).isZero();
    assertThat(ductile.run("replay", "ductile-data", "--database", "jdbc:sqlite:none.db").err())
        .contains("there is no database none.db");
    assertThat(ductile.run("job", "short").status()).isZero();
  }

  @Test
  void aRunningJobIsScaledAndCancelled() throws Exception {
    Answer submitted =
        ductile.run("submit", "--name", "long", "--workers", "1..2", "--", "sleep", "200");
    assertThat(submitted.status()).as(submitted.err()).isZero();

    assertThat(ductile.run("scale", "long", "--workers", "1").status()).isZero();
    assertThat(ductile.run("job", "long").out()).contains("fixed by hand at 1 worker");
    assertThat(ductile.run("amend", "long", "--priority", "3").status()).isZero();
    assertThat(ductile.run("scale", "long", "--auto").status()).isZero();
    assertThat(ductile.run("cancel", "long", "--why", "the end").status()).isZero();

    assertThat(ductile.run("job", "long", "--wait", "-o", "name").status())
        .isEqualTo(ExitStatus.JOB_FAILED);
    assertThat(ductile.run("cancel", "long").status()).isEqualTo(ExitStatus.CONFLICT);
  }

  @Test
  void aSecretIsStoredAndNeverShown() throws Exception {
    Files.writeString(folder.resolve("key"), "tell-nobody\n");
    Files.writeString(
        folder.resolve("job.yaml"),
        "{name: spy, command: [sh, -c, 'echo $KEY; echo ${#KEY}'], secrets: [{name: KEY, from: wandb}]}");

    Answer refused = ductile.run("submit", "job.yaml");
    assertThat(refused.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(refused.err())
        .contains("has no secret wandb; store it: ductile secrets set wandb --file FILE");
    assertThat(ductile.run("secrets", "set", "wandb").err()).contains("standard input is empty");

    assertThat(ductile.run("secrets", "set", "wandb", "--file", "key").err())
        .isEqualTo("stored wandb\n");
    assertThat(ductile.run("secrets").out()).contains("wandb").doesNotContain("tell-nobody");
    assertThat(ductile.run("submit", "job.yaml", "--wait").status()).isZero();
    assertThat(ductile.run("logs", "spy").out())
        .contains("***", "11")
        .doesNotContain("tell-nobody");
    assertThat(ductile.run("secrets", "remove", "wandb").status()).isZero();
    assertThat(ductile.run("secrets", "remove", "wandb").status()).isEqualTo(ExitStatus.NOT_FOUND);
    assertThat(ductile.run("secrets", "-o", "name").out()).isEmpty();
  }

  @Test
  void pathsBeginInTheFolderOfAJobFileAndInTheWorkingDirectoryForScripts() throws Exception {
    Path jobs = Files.createDirectories(folder.resolve("project/jobs"));
    Files.writeString(folder.resolve("project/where.sh"), "pwd\n");
    Files.writeString(jobs.resolve("a.yaml"), "{command: [sh, ../where.sh], name: a}\n");
    Files.writeString(
        jobs.resolve("b.yaml"), "{program: {command: [sh, where.sh], directory: ..}, name: b}\n");
    Files.writeString(
        jobs.resolve("c.sh"), "#!/bin/sh\n#SBATCH --job-name=c\nsh project/where.sh\n");

    assertThat(where("a", "submit", "project/jobs/a.yaml")).isEqualTo(jobs);
    assertThat(where("a-2", "submit", "project/jobs/a.yaml", "--set", "priority=2"))
        .isEqualTo(jobs);
    assertThat(where("b", "submit", "project/jobs/b.yaml")).isEqualTo(folder.resolve("project"));
    assertThat(where("c", "submit", "project/jobs/c.sh")).isEqualTo(folder);
    assertThat(where("sh", "submit", "--", "sh", "project/where.sh")).isEqualTo(folder);
  }

  /** The working directory that a job prints. */
  private Path where(String job, String... words) throws IOException, InterruptedException {
    Answer submitted = ductile.run(words);
    assertThat(submitted.out()).as(submitted.err()).isEqualTo(job + "\n");
    assertThat(ductile.run("job", job, "--wait", "-o", "name").status()).isZero();
    return Path.of(ductile.run("logs", job).out().strip());
  }

  @Test
  void aMisspeltKeyIsNamedWithItsLineUnlessTheCommandLineHasChangedTheFile() throws Exception {
    Files.writeString(folder.resolve("job.yaml"), "name: typo\nworker: {cpu: 1}\ncomand: [a]\n");

    assertThat(ductile.run("submit", "job.yaml").err())
        .startsWith(
            "ductile: job.yaml:3:1: unknown key \"comand\"; did you mean \"command\"? known: ")
        .hasLineCount(1);
    assertThat(ductile.run("submit", "job.yaml", "--set", "priority=2").err())
        .startsWith("ductile: job.yaml: unknown key \"comand\"; did you mean \"command\"? known: ")
        .hasLineCount(1);
    assertThat(ductile.run("submit", "--memory", "much", "--", "a").err())
        .startsWith("ductile: the command: worker.memory must be ");
  }

  /** Its master prints the parts of a step, and the node agent measures its processes. */
  @Test
  void theStepsOfATrainingJobHaveTheirPartsAndItsUseIsMeasured() throws Exception {
    Files.writeString(
        folder.resolve("job.yaml"),
        "{name: digits, train: {model: softmax, data: {generate: digits}, stop: {steps: 10000000}}}");
    assertThat(ductile.run("submit", "job.yaml").out()).isEqualTo("digits\n");

    String details = "";
    for (int look = 0; look < 40 && !details.contains("account     used "); look++) {
      LockSupport.parkNanos(500_000_000);
      details = ductile.run("job", "digits").out();
    }
    assertThat(details).containsPattern("account +used [0-9.]+% of [0-9.]+ device-hours");
    assertThat(ductile.run("top", "--once").out()).contains(" in use");
    assertThat(samples("digits"))
        .isNotEmpty()
        .anySatisfy(sample -> {
          assertThat(sample.computeSeconds().orElse(0.0)).isPositive();
          assertThat(sample.syncSeconds().orElse(0.0)).isPositive();
        });
    assertThat(ductile.run("cancel", "digits").status()).isZero();
    assertThat(ductile.run("job", "digits", "--wait").out()).contains("account     used ");
  }

  private List<JobSample> samples(String job) throws IOException {
    Path data = folder.resolve("ductile-data");
    var connection =
        new Connection(
            URI.create(Files.readString(data.resolve("address")).strip()),
            BearerToken.of(Files.readString(data.resolve("token")).strip()),
            Optional.empty(),
            Duration.ofSeconds(30));
    try (var client = new Client(connection, time -> LockSupport.parkNanos(time.toNanos()))) {
      return client.list(ResourcePath.of("jobs", job, "samples"), JobSample.class).items();
    }
  }

  @Test
  void aQueueIsMadeChangedKeyByKeyAndDeleted() throws Exception {
    Answer mistyped = ductile.run("queues", "set", "research", "weight=2");
    assertThat(mistyped.status()).isEqualTo(ExitStatus.NOT_FOUND);
    assertThat(mistyped.err()).contains("there is no queue research", "queues set --create");

    Answer made =
        ductile.run("queues", "set", "research", "guaranteed.cpu=1", "userQuota.cpu=2", "--create");
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(ductile.run("queues", "set", "research", "weight=8", "halfLife=7d").status())
        .isZero();
    Answer set = ductile.run("queues", "set", "research", "maxPriority=10", "guaranteed=null");
    assertThat(set.status()).as(set.err()).isZero();

    assertThat(ductile.run("queues", "-o", "csv").out())
        .startsWith(
            "queue,running,pending,share,fair share,steady share,weight,used,guaranteed,quota,borrowed,"
                + "may borrow,user quota,max priority,half-life,past device-hours\n")
        .contains("\nresearch,0,0,0,0,0.89,8,,,,,yes,2 cpu,10,604800,0\n");
    assertThat(ductile.run("queues", "-o", "wide").out()).contains("USER QUOTA", "7d", "2 cpu");
    assertThat(ductile.run("queues", "delete", "research").err())
        .isEqualTo("removed queue research\n");
    assertThat(ductile.run("queues", "-o", "name").out()).isEqualTo("default\n");
    assertThat(ductile.run("queues", "delete", "default").status()).isEqualTo(ExitStatus.CONFLICT);
  }

  @Test
  void aNodeThatIsNotThereIsNotFound() throws Exception {
    Answer drained = ductile.run("nodes", "drain", "nope");
    assertThat(drained.status()).isEqualTo(ExitStatus.NOT_FOUND);
    assertThat(drained.err()).contains("there is no node nope");
    assertThat(ductile.run("what-if", "--lose", "nope").status()).isEqualTo(ExitStatus.NOT_FOUND);
  }

  @Test
  void aViewerMayLookAndNotSubmit() throws Exception {
    assertThat(ductile.run("tokens", "create", "eyes", "--role", "viewer", "--out", "t").status())
        .isZero();

    assertThat(ductile.run("jobs", "--token-file", "t").status()).isZero();
    assertThat(ductile.run("submit", "--token-file", "t", "--", "true").status())
        .isEqualTo(ExitStatus.DENIED);
    assertThat(ductile.run("audit", "-o", "csv").out()).contains("403");
  }
}
