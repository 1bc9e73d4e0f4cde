package dev.ductile.bench.service;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.TemporaryFolder;
import dev.ductile.rest.DecisionView;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A server with 1,000 running and 10,000 waiting jobs and 100 open pages: times of its answers, of
 * its decisions and of submissions, its heap, and what it has kept when it is killed.
 */
public final class ServiceLoad {
  private static final int NODES = 125;
  private static final int GPUS = 8;
  private static final int JOBS = 11_000;
  private static final int PAGES = 100;
  private static final int READERS = 8;
  private static final int WRITERS = 64;
  private static final double WHILE_READING = 100;
  private static final double STEADY = 500;
  private static final Duration THINKING = Duration.ofMillis(50);
  private static final Duration LASTING = Duration.ofSeconds(20);
  private static final Duration LONGEST_FILL = Duration.ofMinutes(3);

  private final String policy;
  private final Path folder;
  private final ResultRecorder results;

  private ServiceLoad(String policy, Path folder, ResultRecorder results) {
    this.policy = policy;
    this.folder = folder;
    this.results = results;
  }

  /** {@code ServiceLoad POLICY...}. */
  public static void main(String[] policies)
      throws IOException, SQLException, InterruptedException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    for (String policy : policies) {
      try (var folder = TemporaryFolder.make("service")) {
        new ServiceLoad(policy, folder.path(), results).measure();
      }
    }
    results.save();
  }

  private void measure() throws IOException, SQLException, InterruptedException {
    Path data = folder.resolve("data");
    try (LoadedServer server = LoadedServer.start(data, policy, NODES, GPUS, Optional.empty());
        Requests requests = server.requests()) {
      var submitters = new Submitters(requests);
      Times filled = submitters.submit(WRITERS, JOBS, STEADY, LONGEST_FILL);
      add("%,d jobs at most %.0f a second: acknowledged".formatted(JOBS, STEADY), filled.text());
      Rounds before = requests.rounds();
      Instant begin = Instant.now();
      try (OpenPages pages = OpenPages.open(requests, PAGES)) {
        read(requests, submitters);
        add(
            "open pages that are still fed, of %d".formatted(PAGES),
            Long.toString(pages.stillOpen()));
        add("sent to each page", "%d KB".formatted(pages.bytes() / PAGES / 1024));
      }
      Instant end = Instant.now();
      Rounds after = requests.rounds();
      add(
          "whole rounds with 100 submissions a second, from a histogram",
          after.since(before).text());
      add("heap in use after a collection", "%d MB".formatted(server.heap() >> 20));
      Times flood = submitters.submit(WRITERS, Long.MAX_VALUE, 1e6, LASTING);
      add(
          "whole rounds with submissions as fast as the clients can, from a histogram",
          requests.rounds().since(after).text());
      server.close();
      double rate = flood.count() / (double) LASTING.toSeconds();
      add(
          "submissions as fast as %d clients can".formatted(WRITERS),
          "%.0f a second, acknowledged after %s, and %,d refused"
              .formatted(rate, flood.text(), submitters.refused()));
      check(data.resolve("ductile.db"), submitters.acknowledged(), begin, end);
    }
  }

  private void read(Requests requests, Submitters submitters) throws InterruptedException {
    var first = new Times();
    var filtered = new Times();
    var details = new Times();
    Instant end = Instant.now().plus(LASTING);
    var readers = new ArrayList<Thread>();
    for (int i = 0; i < READERS; i++) {
      int reader = i;
      readers.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int round = reader; Instant.now().isBefore(end); round += READERS) {
                  get(requests, "jobs?limit=100", first);
                  get(requests, "jobs?limit=100&state=running&text=9", filtered);
                  get(requests, "jobs/night-" + (2 + round * 7 % (JOBS - 2)), details);
                }
              }));
    }
    Times submitted = submitters.submit(READERS, Long.MAX_VALUE, WHILE_READING, LASTING);
    for (Thread each : readers) {
      each.join();
    }
    add("first 100 jobs", first.text());
    add("running jobs with a text", filtered.text());
    add("a job", details.text());
    add(
        "%.0f submissions a second meanwhile: acknowledged".formatted(WHILE_READING),
        submitted.text());
  }

  private static void get(Requests requests, String path, Times times) {
    try {
      LockSupport.parkNanos(THINKING.toNanos());
      long begin = System.nanoTime();
      requests.get(path);
      times.addSince(begin);
    } catch (IOException failure) {
      System.err.println("no answer: " + failure.getMessage());
    }
  }

  private void check(Path database, Set<String> acknowledged, Instant begin, Instant end)
      throws IOException, SQLException {
    WrittenJournal written = WrittenJournal.read(database);
    var lost = new HashSet<String>(acknowledged);
    lost.removeAll(written.jobs());
    add(
        "acknowledged jobs that the journal lacks after SIGKILL, of all",
        "%d of %,d".formatted(lost.size(), acknowledged.size()));
    decisions(written, begin, end);
    double batches = written.again(folder.resolve("bare.db"));
    add("batches of the journal", "%,d".formatted(written.batches().size()));
    add("the same inserts in a bare loop", "%.0f batches a second".formatted(batches));
  }

  private void decisions(WrittenJournal written, Instant begin, Instant end) {
    var meanwhile = new Times();
    var all = new Times();
    for (DecisionView decision : written.decisions()) {
      all.add(decision.milliseconds());
      if (decision.at().isAfter(begin) && decision.at().isBefore(end)) {
        meanwhile.add(decision.milliseconds());
      }
    }
    add(
        "decisions with 100 submissions a second",
        "%.1f a second, %s"
            .formatted(meanwhile.count() / (double) LASTING.toSeconds(), meanwhile.text()));
    add("decisions in all", all.text());
  }

  private void add(String figure, String value) {
    String name = policy + ": " + figure;
    System.out.printf("%-90s %s%n", name, value);
    results.add(name, value);
  }
}
