package dev.ductile.bench.service;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.TemporaryFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that opens 10,000 connections to a server, from one address and from ten: the times of
 * an ordinary client's requests before, meanwhile and afterwards, the connections that the server
 * keeps, and its heap.
 */
public final class ManyConnections {
  private static final int CONNECTIONS = 10_000;
  private static final List<Integer> ADDRESSES = List.of(1, 10);
  private static final int NODES = 125;
  private static final int GPUS = 8;
  private static final int JOBS = 2_000;
  private static final int WRITERS = 8;
  private static final double RATE = 500;
  private static final Duration LONGEST_FILL = Duration.ofMinutes(1);
  private static final Duration HELD = Duration.ofSeconds(10);
  private static final Pattern OPEN =
      Pattern.compile("^ductile_http_connections ([0-9.]+)$", Pattern.MULTILINE);

  private final LoadedServer server;
  private final Requests requests;
  private final ResultRecorder results;
  private final int addresses;

  private ManyConnections(
      LoadedServer server, Requests requests, ResultRecorder results, int addresses) {
    this.server = server;
    this.requests = requests;
    this.results = results;
    this.addresses = addresses;
  }

  /** Without arguments. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    try (var folder = TemporaryFolder.make("connections");
        LoadedServer server =
            LoadedServer.start(
                folder.path().resolve("data"), "fifo", NODES, GPUS, Optional.empty());
        Requests requests = server.requests()) {
      new Submitters(requests).submit(WRITERS, JOBS, RATE, LONGEST_FILL);
      for (int addresses : ADDRESSES) {
        new ManyConnections(server, requests, results, addresses).measure();
      }
    }
    results.save();
  }

  private void measure() throws IOException, InterruptedException {
    add("heap before", heap());
    add("a request before", asked(() -> hold(HELD)));
    try (var crowd = new Crowd(server.address(), addresses)) {
      long begin = System.nanoTime();
      add("a request while they are opened", asked(() -> crowd.open(CONNECTIONS)));
      Duration lasted = Duration.ofNanos(System.nanoTime() - begin);
      add(
          "connections that are made",
          "%,d in %.1f s".formatted(CONNECTIONS - crowd.failed(), lasted.toMillis() / 1e3));
      add("connections that the server keeps", "%,d".formatted(open()));
      add("heap with them", heap());
      add("a request while they are open", asked(() -> hold(HELD)));
    }
    add("a request after they are closed", asked(() -> hold(HELD)));
    add("connections that the server keeps afterwards", "%,d".formatted(open()));
    add("heap afterwards", heap());
  }

  /** Something that takes a while. */
  @FunctionalInterface
  private interface Activity {
    void run() throws IOException, InterruptedException;
  }

  private String asked(Activity activity) throws IOException, InterruptedException {
    try (var clients = new NewClients(server.address(), server.token())) {
      activity.run();
      clients.close();
      return clients.text();
    }
  }

  private static void hold(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  private String heap() throws IOException {
    return "%d MB".formatted(server.heap() >> 20);
  }

  private long open() throws IOException {
    Matcher gauge = OPEN.matcher(requests.get("/metrics"));
    if (!gauge.find()) {
      throw new IOException("the metrics have no number of open connections");
    }
    return Math.round(Double.parseDouble(gauge.group(1)));
  }

  private void add(String figure, String value) {
    String name =
        "%,d connections from %d %s: %s"
            .formatted(CONNECTIONS, addresses, addresses == 1 ? "address" : "addresses", figure);
    System.out.printf("%-90s %s%n", name, value);
    results.add(name, value);
  }
}
