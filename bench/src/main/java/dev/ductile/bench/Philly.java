package dev.ductile.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A public trace of 82,247 jobs simulated by the {@code ductile} command, as a user runs it: wall
 * time with the start of the Java process, and peak memory, on a large cluster and on a small one
 * with long queues.
 */
final class Philly {
  private static final List<Integer> GPUS = List.of(2_500, 200);
  private static final List<String> POLICIES = List.of("fifo", "srtf", "tiresias-l");
  private static final long POLL_MILLIS = 50;
  private static final long LONGEST_RUN_NANOS = TimeUnit.MINUTES.toNanos(30);
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s*(\\d+) kB$");

  private final Path command;
  private final Path trace;
  private final Path folder;
  private final ResultRecorder results;

  Philly(Path command, Path trace, Path folder, ResultRecorder results) {
    this.command = command;
    this.trace = trace;
    this.folder = folder;
    this.results = results;
  }

  /** {@code Philly COMMAND DATA FOLDER}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path trace = Path.of(arguments[1], "peers", "philly", "philly.csv");
    if (!Files.isReadable(trace)) {
      System.out.printf("skipped: there is no %s%n", trace);
      return;
    }
    Path command = Path.of(arguments[0]);
    InstalledCommand.prepare(command);
    ResultRecorder results = ResultRecorder.ofThisRun();
    Path folder = Files.createDirectories(Path.of(arguments[2]));
    new Philly(command, trace, folder, results).measure();
    results.save();
  }

  void measure() throws IOException, InterruptedException {
    for (int gpus : GPUS) {
      for (String policy : POLICIES) {
        measure(gpus, policy);
      }
    }
  }

  private void measure(int gpus, String policy) throws IOException, InterruptedException {
    Path scenario = Files.writeString(folder.resolve("philly.yaml"), scenario(gpus, policy));
    Path table = folder.resolve("philly.csv");
    long start = System.nanoTime();
    long peak = peakKilobytes(simulate(scenario, table), start);
    double seconds = (System.nanoTime() - start) / 1e9;
    double completion = completion(table);
    System.out.printf(
        Locale.ROOT,
        "%d gpus, %s: %.2f s, %d MiB; average completion %.0f s%n",
        gpus,
        policy,
        seconds,
        peak / 1024,
        completion);
    String figure = "%d GPUs, %s".formatted(gpus, policy);
    results.add(figure + ", wall time with the start", seconds, "s");
    results.add(figure + ", peak memory", peak / 1024.0, "MiB");
    results.add(figure + ", mean completion", completion / 3600, "h");
  }

  private String scenario(int gpus, String policy) {
    return """
    cluster: {capacity: {gpu: %d}}
    workload: {trace: %s, format: philly}
    policies: [%s]
    placement: pooled
    """
        .formatted(gpus, trace.toAbsolutePath(), policy);
  }

  private Process simulate(Path scenario, Path table) throws IOException {
    return new ProcessBuilder(command.toString(), "simulate", scenario.toString(), "-o", "csv")
        .redirectOutput(table.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Waits for the end of the process and returns the most memory that it was seen to hold. */
  private static long peakKilobytes(Process process, long start)
      throws IOException, InterruptedException {
    long peak = 0;
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, residentPeak(process.pid()));
      if (System.nanoTime() - start > LONGEST_RUN_NANOS) {
        process.destroyForcibly();
        throw new IOException("ductile simulate did not end within half an hour");
      }
    }
    if (process.exitValue() != 0) {
      throw new IOException("ductile simulate ended with " + process.exitValue());
    }
    return peak;
  }

  /** The kernel's own peak; 0 for a process that has just ended. */
  private static long residentPeak(long pid) {
    try {
      Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc/%d/status".formatted(pid))));
      return peak.find() ? Long.parseLong(peak.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static double completion(Path table) throws IOException {
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(table)) {
      return Double.parseDouble(
          lines.stream().findFirst().orElseThrow().getField("averageCompletion"));
    }
  }
}
