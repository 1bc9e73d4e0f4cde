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
 * until its jobs are done; run after run, until it was killed so often. Says of each run whether
 * every task was started exactly once, no job crashed, each job was submitted and finished once,
 * and no process was left. Arguments: the command, a folder, how many kills, and a seed.
 */
final class Restarts {
  private static final int JOBS = 6;
  private static final int MOST_KILLS = 100;
  private static final int LONGEST_LIFE_MILLIS = 3_000;
  private static final int SHORTEST_LIFE_MILLIS = 50;

  /** A node agent without tasks and client ends after half a minute. */
  private static final long LEFT_NANOS = TimeUnit.SECONDS.toNanos(45);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

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

  private Restarts(Path command, Path folder, Random random) {
    this.command = command;
    this.folder = folder;
    this.random = random;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path command = Path.of(arguments[0]).toAbsolutePath();
    Path root = Path.of(arguments[1]).toAbsolutePath();
    int wanted = Integer.parseInt(arguments[2]);
    var random = new Random(Long.parseLong(arguments[3]));
    int kills = 0;
    int wrong = 0;
    for (int run = 1; kills < wanted; run++) {
      Path folder = Files.createDirectories(root.resolve("run-" + run));
      var restarts = new Restarts(command, folder, random);
      int killed = restarts.toTheEnd();
      List<String> complaints = restarts.complaints();
      kills += killed;
      wrong += complaints.isEmpty() ? 0 : 1;
      System.out.printf(
          "run %d: %d kills, %s%n",
          run, killed, complaints.isEmpty() ? "all is well" : String.join("; ", complaints));
    }
    System.out.printf("%d kills, %d wrong runs%n", kills, wrong);
    System.exit(wrong == 0 ? 0 : 1);
  }

  /** How often the command was killed before its jobs were done. */
  private int toTheEnd() throws IOException, InterruptedException {
    Path program = Files.writeString(folder.resolve("train.sh"), PROGRAM);
    Files.writeString(folder.resolve("run.yaml"), scenario(program));
    for (int kills = 0; kills < MOST_KILLS; kills++) {
      Process process = start(kills);
      long life = SHORTEST_LIFE_MILLIS + random.nextInt(LONGEST_LIFE_MILLIS);
      if (process.waitFor(life, TimeUnit.MILLISECONDS)) {
        if (process.exitValue() != 0) {
          throw new IOException("the command ended with " + process.exitValue() + " in " + folder);
        }
        return kills;
      }
      process.destroyForcibly().waitFor();
    }
    throw new IOException(
        "the jobs did not end though the command was started so often: " + folder);
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
      if (starts != workers.get(job)) {
        complaints.add("%s has %d workers and %d starts".formatted(name, workers.get(job), starts));
      }
      for (String kind : List.of("submitted", "finished")) {
        int times = count(journal, kind, name);
        if (times != 1) {
          complaints.add("%s is %s %d times".formatted(name, kind, times));
        }
      }
      if (count(journal, "crashed", name) > 0) {
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
      List<Long> processes =
          ProcessHandle.allProcesses()
              .filter(process ->
                  process
                          .info()
                          .commandLine()
                          .filter(line -> line.contains(folder + "/"))
                          .isPresent()
                      || worksIn(process.pid()))
              .map(ProcessHandle::pid)
              .toList();
      if (processes.isEmpty()) {
        return Optional.empty();
      }
      if (System.nanoTime() > deadline) {
        return Optional.of("processes are left: " + processes);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private boolean worksIn(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1)
          .contains(folder + "/");
    } catch (IOException e) {
      return false;
    }
  }
}
