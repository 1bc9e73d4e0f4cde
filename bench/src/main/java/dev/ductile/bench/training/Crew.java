package dev.ductile.bench.training;

import dev.ductile.runtime.Rehearsal;
import dev.ductile.runtime.Trainer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The processes of one training job, started by docs/reference/process-contract.md without an
 * engine between, so that what is measured is the runtime's own doing.
 */
public final class Crew implements AutoCloseable {
  private static final Duration LAST_WISH = Duration.ofSeconds(10);

  private final Path folder;
  private final Path jobFile;
  private int workers;
  private int servers;
  private final List<String> command;
  private final Map<String, String> environment = new TreeMap<>();
  private final Map<String, Process> processes = new ConcurrentSkipListMap<>();
  private final Map<String, Thread> readers = new TreeMap<>();
  private final List<Said> said = new CopyOnWriteArrayList<>();
  private final Semaphore heard = new Semaphore(0);
  private final Map<String, Seat> seats = new TreeMap<>();

  /**
   * A line that a process has printed.
   *
   * @param nanos when it was read
   */
  public record Said(long nanos, String name, String line) {}

  /**
   * A crew of which nobody runs yet.
   *
   * @param folder becomes the job's; made if it is not there
   * @param workers how many the master is to wait for
   */
  public Crew(Path folder, String job, int workers, int servers) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.jobFile = folder.resolve("job.yaml");
    Files.writeString(jobFile, job);
    Files.createDirectories(folder.resolve("checkpoints"));
    command = Trainer.command(List.of(Trainer.WORD, jobFile.toString()));
    byte[] token = new byte[32];
    new SecureRandom().nextBytes(token);
    environment.put("DUCTILE_TOKEN", HexFormat.of().formatHex(token));
    environment.put("DUCTILE_JOB", "bench");
    size(workers, servers);
    environment.put("DUCTILE_CHECKPOINT_DIR", folder.resolve("checkpoints").toString());
    masterAt("127.0.0.1");
  }

  /** Lets later processes start as fast as those of an installed Ductile. */
  public static void rehearse(Path job) throws IOException, InterruptedException {
    Rehearsal.main(new String[] {job.toString()});
  }

  /** Where the master is to listen; the port is chosen now. */
  public void masterAt(String host) throws IOException {
    environment.put("DUCTILE_MASTER", host + ":" + freePort());
  }

  /** Below those that systems give to whoever calls somebody: it stays free until it is used. */
  private static int freePort() throws IOException {
    int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
    for (int port = first; port < first + 1_000; port++) {
      try (var free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (BindException e) {
        // somebody has it
      }
    }
    throw new BindException("no port from %d on is free".formatted(first));
  }

  /**
   * Where a process runs.
   *
   * @param wrapper words before its command, such as {@code ip netns exec NAME}
   * @param host at which others reach it
   */
  public record Seat(List<String> wrapper, String host) {
    static final Seat HERE = new Seat(List.of(), "127.0.0.1");
  }

  /** Seats processes somewhere else than here. */
  public void seat(String name, Seat seat) {
    seats.put(name, seat);
  }

  public Path folder() {
    return folder;
  }

  /** For how many tasks a master that is started from now on waits. */
  public void size(int newWorkers, int newServers) {
    workers = newWorkers;
    servers = newServers;
    environment.put("DUCTILE_WORKERS", Integer.toString(workers));
    environment.put("DUCTILE_SERVERS", Integer.toString(servers));
  }

  /** Starts the master and as many tasks as the master waits for. */
  public void startAll() throws IOException {
    start("master-0");
    for (int server = 0; server < servers; server++) {
      start("server-" + server);
    }
    for (int worker = 0; worker < workers; worker++) {
      start("worker-" + worker);
    }
  }

  public void start(String name) throws IOException {
    String role = name.substring(0, name.indexOf('-'));
    String index = name.substring(name.indexOf('-') + 1);
    Seat seat = seats.getOrDefault(name, Seat.HERE);
    var words = new ArrayList<>(seat.wrapper());
    words.addAll(command);
    var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("DUCTILE_HOST", seat.host());
    builder.environment().put("DUCTILE_ROLE", role);
    builder.environment().put("DUCTILE_INDEX", index);
    Process process = builder.start();
    processes.put(name, process);
    readers.put(name, Thread.ofPlatform().daemon().name(name).start(() -> read(name, process)));
  }

  private void read(String name, Process process) {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        hear(name, line);
      }
    } catch (IOException e) {
      hear(name, "cannot be read: " + e.getMessage());
    }
  }

  private void hear(String name, String line) {
    said.add(new Said(System.nanoTime(), name, line));
    heard.release();
  }

  public List<Said> said() {
    return List.copyOf(said);
  }

  public Optional<Process> process(String name) {
    return Optional.ofNullable(processes.get(name));
  }

  public Map<String, Process> processes() {
    return Map.copyOf(processes);
  }

  /** Asks one to leave. */
  public void leave(String name) {
    process(name).ifPresent(Process::destroy);
  }

  public void kill(String name) {
    process(name).ifPresent(Process::destroyForcibly);
  }

  /** Kills one, and waits until all that it has said is heard. */
  public void strike(String name) throws InterruptedException {
    Process process = process(name).orElseThrow();
    process.destroyForcibly().waitFor();
    Thread reader = readers.get(name);
    if (reader != null) {
      reader.join();
    }
  }

  /** It has left for good. */
  public void forget(String name) {
    processes.remove(name);
  }

  /**
   * The first line after a moment that fits; an exception with what was said last if none comes.
   */
  public Said await(long since, Predicate<Said> wanted, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    do {
      for (Said one : said) {
        if (one.nanos() >= since && wanted.test(one)) {
          return one;
        }
      }
      if (process("master-0").filter(Process::isAlive).isEmpty()) {
        throw new IllegalStateException("the master has ended; last:\n" + last());
      }
    } while (heard.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
    throw new IllegalStateException("not said within " + patience + "; last: " + last());
  }

  /** Waits until all processes may begin: the first line after a regroup that states its pause. */
  public void awaitRunning(Duration patience) throws InterruptedException {
    await(
        0,
        said -> said.line().contains("\"running\"") && said.line().contains("\"paused\""),
        patience);
  }

  public String last() {
    List<Said> all = said.stream().filter(one -> !one.line().contains("gathering")).toList();
    return String.join(
        "\n",
        all.subList(Math.max(0, all.size() - 20), all.size()).stream()
            .map(one -> one.name() + ": " + one.line())
            .toList());
  }

  /** Waits for the master's end; its exit code. */
  public int finish(Duration patience) throws InterruptedException {
    Process master = process("master-0").orElseThrow();
    if (!master.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("not done within " + patience + "; last: " + last());
    }
    return master.exitValue();
  }

  /** Asks the whole job to stop, and waits until nobody of it is left. */
  public void stop(Duration patience) throws InterruptedException {
    leave("master-0");
    finish(patience);
    for (Process process : processes.values()) {
      process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
    processes.clear();
  }

  @Override
  public void close() throws InterruptedException {
    long deadline = System.nanoTime() + LAST_WISH.toNanos();
    processes.values().forEach(Process::destroyForcibly);
    for (Process process : processes.values()) {
      long left = Math.max(1, deadline - System.nanoTime());
      process.waitFor(left, TimeUnit.NANOSECONDS);
    }
  }
}
