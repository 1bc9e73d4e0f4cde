package dev.ductile.bench.restarts;

import dev.ductile.bench.InstalledCommand;
import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Kills {@code ductile run --keep-running} with SIGKILL at random moments and starts it again,
 * until its jobs are done. It repeats such runs until the wanted number of kills is reached, and
 * checks each run with {@link RunCheck}.
 */
final class Restarts {
  private Restarts() {}

  /** {@code Restarts COMMAND FOLDER KILLS SEED}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path command = Path.of(arguments[0]).toAbsolutePath();
    Path root = Path.of(arguments[1]).toAbsolutePath();
    int kills = Integer.parseInt(arguments[2]);
    long seed = Long.parseLong(arguments[3]);
    InstalledCommand.prepare(command);
    RestartCounts counts = measure(command, root, kills, new Random(seed));
    System.out.println(counts);
    ResultRecorder results = ResultRecorder.ofThisRun();
    counts.record("at least %d kills, seed %d".formatted(kills, seed), results);
    results.save();
    System.exit(counts.wrongRuns() == 0 ? 0 : 1);
  }

  private static RestartCounts measure(Path command, Path root, int kills, Random random)
      throws IOException, InterruptedException {
    RestartCounts counts = RestartCounts.NONE;
    for (int run = 1; counts.kills() < kills; run++) {
      Path folder = Files.createDirectories(root.resolve("run-" + run));
      var jobs = RunJobs.random(random);
      var processes = new RunProcesses(folder);
      RestartCounts killed = new KilledRun(command, folder, jobs, processes, random).run();
      var check = new RunCheck(folder, jobs, processes);
      counts = counts.plus(killed).plus(check.counts());
      List<String> faults = check.faults();
      System.out.printf(
          "run %d: %d kills, %s%n",
          run, killed.kills(), faults.isEmpty() ? "no fault" : String.join("; ", faults));
    }
    return counts;
  }
}
