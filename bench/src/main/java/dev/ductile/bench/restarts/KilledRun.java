package dev.ductile.bench.restarts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One run of jobs, in which the command is killed again and again. The moment of a kill is uniform
 * over the first seconds in which the command is live, so it may lie between a poll and its append.
 * One kill in four is uniform over the start of the command instead.
 */
final class KilledRun {
  private static final int MOST_KILLS = 100;
  private static final int LONGEST_LIFE_MILLIS = 3_000;
  private static final int START_KILLS_ONE_IN = 4;
  private static final long LONGEST_START_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final String PROGRAM =
      """
      echo started >> "$DUCTILE_CHECKPOINT_DIR/starts"
      i=0
      while [ $i -lt ${DUCTILE_STEPS} ]; do
        i=$((i + 1)); echo "{\\"step\\": $i, \\"checkpoint\\": $i}"; sleep 0.05
      done
      """;

  private final Path command;
  private final Path folder;
  private final RunJobs jobs;
  private final RunProcesses processes;
  private final Random random;
  private long startNanos = TimeUnit.SECONDS.toNanos(1);

  KilledRun(Path command, Path folder, RunJobs jobs, RunProcesses processes, Random random) {
    this.command = command;
    this.folder = folder;
    this.jobs = jobs;
    this.processes = processes;
    this.random = random;
  }

  /** Starts and kills the command until its jobs are done, and returns the counts of the kills. */
  RestartCounts run() throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve(RunProcesses.SCRIPT), PROGRAM);
    Files.writeString(folder.resolve("run.yaml"), jobs.scenario(script.toString()));
    RestartCounts counts = RestartCounts.NONE;
    boolean afterStart = false;
    for (int life = 0; life < MOST_KILLS; life++) {
      boolean duringStart = afterStart && random.nextInt(START_KILLS_ONE_IN) == 0;
      afterStart = !duringStart;
      Process process = start(life);
      if (endsBeforeKill(process, life, duringStart)) {
        return counts;
      }
      int tasks = processes.tasks().size();
      process.destroyForcibly().waitFor();
      counts = counts.plus(RestartCounts.ofKill(duringStart, tasks));
      if (journalSize() > 0 && !isUnfinished()) {
        return counts; // the kill came after the end of the last job
      }
    }
    throw new IOException(
        "the jobs did not end in %d starts of the command; see %s".formatted(MOST_KILLS, folder));
  }

  private Process start(int life) throws IOException {
    return new ProcessBuilder(command.toString(), "run", "run.yaml", "--keep-running", "-o", "json")
        .directory(folder.toFile())
        .redirectOutput(folder.resolve(life + ".out").toFile())
        .redirectError(errors(life).toFile())
        .start();
  }

  private Path errors(int life) {
    return folder.resolve(life + ".err");
  }

  /** Waits until the moment of the kill; true if the command has ended before it. */
  private boolean endsBeforeKill(Process process, int life, boolean duringStart)
      throws IOException, InterruptedException {
    long wait;
    if (duringStart) {
      wait = random.nextLong(startNanos);
    } else {
      awaitLive(process, life);
      wait = TimeUnit.MILLISECONDS.toNanos(random.nextInt(LONGEST_LIFE_MILLIS));
    }
    if (!process.waitFor(wait, TimeUnit.NANOSECONDS)) {
      return false;
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "the command ended with %d; see %s".formatted(process.exitValue(), errors(life)));
    }
    return true;
  }

  /** The command is live once it has appended to its journal, or has ended. */
  private void awaitLive(Process process, int life) throws IOException {
    long begun = System.nanoTime();
    long before = journalSize();
    while (process.isAlive() && journalSize() == before) {
      if (System.nanoTime() - begun > LONGEST_START_NANOS) {
        process.destroyForcibly();
        throw new IOException(
            "the command appended nothing to its journal for two minutes; see " + errors(life));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    startNanos = Math.max(1, System.nanoTime() - begun);
  }

  /** Whether the next command takes over the run. */
  private boolean isUnfinished() throws IOException {
    try (Stream<Path> folders = Files.list(folder.resolve("ductile-run"))) {
      return folders.anyMatch(run -> Files.exists(run.resolve("unfinished")));
    }
  }

  private long journalSize() throws IOException {
    Path runs = folder.resolve("ductile-run");
    if (!Files.isDirectory(runs)) {
      return 0;
    }
    // Only folders are visited: the command creates and deletes files beside them.
    try (Stream<Path> folders = Files.list(runs)) {
      long size = 0;
      for (Path journal : folders.map(run -> run.resolve("journal")).toList()) {
        size += Files.exists(journal) ? Files.size(journal) : 0;
      }
      return size;
    }
  }
}
