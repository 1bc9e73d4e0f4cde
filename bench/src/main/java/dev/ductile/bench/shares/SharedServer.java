package dev.ductile.bench.shares;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.DecidedChange;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import dev.ductile.server.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A server with a node agent and two queues of 70:30. Each process of a job is a shell that writes
 * a beat into a file of its queue twice a second.
 */
final class SharedServer implements AutoCloseable {
  static final String RESEARCH = "research";
  static final String TEACHING = "teaching";
  static final int GPUS = 20;
  static final int SHARE_OF_TEACHING = 6;
  static final Duration BEAT = Duration.ofMillis(500);
  static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration LOOK = Duration.ofMillis(10);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final List<Integer> BEATS = List.of(60, 90, 140, 200);
  private static final int ENDLESS = 1_000_000;

  private static final String SETTINGS =
      """
      cluster: {nodes: [{count: 2, resources: {gpu: 10}}]}
      policy: max-min
      queues:
        - {name: research, weight: 70}
        - {name: teaching, weight: 30}
      """;

  /** Worker 0 saves the step of the job at each beat. */
  private static final String PROGRAM =
      """
      file=$DUCTILE_CHECKPOINT_DIR/step
      step=$(cat $file 2>/dev/null || echo 0)
      trap 'kill $!; exit 143' TERM
      while [ $step -lt $STEPS ]; do
        sleep 0.5 & wait $!
        step=$((step + 1))
        printf . >> $BEATS
        if [ $RANK = 0 ]; then
          echo $step > $file
          echo "{\\"step\\": $step, \\"checkpoint\\": $step}"
        fi
      done
      """;

  private final DuctileServer server;
  private final Client client;
  private final Path beats;
  private int submitted;

  private SharedServer(DuctileServer server, Client client, Path beats) {
    this.server = server;
    this.client = client;
    this.beats = beats;
  }

  static SharedServer start(Path folder) throws IOException {
    Catalog catalog = Catalog.installed();
    Path file = Files.writeString(folder.resolve("server.yaml"), SETTINGS);
    for (String queue : List.of(RESEARCH, TEACHING)) {
      Files.createFile(folder.resolve(queue));
    }
    DuctileServer server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerFile.read(file, catalog, Nodes.uniform(2, Resources.gpus(10))),
                    catalog,
                    folder.resolve("data"))
                .with(TaskOptions.of(LocalEngine.Lifetime.AGENT)));
    String token = Files.readString(server.folder().token());
    var client =
        new Client(
            new Connection(server.address(), BearerToken.of(token), Optional.empty(), LONGEST_WAIT),
            QueueShares::pause);
    return new SharedServer(server, client, folder);
  }

  /** Submits jobs until the queue has so many that are not over. */
  void fill(String queue, int count) {
    for (int active = active(queue).size(); active < count; active++) {
      submit(queue, BEATS.get(submitted % BEATS.size()));
    }
  }

  String submitEndless(String queue) {
    return submit(queue, ENDLESS);
  }

  private String submit(String queue, int steps) {
    submitted++;
    String program =
        PROGRAM
            .replace("$STEPS", Integer.toString(steps))
            .replace("$BEATS", beats.resolve(queue).toString());
    String file =
        """
        name: %s-%d
        queue: %s
        worker: {gpu: 1}
        bounds: {workers: {min: 1, max: 20}}
        program:
          command: [sh, -c, "$SCRIPT"]
          grace: %ds
        """
            .formatted(queue, submitted, queue, GRACE.toSeconds())
            .replace("\"$SCRIPT\"", quoted(program));
    return client.postYaml(ResourcePath.of("jobs"), file, Submitted.class).ids().getFirst();
  }

  /** A text as a YAML string in one line. */
  private static String quoted(String text) {
    return "\"%s\""
        .formatted(text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
  }

  private List<JobSummary> active(String queue) {
    return client.list(ResourcePath.of("jobs").with("queue", queue), JobSummary.class).items();
  }

  /** Beats that processes of the queue have written. */
  long beats(String queue) throws IOException {
    return Files.size(beats.resolve(queue));
  }

  /** Jobs that have ended. */
  long ended() {
    return client
        .list(ResourcePath.of("jobs").with("state", "succeeded"), JobSummary.class)
        .total();
  }

  /** Cancels all jobs of a queue, and waits until they are over. */
  void cancel(String queue) {
    active(queue)
        .forEach(job ->
            client.post(
                ResourcePath.of("jobs", job.id(), "cancel"),
                new WhyRequest("the measurement goes on"),
                Accepted.class));
    await("the jobs of %s to end".formatted(queue), () -> active(queue).isEmpty());
  }

  /** Waits until the jobs of a queue have so many workers, with jobs that do not end. */
  void awaitAll(String queue, int workers) {
    await("%s to have %d workers".formatted(queue, workers), () -> workers(queue) == workers);
  }

  private int workers(String queue) {
    return active(queue).stream().mapToInt(job -> job.size().workers()).sum();
  }

  /** Waits until all jobs of a queue run, and no change of them is under way. */
  void awaitRunning(String queue) {
    await(
        "the jobs of %s to run".formatted(queue),
        () -> active(queue).stream().allMatch(SharedServer::runs));
  }

  /** The time at which a job has so many workers. */
  Instant awaitWorkers(String job, int workers) {
    await(
        "%s to have %d workers".formatted(job, workers),
        () -> job(job).size().workers() == workers);
    return Instant.now();
  }

  /** The time at which all processes of a job run. */
  Instant awaitProcesses(String job) {
    await("the processes of %s".formatted(job), () -> runs(job(job)));
    return Instant.now();
  }

  /** The workers that the first decision about a job gave it. */
  int firstWorkers(String job) {
    List<DecisionView> decisions =
        client
            .list(
                ResourcePath.of("decisions").with("job", job).with("changed", true),
                DecisionView.class)
            .items();
    return decisions.getLast().changes().stream()
        .filter(change -> change.job().equals(job))
        .map(DecidedChange::to)
        .mapToInt(size -> size.workers())
        .findFirst()
        .orElse(0);
  }

  private JobSummary job(String id) {
    return client.get(ResourcePath.of("jobs", id), JobDetails.class).job();
  }

  private static boolean runs(JobSummary job) {
    return job.state().equals("running") && !job.flags().contains("rescaling");
  }

  private static void await(String what, BooleanSupplier isSo) {
    Instant end = Instant.now().plus(LONGEST_WAIT);
    while (!isSo.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException("waited in vain for " + what);
      }
      QueueShares.pause(LOOK);
    }
  }

  /** Ends all jobs, whose processes would outlive the server. */
  @Override
  public void close() {
    try (client;
        server) {
      cancel(RESEARCH);
      cancel(TEACHING);
    }
  }
}
