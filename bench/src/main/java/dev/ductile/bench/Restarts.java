package dev.ductile.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Kills {@code ductile run --keep-running} with SIGKILL at random moments, and starts it again,
 * until its jobs are done; run after run, until it was killed so often. A moment is uniformly
 * random over the time in which the command is live, which includes the time between a poll and its
 * append; one kill in four is uniformly random over the start of the command instead. Reports of
 * each run whether every task was started exactly once, no job crashed, each job was submitted and
 * finished once, and no process was left. Arguments: the command, a folder, the number of kills,
 * and a seed.
 */
final class Restarts {
  private static final int JOBS = 6;
  private static final int MOST_KILLS = 100;
  private static final int LONGEST_LIFE_MILLIS = 3_000;

  /** A cold installation is built and prepared by its first start. */
  private static final long LONGEST_WARM_UP_MINUTES = 10;

  private static final long LONGEST_START_NANOS = TimeUnit.MINUTES.toNanos(2);

  private static final int START_KILLS_ONE_IN = 4;

  /** A node agent without tasks and client ends after half a minute. */
  private static final long LEFT_NANOS = TimeUnit.SECONDS.toNanos(45);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long START_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

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
  private final Random random;
  private final List<Integer> workers = new ArrayList<>();
  private final Tally tally;
  private long startNanos = TimeUnit.SECONDS.toNanos(1);

  /** Sums over all runs. */
  private static final class Tally {
    private int kills;
    private int duringStart;
    private int adoptions;
    private int adoptedTasks;
    private int taskRestarts;
    private int doubles;
    private int crashes;
    private int left;
    private int wrongRuns;

    @Override
    public String toString() {
      return ("%d kills (%d during a start), %d adoptions of %d running tasks in all, %d restarts of"
              + " tasks, %d doubled events, %d crashed jobs, %d left processes, %d wrong runs")
          .formatted(
              kills,
              duringStart,
              adoptions,
              adoptedTasks,
              taskRestarts,
              doubles,
              crashes,
              left,
              wrongRuns);
    }
  }

  private Restarts(Path command, Path folder, Random random, Tally tally) {
    this.tally = tally;
    this.command = command;
    this.folder = folder;
    this.random = random;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path command = Path.of(arguments[0]).toAbsolutePath();
    Path root = Path.of(arguments[1]).toAbsolutePath();
    int wanted = Integer.parseInt(arguments[2]);
    var random = new Random(Long.parseLong(arguments[3]));
    warmUp(command);
    var tally = new Tally();
    for (int run = 1; tally.kills < wanted; run++) {
      int before = tally.kills;
      Path folder = Files.createDirectories(root.resolve("run-" + run));
      var restarts = new Restarts(command, folder, random, tally);
      restarts.toTheEnd();
      List<String> complaints = restarts.complaints();
      tally.wrongRuns += complaints.isEmpty() ? 0 : 1;
      System.out.printf(
          "run %d: %d kills, %s%n",
          run,
          tally.kills - before,
          complaints.isEmpty() ? "all is well" : String.join("; ", complaints));
    }
    System.out.println(tally);
    System.exit(tally.wrongRuns == 0 ? 0 : 1);
  }

  /** The first start of a cold installation takes longer than any other. */
  private static void warmUp(Path command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command.toString(), "--version")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    boolean ended = process.waitFor(LONGEST_WARM_UP_MINUTES, TimeUnit.MINUTES);
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          "%s --version %s; build it with: mvn -Dquick package"
              .formatted(command, ended ? "failed" : "did not end within ten minutes"));
    }
  }

  /** Lets the jobs of one run end, and kills the command meanwhile. */
  private void toTheEnd() throws IOException, InterruptedException {
    Path program = Files.writeString(folder.resolve("train.sh"), PROGRAM);
    Files.writeString(folder.resolve("run.yaml"), scenario(program));
    boolean afterStart = false;
    for (int kills = 0; kills < MOST_KILLS; kills++) {
      boolean duringStart = afterStart && random.nextInt(START_KILLS_ONE_IN) == 0;
      afterStart = !duringStart;
      Process process = start(kills);
      if (hasEnded(process, kills, duringStart)) {
        return;
      }
      int tasks = tasks().size();
      process.destroyForcibly().waitFor();
      tally.kills++;
      tally.duringStart += duringStart ? 1 : 0;
      tally.adoptions += tasks > 0 ? 1 : 0;
      tally.adoptedTasks += tasks;
    }
    throw new IOException(
        "the jobs did not end in %d lives of the command; see %s".formatted(MOST_KILLS, folder));
  }

  /** Waits for a random moment; whether the command has ended before it. */
  private boolean hasEnded(Process process, int life, boolean duringStart)
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
          "the command ended with %d; see %s"
              .formatted(process.exitValue(), folder.resolve(life + ".err")));
    }
    return true;
  }

  /** The command is live when it has appended to its journal, or has ended. */
  private void awaitLive(Process process, int life) throws IOException {
    long begun = System.nanoTime();
    long before = journalSize();
    while (process.isAlive() && journalSize() == before) {
      if (System.nanoTime() - begun > LONGEST_START_NANOS) {
        process.destroyForcibly();
        throw new IOException(
            "the command appended nothing to its journal for two minutes; see "
                + folder.resolve(life + ".err"));
      }
      LockSupport.parkNanos(START_LOOK_NANOS);
    }
    startNanos = Math.max(1, System.nanoTime() - begun);
  }

  private long journalSize() throws IOException {
    Path runs = folder.resolve("ductile-run");
    if (!Files.isDirectory(runs)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(runs, 2)) {
      long size = 0;
      for (Path journal : all.filter(path -> path.endsWith("journal")).toList()) {
        size += Files.size(journal);
      }
      return size;
    }
  }

  private Process start(int number) throws IOException {
    return new ProcessBuilder(command.toString(), "run", "run.yaml", "--keep-running", "-o", "json")
        .directory(folder.toFile())
        .redirectOutput(folder.resolve(number + ".out").toFile())
        .redirectError(folder.resolve(number + ".err").toFile())
        .start();
  }

  private String scenario(Path program) {
    var text = new StringBuilder();
    text.append("cluster:\n  nodes: [{count: 2, resources: {gpu: 4}}]\n");
    text.append("policies: [fifo]\nworkload:\n  jobs:\n");
    int arrived = 0;
    for (int job = 0; job < JOBS; job++) {
      int size = 1 + random.nextInt(3);
      workers.add(size);
      text.append(
          """
              - id: job-%d
                arrived: %d
                worker: {gpu: 1}
                bounds: {workers: {min: %d, max: %d}}
                work: {total: %d}
                speed: {model: table, points: [{workers: %d, stepsPerSecond: 20}]}
                program: {command: [sh, %s]}
          """
              .formatted(job, arrived, size, size, 20 + random.nextInt(120), size, program));
      arrived += random.nextInt(3);
    }
    return text.toString();
  }

  private List<String> complaints() throws IOException {
    var complaints = new ArrayList<String>();
    String journal = Files.readString(only("journal"), StandardCharsets.UTF_8);
    for (int job = 0; job < JOBS; job++) {
      String name = "job-" + job;
      int starts = Files.readAllLines(only(name + "/checkpoints/starts")).size();
      tally.taskRestarts += Math.max(0, starts - workers.get(job));
      if (starts != workers.get(job)) {
        complaints.add("%s has %d workers and %d starts".formatted(name, workers.get(job), starts));
      }
      for (String kind : List.of("submitted", "finished")) {
        int times = count(journal, kind, name);
        tally.doubles += Math.max(0, times - 1);
        if (times != 1) {
          complaints.add("%s is %s %d times".formatted(name, kind, times));
        }
      }
      if (count(journal, "crashed", name) > 0) {
        tally.crashes++;
        complaints.add(name + " crashed");
      }
    }
    left().ifPresent(complaints::add);
    return complaints;
  }

  private static int count(String journal, String kind, String job) {
    Pattern event =
        Pattern.compile(
            "\\{\"kind\":\"%s\"[^{}]*(\"job\":\"%s\"|\"spec\":\\{\"id\":\"%s\")"
                .formatted(kind, job, job));
    return (int) event.matcher(journal).results().count();
  }

  private Path only(String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("ductile-run"))) {
      List<Path> found = all.filter(path -> path.endsWith(end)).toList();
      if (found.size() != 1) {
        throw new IOException("there are %d of %s in %s".formatted(found.size(), end, folder));
      }
      return found.getFirst();
    }
  }

  /** Processes that still work in the folder when all should have ended. */
  private Optional<String> left() {
    long deadline = System.nanoTime() + LEFT_NANOS;
    while (true) {
      List<Long> processes = processes();
      if (processes.isEmpty()) {
        return Optional.empty();
      }
      if (System.nanoTime() > deadline) {
        tally.left += processes.size();
        return Optional.of("processes are left: " + processes);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private List<Long> processes() {
    return ProcessHandle.allProcesses()
        .filter(process ->
            process.info().commandLine().filter(line -> line.contains(folder + "/")).isPresent()
                || environment(process.pid()).contains(folder + "/"))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** The process groups of the tasks that run. */
  private List<Long> tasks() {
    return ProcessHandle.allProcesses()
        .filter(process -> environment(process.pid()).contains(folder + "/"))
        .filter(process -> environment(process.pid()).contains("DUCTILE_ROLE="))
        .filter(process ->
            process.info().commandLine().filter(line -> line.contains("train.sh")).isPresent())
        .map(ProcessHandle::pid)
        .toList();
  }

  private static String environment(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
