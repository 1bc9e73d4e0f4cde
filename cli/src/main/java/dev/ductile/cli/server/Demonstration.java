package dev.ductile.cli.server;

import dev.ductile.cli.train.Interruption;
import dev.ductile.rest.DecidedChange;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A server with four jobs of different kinds on one machine. A job that starts or ends makes the
 * policy resize the others; each change is printed with its reason.
 */
public final class Demonstration {
  private static final List<String> JOBS =
      List.of("vision.yaml", "ads.yaml", "digits.yaml", "report.yaml");

  private static final Duration BETWEEN_JOBS = Duration.ofSeconds(7);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(20);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

  private final ServerOptions options;
  private final boolean staysOpen;
  private final Duration most;
  private final Consumer<String> lines;
  private final CountDownLatch stop = new CountDownLatch(1);
  private long lastDecision;
  private String ending = "The time is over";

  /**
   * A demonstration that has not begun.
   *
   * @param options of a server whose jobs end with it, with a data folder that is deleted at the
   *     end
   * @param staysOpen whether it goes on when all jobs are over
   * @param most the longest time that it takes
   * @param lines takes what happens
   */
  public Demonstration(
      ServerOptions options, boolean staysOpen, Duration most, Consumer<String> lines) {
    this.options = options;
    this.staysOpen = staysOpen;
    this.most = most;
    this.lines = lines;
  }

  /** Runs it until it is over, or a signal ends it. */
  public void run() throws IOException, InterruptedException {
    ServerLogs.begin(LogFormat.text);
    try (var interruption = new Interruption(LONGEST_STOP).listen()) {
      interruption.whenRequested(stop::countDown);
      try (DuctileServer server = DuctileServer.start(options)) {
        String token = Files.readString(server.folder().token()).strip();
        lines.accept("The page is at %s".formatted(server.address()));
        lines.accept("Sign in with   %s".formatted(token));
        lines.accept("A line is a job, its workers before and after, and the reason.");
        lines.accept("2+1 means 2 workers and 1 parameter server.");
        lines.accept("");
        show(server, token);
      } finally {
        delete(options.data().folder());
      }
      lines.accept("");
      lines.accept("%s; the server has stopped, and its files are deleted.".formatted(ending));
      lines.accept(
          "Next: 'ductile server' starts a server for your own jobs; 'ductile submit -- COMMAND' submits one.");
    }
  }

  private void show(DuctileServer server, String token) throws IOException, InterruptedException {
    var connection =
        new Connection(server.address(), BearerToken.of(token), Optional.empty(), LONGEST_REQUEST);
    long end = options.time().nanos().getAsLong() + most.toNanos();
    try (var client = new Client(connection, Thread::sleep)) {
      for (String job : JOBS) {
        client.postYaml(ResourcePath.of("jobs").with("name", job), file(job), Submitted.class);
        watch(
            client,
            Math.min(end, options.time().nanos().getAsLong() + BETWEEN_JOBS.toNanos()),
            false);
      }
      watch(client, end, !staysOpen);
    }
  }

  /** Prints the decisions until a time, a signal, or the end of all jobs. */
  private void watch(Client client, long until, boolean endsWithJobs) throws InterruptedException {
    boolean isOver = false;
    while (!isOver && options.time().nanos().getAsLong() < until) {
      print(client);
      isOver = stop.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      if (isOver) {
        ending = "The demonstration was stopped";
      } else if (endsWithJobs
          && client.list(ResourcePath.of("jobs"), JobSummary.class).total() == 0) {
        ending = "All jobs have ended";
        isOver = true;
      }
    }
    print(client);
  }

  private void print(Client client) {
    List<DecisionView> decisions =
        client
            .list(
                ResourcePath.of("decisions").with("changed", true).with("limit", 20),
                DecisionView.class)
            .items();
    for (DecisionView decision : decisions.reversed()) {
      if (decision.number() > lastDecision) {
        lastDecision = decision.number();
        lines.accept("%s:".formatted(decision.trigger()));
        decision.changes().forEach(change -> lines.accept(line(change)));
      }
    }
  }

  private static String line(DecidedChange change) {
    return "  %-7s %s → %s  %s"
        .formatted(
            change.job(), text(change.from()), text(change.to()), change.reason().sentence());
  }

  private static String text(TaskCounts size) {
    return size.servers() == 0
        ? Integer.toString(size.workers())
        : "%d+%d".formatted(size.workers(), size.servers());
  }

  private static String file(String name) throws IOException {
    try (InputStream file = Demonstration.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
