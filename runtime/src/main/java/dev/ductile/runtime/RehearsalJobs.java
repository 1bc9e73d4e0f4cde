package dev.ductile.runtime;

import dev.ductile.runtime.process.ParentWatch;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * The program of the process that writes the start-up cache. It trains a job on parameter servers,
 * the same job with the Newton method, and that once more by all-reduce. The cache holds only
 * classes that this process has used; any other class is loaded from the jar in the middle of a
 * step.
 */
final class RehearsalJobs {
  private static final List<String> NEWTON = List.of("--set", "optimizer=newton");
  private static final List<String> ALL_REDUCE =
      List.of("--set", "optimizer=newton", "--set", "servers=0", "--set", "replication=1");
  private static final List<List<String>> SETTINGS = List.of(List.of(), NEWTON, ALL_REDUCE);

  private RehearsalJobs() {}

  /** Takes the job's file; exits with the first code that is not 0. */
  public static void main(String[] arguments) {
    ParentWatch.begin();
    StopSignal signal = StopSignal.install();
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    var lines = new Lines(out);
    int code = 0;
    for (List<String> settings : SETTINGS) {
      String[] job = Stream.concat(Stream.of(arguments), settings.stream()).toArray(String[]::new);
      code = code == 0 ? Main.run(job, System.getenv(), signal, lines) : code;
    }
    signal.exit(code);
  }
}
