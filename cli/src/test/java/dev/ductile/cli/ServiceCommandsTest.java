package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.ductile.cli.CommandProcess.Answer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.Blocker;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.LogPart;
import dev.ductile.rest.SizeChoice;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.Why;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands for jobs, against a real HTTP server. */
@Tag("process")
@Timeout(120)
final class ServiceCommandsTest {
  @TempDir private Path folder;
  private DocumentServer server;
  private CommandProcess ductile;

  @BeforeEach
  void start() throws IOException {
    server = new DocumentServer();
    ductile =
        new CommandProcess(
            folder,
            Map.of("DUCTILE_SERVER", server.address(), "DUCTILE_TOKEN", DocumentServer.TOKEN));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void jobsAreATable() throws Exception {
    server.with("GET /jobs", jobs());

    Answer answer = ductile.run("jobs");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.err()).isEmpty();
    List<String> lines = answer.out().lines().map(String::strip).toList();
    assertThat(lines.getFirst())
        .matches("JOB +STATE +WORKERS +SERVERS +DONE +LEFT +QUEUE +OWNER +AGE +REASON");
    assertThat(lines.get(1))
        .matches("ads +running, rescaling +4 \\(1-8\\) +0 +50% +6m +research +ada .*");
    assertThat(lines.get(2)).matches("sweep +pending +0 \\(1-8\\) .* needs 4 gpu; 2 are free");
  }

  @Test
  void jobsHaveAllForms() throws Exception {
    server.with("GET /jobs", jobs());

    assertThat(ductile.run("jobs", "-o", "name").out()).isEqualTo("ads\nsweep\n");
    assertThat(ductile.run("jobs", "-o", "json").out())
        .startsWith("{\n  \"schemaVersion\": 1,\n  \"jobs\": [");
    assertThat(ductile.run("jobs", "-o", "yaml").out()).startsWith("schemaVersion: 1\njobs:\n");
    assertThat(ductile.run("jobs", "-o", "csv").out().lines().toList().get(1))
        .startsWith("ads,running,4,0,0.5,360,research,ada,2026-01-02T03:04:05Z,,rescaling,");
    assertThat(ductile.run("jobs", "-o", "wide").out()).contains("2026-01-02 03:04:05");
    assertThat(ductile.run("jobs", "-o", "xml").status()).isEqualTo(ExitStatus.USAGE);
  }

  @Test
  void filtersGoToTheServer() throws Exception {
    server.with("GET /jobs", new ListPage<JobSummary>(List.of(), Optional.empty(), 0));

    Answer answer = ductile.run("jobs", "--state", "pending", "--queue", "a b", "--owner", "ada");

    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).startsWith("no jobs; ");
    assertThat(server.requests)
        .containsExactly("GET /jobs?limit=500&owner=ada&queue=a%20b&state=pending");
  }

  @Test
  void aJobIsAPage() throws Exception {
    server.with("GET /jobs/ads", ServerDocuments.details(ServerDocuments.running()));

    Answer answer = ductile.run("job", "ads");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out().replaceAll(" \\([0-9a-z]+ ago\\)", ""))
        .isEqualTo(
            """
            ads  running, rescaling
              queue       research, priority 5, owner ada
              size        4 workers; may have 1 to 8 workers
              progress    50% of 9000 steps, 12.5 steps/s, about 6m left
              submitted   2026-01-02 03:04:05
              started     2026-01-02 03:04:15
              nodes       node-1: 2 workers; node-2: 2 workers
              worker      1 gpu, 16 GiB memory
              shape       all-reduce, hot rescales
              command     python3 train.py
              directory   /home/ada
              labels      team=vision
              account     used 63% of 2 device-hours; waited 10s, paused 0s; 2 rescales, 0 moves, 0 preemptions, 1 restart; 0 steps made again
              logs        worker-0 (generation 2), worker-0 (generation 1)
            """);
    assertThat(ductile.run("job", "ads", "--file").out())
        .isEqualTo("command: [python3, train.py]\n");
  }

  @Test
  void aWaitEndsWithTheStateOfTheJob() throws Exception {
    for (String end : List.of("succeeded", "failed", "cancelled")) {
      server.with(
          "GET /jobs/ads",
          ServerDocuments.details(
              ServerDocuments.job("ads", end, List.of(), new TaskCounts(1, 0), 1)));

      Answer answer = ductile.run("job", "ads", "--wait", "-o", "name");

      assertThat(answer.status())
          .isEqualTo(end.equals("succeeded") ? ExitStatus.OK : ExitStatus.JOB_FAILED);
      assertThat(answer.out()).isEqualTo("ads\n");
      assertThat(answer.err()).isEqualTo("ads " + end + "\n");
    }
    server.with("GET /jobs/ads", ServerDocuments.details(ServerDocuments.running()));
    assertThat(ductile.run("job", "ads", "--wait", "--timeout", "0s").status())
        .isEqualTo(ExitStatus.TIMEOUT);
  }

  @Test
  void aFileIsSubmittedAsItIs() throws Exception {
    server.with("POST /jobs", new Submitted(List.of("ads"), List.of("the queue is full")));
    Files.writeString(folder.resolve("ads.yaml"), "command: [a] # mine\n");

    Answer answer = ductile.run("submit", "ads.yaml");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out()).isEqualTo("ads\n");
    assertThat(answer.err()).contains("note: the queue is full", "Next: ductile job ads");
    assertThat(server.requests.getFirst())
        .startsWith("POST /jobs?folder=")
        .endsWith("&name=ads.yaml command: [a] # mine");
  }

  @Test
  void aCommandBecomesAJob() throws Exception {
    server.with("POST /jobs", new Submitted(List.of("train"), List.of()));

    Answer answer =
        ductile.run(
            "submit", "--workers", "1..4", "--gpu", "1", "-q", "--", "./train.sh", "--rate", "0.1");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(server.requests.getFirst().replaceAll("\\s+", ""))
        .endsWith(
            "{\"name\":\"train.sh\",\"worker\":{\"gpu\":1.0},\"bounds\":{\"workers\":{\"min\":1,\"max\":4}},"
                + "\"command\":[\"./train.sh\",\"--rate\",\"0.1\"]}");
  }

  @Test
  void settingsAndDefaultsOfTheProjectAreAdded() throws Exception {
    server.with("POST /jobs", new Submitted(List.of("a"), List.of()));
    Files.writeString(folder.resolve("a.yaml"), "command: [a]\nlabels: {team: own}\n");
    Files.writeString(
        folder.resolve(".ductile.yaml"),
        "submit: {queue: research, priority: 7, labels: {team: vision, cost: c1}}\n");

    assertThat(ductile.run("submit", "a.yaml", "--set", "priority=9").status()).isZero();
    assertThat(server.requests.getFirst().replaceAll("\\s+", ""))
        .endsWith(
            "{\"command\":[\"a\"],\"labels\":{\"team\":\"own\",\"cost\":\"c1\"},\"priority\":9,\"queue\":\"research\"}");
  }

  @Test
  void aDryRunSaysWhenTheJobStarts() throws Exception {
    Instant at = Instant.parse("2026-01-02T15:10:00Z");
    var forecast =
        new Forecast(
            "ads",
            "starts with 2 workers now, 6 by about 15:10",
            Optional.of(new TimeRange(at, at, at)),
            Optional.empty(),
            List.of(),
            20,
            false);
    Files.writeString(folder.resolve("ads.yaml"), "command: [a]\n");
    server.with("POST /jobs", new DryRun(true, List.of(), List.of(), List.of(forecast)));

    Answer good = ductile.run("submit", "ads.yaml", "--dry-run");
    assertThat(good.status()).isZero();
    assertThat(good.out())
        .startsWith("The job would be accepted.\nads\n  forecast    starts with 2 workers now");
    assertThat(server.requests.getFirst()).contains("dryRun=true");

    server.with(
        "POST /jobs", new DryRun(false, List.of("no node has 16 gpu"), List.of(), List.of()));
    Answer bad = ductile.run("submit", "ads.yaml", "--dry-run");
    assertThat(bad.status()).isEqualTo(ExitStatus.INFEASIBLE);
    assertThat(bad.out()).isEqualTo("The job would be refused.\n- no node has 16 gpu\n");
  }

  @Test
  void aWaitIsExplained() throws Exception {
    var blocker =
        new Blocker(
            "capacity",
            "ads holds 2 gpu",
            List.of("ads"),
            List.of("node-1"),
            Map.of("gpu", 4.0),
            Map.of("gpu", 2.0));
    server.with(
        "GET /jobs/sweep/why",
        new Why(
            "sweep",
            "pending",
            "it needs 4 gpu, and 2 are free",
            Optional.empty(),
            Map.of("gpu", 4.0),
            Map.of("gpu", 2.0),
            List.of(blocker),
            Optional.of(1),
            3,
            Optional.empty(),
            Optional.of("speeds of job sweep-1, measured at 2 and 4 workers"),
            List.of(new SizeChoice(new TaskCounts(4, 0), 10, true, "the least size")),
            List.of("allow 2 workers"),
            List.of()));

    Answer answer = ductile.run("why", "sweep");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out())
        .isEqualTo(
            """
            sweep  pending
            It needs 4 gpu, and 2 are free
              needs       4 gpu
              free        2 gpu
              position    1 of 3 waiting in its queue
              speed       speeds of job sweep-1, measured at 2 and 4 workers

            What is in the way:
            - capacity: ads holds 2 gpu
              needs       4 gpu
              free        2 gpu
              jobs        ads
              nodes       node-1

            SIZE             STEPS/S  EFFECT
            4 workers (now)       10  the least size

            You could:
            - allow 2 workers
            """);
  }

  @Test
  void aWaitSaysWhyTheJobFailed() throws Exception {
    JobDetails ended =
        ServerDocuments.details(
            ServerDocuments.job("ads", "failed", List.of(), new TaskCounts(1, 0), 1));
    server.with("GET /jobs/ads", withMessage(ended, "worker 0 exited with 7: no data"));

    assertThat(ductile.run("job", "ads", "--wait", "-o", "name").err())
        .isEqualTo("ads failed: worker 0 exited with 7: no data\n");
    assertThat(ductile.run("job", "ads").out()).contains("command     sh -c 'exit 7'\n");
    assertThat(ductile.run("job", "ads", "--timeout", "5s").err())
        .contains("--timeout is the longest time of --wait; give --wait, too");
  }

  private static JobDetails withMessage(JobDetails job, String message) {
    return new JobDetails(
        job.job(),
        job.aggregation(),
        job.rescaleMode(),
        job.unit(),
        job.request(),
        job.fixed(),
        job.sizes(),
        job.workerResources(),
        job.serverResources(),
        job.nodes(),
        List.of("sh", "-c", "exit 7"),
        job.directory(),
        job.after(),
        job.labels(),
        job.account(),
        job.speedSource(),
        Optional.of(message),
        job.logs(),
        job.file());
  }

  @Test
  void theLastLogOfAWorkerIsPrinted() throws Exception {
    server
        .with("GET /jobs/ads", ServerDocuments.details(ServerDocuments.running()))
        .with("GET /jobs/ads/logs", new LogPart("step 1\n", 0, 7, true));

    assertThat(ductile.run("logs", "ads").out()).isEqualTo("step 1\n");
    assertThat(ductile.run("logs", "ads", "-f").out()).isEqualTo("step 1\n");
    assertThat(server.requests).anyMatch(line -> line.contains("generation=2&limit"));
    server.with("GET /jobs/ads/logs", new LogPart("step 1\nstep 2\nstep 3\n", 0, 21, true));
    assertThat(ductile.run("logs", "ads", "--tail", "2").out()).isEqualTo("step 2\nstep 3\n");
    assertThat(ductile.run("logs", "ads", "--tail", "9").out()).hasLineCount(3);
    assertThat(ductile.run("logs", "ads", "--tail", "-1").err())
        .contains("--tail takes a number of lines from 0 to 100,000, not -1");
    assertThat(ductile.run("logs", "ads", "--list").out().lines())
        .first(STRING)
        .matches("TASK +GENERATION +BYTES +WRITTEN");
    assertThat(ductile.run("logs", "ads", "--task", "worker-9").err())
        .contains("no such log of worker-9", "worker-0");
  }

  @Test
  void failuresHaveTheirExitStatuses() throws Exception {
    server
        .with("POST /jobs/ads/cancel", new Accepted(Instant.EPOCH))
        .with("POST /jobs/old/cancel", DocumentServer.problem(409, "the job old has ended"))
        .with("POST /jobs/his/cancel", DocumentServer.problem(403, "the job is of bob"));

    assertThat(ductile.run("cancel", "ads", "--why", "wrong data").status()).isZero();
    assertThat(server.requests.getFirst()).endsWith("{\"why\":\"wrong data\"}");
    assertThat(ductile.run("cancel", "old"))
        .isEqualTo(new Answer(ExitStatus.CONFLICT, "", "ductile: the job old has ended\n"));
    assertThat(ductile.run("cancel", "his").status()).isEqualTo(ExitStatus.DENIED);
    assertThat(ductile.run("cancel", "old", "none", "ads"))
        .isEqualTo(
            new Answer(
                ExitStatus.CONFLICT,
                "",
                "ductile: the job old has ended\nductile: there is no POST /jobs/none/cancel\ncancelled ads\n"));
    assertThat(ductile.run("cancel", "none").status()).isEqualTo(ExitStatus.NOT_FOUND);
    var stranger =
        new CommandProcess(
            folder, Map.of("DUCTILE_SERVER", server.address(), "DUCTILE_TOKEN", "wrong"));
    assertThat(stranger.run("jobs").status()).isEqualTo(ExitStatus.DENIED);
    server.close();
    Answer lost = ductile.run("jobs");
    assertThat(lost.status()).isEqualTo(ExitStatus.UNREACHABLE);
    assertThat(lost.err())
        .contains("no answer from " + server.address(), "'ductile server' starts a server");
  }

  private static ListPage<JobSummary> jobs() {
    return new ListPage<>(
        List.of(ServerDocuments.running(), ServerDocuments.waiting()), Optional.empty(), 2);
  }
}
