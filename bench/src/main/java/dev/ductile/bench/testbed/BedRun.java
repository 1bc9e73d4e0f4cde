package dev.ductile.bench.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The processes of one case on a bed: its servers from the start, its workers one by one. */
final class BedRun implements AutoCloseable {
  private final Case subject;
  private final Bed bed;
  private final long repetition;
  private final List<Child> servers = new ArrayList<>();
  private final List<Child> workers = new ArrayList<>();

  private BedRun(Case subject, Bed bed, long repetition) {
    this.subject = subject;
    this.bed = bed;
    this.repetition = repetition;
  }

  /**
   * Starts the servers.
   *
   * @param repetition the seed of the random times
   */
  static BedRun start(Case subject, int mostWorkers, long repetition)
      throws IOException, InterruptedException {
    var bed = Bed.build(subject.servers(), mostWorkers, subject.job().bitsPerSecond());
    var run = new BedRun(subject, bed, repetition);
    try {
      run.startServers();
      return run;
    } catch (IOException | InterruptedException | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  /** Starts one more worker. */
  void addWorker() throws IOException {
    BedHost host = bed.worker(workers.size());
    var words = java(Worker.class, host.address(), Long.toString(repetition));
    words.addAll(subject.job().worker().words());
    for (int i = 0; i < subject.servers(); i++) {
      words.add(bed.server(i).address());
      words.add(Long.toString(subject.bytes(i)));
    }
    workers.add(bed.start(host, words, line -> true));
  }

  /** Captures the headers of all packets of the first server for a time. */
  void capture(Path file, double seconds) throws IOException, InterruptedException {
    var words =
        List.of("tcpdump", "-i", "eth0", "-s", "96", "-B", "16384", "-Z", "root", "-w", "" + file);
    try (Child capture = bed.start(bed.server(0), words, line -> line.contains("listening on"))) {
      capture.awaitReady();
      capture.watch(seconds);
    }
  }

  /** Waits while the job trains; no process may end. */
  void letPass(double seconds) throws IOException, InterruptedException {
    workers.getLast().watch(seconds);
    for (Child child : Stream.concat(servers.stream(), workers.stream()).toList()) {
      child.watch(0);
    }
  }

  /** The work spans of each worker so far. */
  List<List<Span>> work() {
    return workers.stream().map(Child::spans).toList();
  }

  /** The spans in which the first server applied gradients so far. */
  List<Span> applications() {
    return servers.getFirst().spans();
  }

  /** The first server, as a packet capture knows it. */
  dev.ductile.models.capture.ServerAddress server() throws IOException {
    return dev.ductile.models.capture.ServerAddress.parse(
        bed.server(0).address() + ":" + Server.PORT);
  }

  /** The TCP counters so far. */
  TcpCounters traffic() throws IOException, InterruptedException {
    return TcpCounters.on(bed, servers.size(), workers.size());
  }

  @Override
  public void close() {
    bed.close();
  }

  private void startServers() throws IOException, InterruptedException {
    for (int i = 0; i < subject.servers(); i++) {
      var words =
          java(
              Server.class,
              bed.server(i).address(),
              Long.toString(repetition),
              Long.toString(subject.bytes(i)));
      words.addAll(subject.effort(i).words());
      servers.add(bed.start(bed.server(i), words, Server.READY::equals));
    }
    for (Child server : servers) {
      server.awaitReady();
    }
  }

  private static List<String> java(Class<?> main, String... arguments) {
    var words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    words.addAll(List.of(arguments));
    return words;
  }
}
