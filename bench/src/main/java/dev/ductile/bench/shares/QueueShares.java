package dev.ductile.bench.shares;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.TemporaryFolder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * A server with two queues of 70:30 and elastic jobs of real processes: the part of the running
 * processes that each queue has, and the time until a borrowed share is back.
 */
public final class QueueShares {
  private static final int JOBS = 4;
  private static final int LENDINGS = 10;
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private final ResultRecorder results = ResultRecorder.ofThisRun();
  private final SharedServer server;

  private QueueShares(SharedServer server) {
    this.server = server;
  }

  /** {@code QueueShares SECONDS}. */
  public static void main(String[] arguments) throws IOException {
    try (var folder = TemporaryFolder.make("shares");
        SharedServer server = SharedServer.start(folder.path())) {
      var measurement = new QueueShares(server);
      measurement.shares(Duration.ofSeconds(Long.parseLong(arguments[0])));
      measurement.lendings();
      measurement.results.save();
    }
  }

  /** Both queues have jobs that come and end. */
  private void shares(Duration lasting) throws IOException {
    keepBusy(SETTLING);
    long research = server.beats(SharedServer.RESEARCH);
    long teaching = server.beats(SharedServer.TEACHING);
    long ended = server.ended();
    keepBusy(lasting);
    double ofResearch = server.beats(SharedServer.RESEARCH) - research;
    double ofTeaching = server.beats(SharedServer.TEACHING) - teaching;
    double all = ofResearch + ofTeaching;
    add(
        "%d s, jobs that ended meanwhile".formatted(lasting.toSeconds()),
        Long.toString(server.ended() - ended));
    add(
        "work of the processes of the queue with 70 %, of all",
        "%.1f %%".formatted(100 * ofResearch / all));
    add(
        "work of all processes, of that without pauses",
        "%.1f %%"
            .formatted(
                100
                    * all
                    * SharedServer.BEAT.toMillis()
                    / 1e3
                    / (SharedServer.GPUS * lasting.toSeconds())));
  }

  private void keepBusy(Duration lasting) {
    Instant end = Instant.now().plus(lasting);
    while (Instant.now().isBefore(end)) {
      server.fill(SharedServer.RESEARCH, JOBS);
      server.fill(SharedServer.TEACHING, JOBS);
      pause(LOOK);
    }
  }

  /** One queue borrows what the other leaves, until the other has a job again. */
  private void lendings() {
    var granted = new Times();
    var running = new Times();
    int inFirstDecision = 0;
    for (int lending = 0; lending < LENDINGS; lending++) {
      borrow();
      server.awaitAll(SharedServer.RESEARCH, SharedServer.GPUS);
      server.awaitRunning(SharedServer.RESEARCH);
      Instant sent = Instant.now();
      String job = server.submitEndless(SharedServer.TEACHING);
      granted.add(Duration.between(sent, server.awaitWorkers(job, SharedServer.SHARE_OF_TEACHING)));
      running.add(Duration.between(sent, server.awaitProcesses(job)));
      inFirstDecision += server.firstWorkers(job) == SharedServer.SHARE_OF_TEACHING ? 1 : 0;
    }
    add(
        "borrowed shares that came back in the first decision, of %d".formatted(LENDINGS),
        Integer.toString(inFirstDecision));
    add("from the submission to the decision that gives the share back", granted.text());
    add(
        "from the submission to all processes of the share, with a grace of %d s"
            .formatted(SharedServer.GRACE.toSeconds()),
        running.text());
  }

  /** New jobs, because the server leaves those alone that have changed often. */
  private void borrow() {
    server.cancel(SharedServer.TEACHING);
    server.cancel(SharedServer.RESEARCH);
    for (int job = 0; job < JOBS; job++) {
      server.submitEndless(SharedServer.RESEARCH);
    }
  }

  static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  private void add(String figure, String value) {
    System.out.printf("%-90s %s%n", figure, value);
    results.add(figure, value);
  }
}
