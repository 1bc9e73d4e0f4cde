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
 * The processes of one training job, started as docs/reference/process-contract.md demands, but
 * without an engine: a measurement is of the runtime alone.
 */
public final class LaunchedJob implements AutoCloseable {
  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  private final Path folder;
  private final Path jobFile;
  private int workers;
  private int servers;
  private final List<String> command;
  private final Map<String, String> environment = new TreeMap<>();
  private final Map<String, Process> processes = new ConcurrentSkipListMap<>();
  private final Map<String, Thread> readers = new TreeMap<>();
  private final List<OutputLine> output = new CopyOnWriteArrayList<>();
  private final Semaphore newLines = new Semaphore(0);
  private final Map<String, ProcessHost> hosts = new TreeMap<>();

  /**
   * A line that a process has printed.
   *
   * @param nanos the time at which it was read
   */
  public record OutputLine(long nanos, String name, String line) {}

  /**
   * A job without running processes.
   *
   * @param folder the folder of the job; created if it is missing
   * @param workers the number of workers that the master waits for
   */
  public LaunchedJob(Path folder, String job, int workers, int servers) throws IOException {
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

  /** Makes the start-up caches, so processes start as fast as those of an installed Ductile. */
  public static void rehearse(Path job) throws IOException, InterruptedException {
    Rehearsal.main(new String[] {job.toString()});
  }

  /** Sets the address of the master; the port is chosen now. */
  public void masterAt(String host) throws IOException {
    environment.put("DUCTILE_MASTER", host + ":" + freePort());
  }

  /** A port below those of outgoing connections, so it stays free until it is used. */
  private static int freePort() throws IOException {
    int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
    for (int port = first; port < first + 1_000; port++) {
      try (var free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (BindException e) {
        // the port is in use
      }
    }
    throw new BindException("no port from %d on is free".formatted(first));
  }

  /**
   * The host of a process.
   *
   * @param wrapper the words before its command, such as {@code ip netns exec NAME}
   * @param host the address at which other processes reach it
   */
  public record ProcessHost(List<String> wrapper, String host) {
    static final ProcessHost HERE = new ProcessHost(List.of(), "127.0.0.1");
  }

  /** Sets the host of a process; the default is this machine. */
  public void host(String name, ProcessHost host) {
    hosts.put(name, host);
  }

  public Path folder() {
    return folder;
  }

  /** Sets the number of tasks that a master waits for when it starts. */
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
    ProcessHost host = hosts.getOrDefault(name, ProcessHost.HERE);
    var words = new ArrayList<>(host.wrapper());
    words.addAll(command);
    var builder = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("DUCTILE_HOST", host.host());
    builder.environment().put("DUCTILE_ROLE", role);
    builder.environment().put("DUCTILE_INDEX", index);
    Process process = builder.start();
    processes.put(name, process);
    readers.put(name, Thread.ofPlatform().daemon().name(name).start(() -> read(name, process)));
  }

  private void read(String name, Process process) {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        addLine(name, line);
      }
    } catch (IOException e) {
      addLine(name, "cannot be read: " + e.getMessage());
    }
  }

  private void addLine(String name, String line) {
    output.add(new OutputLine(System.nanoTime(), name, line));
    newLines.release();
  }

  public List<OutputLine> output() {
    return List.copyOf(output);
  }

  public Optional<Process> process(String name) {
    return Optional.ofNullable(processes.get(name));
  }

  public Map<String, Process> processes() {
    return Map.copyOf(processes);
  }

  /** Asks a task to leave. */
  public void leave(String name) {
    process(name).ifPresent(Process::destroy);
  }

  /** Kills a process, and waits until all of its output is read. */
  public void kill(String name) throws InterruptedException {
    Process process = process(name).orElseThrow();
    process.destroyForcibly().waitFor();
    Thread reader = readers.get(name);
    if (reader != null) {
      reader.join();
    }
  }

  /** Removes a process that has left. */
  public void forget(String name) {
    processes.remove(name);
  }

  /**
   * Waits for the first line after a moment that fits; throws with the last lines if none comes.
   */
  public OutputLine await(long since, Predicate<OutputLine> wanted, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    do {
      for (OutputLine one : output) {
        if (one.nanos() >= since && wanted.test(one)) {
          return one;
        }
      }
      if (process("master-0").filter(Process::isAlive).isEmpty()) {
        throw new IllegalStateException("the master has ended; last:\n" + last());
      }
    } while (newLines.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
    throw new IllegalStateException("not printed within " + limit + "; last: " + last());
  }

  /** Waits until all processes train: the first line with the pause of a reconfiguration. */
  public void awaitRunning(Duration limit) throws InterruptedException {
    await(
        0,
        printed -> printed.line().contains("\"running\"") && printed.line().contains("\"paused\""),
        limit);
  }

  public String last() {
    List<OutputLine> all =
        output.stream().filter(one -> !one.line().contains("gathering")).toList();
    return String.join(
        "\n",
        all.subList(Math.max(0, all.size() - 20), all.size()).stream()
            .map(one -> one.name() + ": " + one.line())
            .toList());
  }

  /** Waits for the end of the master and returns its exit status. */
  public int finish(Duration limit) throws InterruptedException {
    Process master = process("master-0").orElseThrow();
    if (!master.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("not done within " + limit + "; last: " + last());
    }
    return master.exitValue();
  }

  /** Stops the job, and waits for the end of all its processes. */
  public void stop(Duration limit) throws InterruptedException {
    leave("master-0");
    finish(limit);
    for (Process process : processes.values()) {
      process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
    processes.clear();
  }

  @Override
  public void close() throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    processes.values().forEach(Process::destroyForcibly);
    for (Process process : processes.values()) {
      long left = Math.max(1, deadline - System.nanoTime());
      process.waitFor(left, TimeUnit.NANOSECONDS);
    }
  }
}
