package dev.ductile.runtime.jobs;

import dev.ductile.runtime.Trainer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A whole job of real processes, each started by docs/reference/process-contract.md. */
final class JobProcesses implements AutoCloseable {
  private final Path folder;
  private final Path job;
  private final int workers;
  private final int servers;
  private final Map<String, String> environment = new TreeMap<>();
  private final Map<String, Process> processes = new TreeMap<>();
  private final List<String> lines = new ArrayList<>();

  JobProcesses(Path folder, String job, int workers, int servers) throws IOException {
    this.folder = folder;
    this.workers = workers;
    this.servers = servers;
    this.job = Files.writeString(folder.resolve("job.yaml"), job);
    Files.createDirectories(checkpoints());
    environment.put("DUCTILE_MASTER", "127.0.0.1:" + TestPorts.next());
    environment.put("DUCTILE_TOKEN", "fedcba9876543210".repeat(4));
    environment.put("DUCTILE_WORKERS", Integer.toString(workers));
    environment.put("DUCTILE_SERVERS", Integer.toString(servers));
    environment.put("DUCTILE_CHECKPOINT_DIR", checkpoints().toString());
  }

  /** With a master and as many workers and servers as the job begins with. */
  JobProcesses begin() throws IOException {
    start("master-0");
    for (int server = 0; server < servers; server++) {
      start("server-" + server);
    }
    for (int worker = 0; worker < workers; worker++) {
      start("worker-" + worker);
    }
    return this;
  }

  Path job() {
    return job;
  }

  Path checkpoints() {
    return folder.resolve("checkpoints");
  }

  void start(String name) throws IOException {
    var builder =
        new ProcessBuilder(Trainer.command(List.of(Trainer.WORD, job.toString())))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("DUCTILE_ROLE", name.substring(0, name.indexOf('-')));
    builder.environment().put("DUCTILE_INDEX", name.substring(name.indexOf('-') + 1));
    Process process = builder.start();
    processes.put(name, process);
    Thread.ofPlatform().daemon().name(name).start(() -> listen(name, process));
  }

  private void listen(String name, Process process) {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        say(name + ": " + line);
      }
    } catch (IOException e) {
      say(name + ": " + e);
    }
  }

  private synchronized void say(String line) {
    lines.add(line);
    notifyAll();
  }

  /** How many lines there are so far. */
  synchronized int now() {
    return lines.size();
  }

  /** The lines behind those that were there at a moment. */
  synchronized List<String> since(int moment) {
    return List.copyOf(lines.subList(moment, lines.size()));
  }

  /** Waits for a line behind those that were there at a moment. */
  synchronized String await(int moment, Predicate<String> wanted, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    for (int next = moment; ; next++) {
      while (next >= lines.size()) {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new IllegalStateException("not said:\n" + this);
        }
        wait(left);
      }
      if (wanted.test(lines.get(next))) {
        return lines.get(next);
      }
    }
  }

  Process process(String name) {
    Process process = processes.get(name);
    if (process == null) {
      throw new IllegalArgumentException("there is no " + name);
    }
    return process;
  }

  /** As {@code kill -SIGNAL} does. */
  void signal(String name, String signal) throws IOException, InterruptedException {
    String pid = Long.toString(process(name).pid());
    new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
  }

  /** Kills it without a word, and starts it again as an engine does. */
  void replace(String name) throws IOException, InterruptedException {
    process(name).destroyForcibly().waitFor();
    start(name);
  }

  int finish(Duration patience) throws InterruptedException {
    if (!process("master-0").waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("not done:\n" + this);
    }
    return process("master-0").exitValue();
  }

  @Override
  public synchronized String toString() {
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
    processes.values().forEach(process -> process.onExit().join());
  }
}
