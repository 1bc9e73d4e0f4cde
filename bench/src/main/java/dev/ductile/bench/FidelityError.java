package dev.ductile.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The error of simulated completion times beside live runs of local processes. Each run is
 * simulated twice: from its scenario by {@code ductile run}, and from its journal by {@code ductile
 * replay}.
 */
final class FidelityError {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long LONGEST_RUN_MINUTES = 10;
  private static final double SAME_SECONDS = 1e-6;

  private final Path command;
  private final Path folder;

  private FidelityError(Path command, Path folder) {
    this.command = command;
    this.folder = folder;
  }

  /** {@code FidelityError COMMAND FOLDER RUNS SCENARIO...}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path command = Path.of(arguments[0]).toAbsolutePath();
    InstalledCommand.prepare(command);
    int runs = Integer.parseInt(arguments[2]);
    ResultRecorder results = ResultRecorder.ofThisRun();
    for (String scenario : List.of(arguments).subList(3, arguments.length)) {
      String name = String.valueOf(Path.of(scenario).getFileName());
      Path folder = Files.createDirectories(Path.of(arguments[1], name));
      new FidelityError(command, folder).measure(Path.of(scenario), name, runs, results);
    }
    results.save();
  }

  private void measure(Path scenario, String name, int runs, ResultRecorder results)
      throws IOException, InterruptedException {
    var fromScenario = new Errors();
    var fromJournal = new Errors();
    int changed = 0;
    for (int run = 1; run <= runs; run++) {
      Path parent = Files.createTempDirectory(folder, "run-");
      JsonNode live = answer("run", scenario.toString(), "--logs", parent.toString(), "-o", "json");
      JsonNode replay =
          answer("replay", onlyFolder(parent).toString(), "--policy", "same", "-o", "json");
      fromScenario.add(live);
      fromJournal.add(replay.path("simulations").path(0));
      changed += changed(live.path("jobs"), replay.path("jobs"));
      System.out.printf(
          "%s, run %d: from the scenario %s; from the journal %s%n",
          name, run, fromScenario, fromJournal);
    }
    String label =
        "%s, %d live runs, mean and worst error of simulated completion times"
            .formatted(name, runs);
    results.add(label + ", from the scenario", fromScenario.toString());
    results.add(label + ", from the journal", fromJournal.toString());
    results.add(
        name + ", completion times that differ between the run and its journal", changed, "");
  }

  /** The errors of several runs. */
  private static final class Errors {
    private double sum;
    private double worst;
    private int runs;

    void add(JsonNode simulated) {
      sum += simulated.path("meanError").asDouble(Double.NaN);
      worst = Math.max(worst, simulated.path("maxError").asDouble(Double.NaN));
      runs++;
    }

    /** The mean of the runs' means, and the worst error of any job. */
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f %%, %.1f %%", 100 * sum / runs, 100 * worst);
    }
  }

  /** The number of jobs whose recorded completion time is not the live one. */
  private static int changed(JsonNode live, JsonNode recorded) {
    int changed = Math.abs(live.size() - recorded.size());
    for (int job = 0; job < Math.min(live.size(), recorded.size()); job++) {
      double difference =
          live.path(job).path("liveCompletion").asDouble()
              - recorded.path(job).path("completion").asDouble();
      changed += Math.abs(difference) > SAME_SECONDS ? 1 : 0;
    }
    return changed;
  }

  private static Path onlyFolder(Path parent) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.findFirst().orElseThrow();
    }
  }

  private JsonNode answer(String... arguments) throws IOException, InterruptedException {
    Path out = folder.resolve("answer.json");
    var line = Stream.concat(Stream.of(command.toString()), Stream.of(arguments)).toList();
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("messages.txt").toFile())
            .start();
    boolean ended = process.waitFor(LONGEST_RUN_MINUTES, TimeUnit.MINUTES);
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          "%s did not succeed; see %s".formatted(line, folder.resolve("messages.txt")));
    }
    return JSON.readTree(out.toFile());
  }
}
