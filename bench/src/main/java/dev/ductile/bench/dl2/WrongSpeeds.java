package dev.ductile.bench.dl2;

import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Policies that learn beside Optimus, which expects wrong speeds: communication and congestion that
 * are estimated wrongly, and its own form fitted to measured speeds.
 */
public final class WrongSpeeds {
  private static final List<String> POLICIES = List.of("drf", "optimus", "marginal", "dl2", "sets");

  private WrongSpeeds() {}

  /** {@code WrongSpeeds SCENARIO DATA}. */
  public static void main(String[] arguments) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(arguments[0]));
    Path measurements = MeasuredSpeeds.file(Path.of(arguments[1]));
    ResultRecorder results = ResultRecorder.ofThisRun();
    var comparison = new PolicyComparison(results);
    comparison.tell("own speeds, misestimated", Misestimates.of(lines), POLICIES);
    if (Files.exists(measurements)) {
      String text = new ScenarioVariant(MeasuredSpeeds.read(measurements), true).of(lines);
      comparison.tell("measured speeds, policies expect the form of Optimus", text, POLICIES);
    } else {
      System.out.printf("skipped measured speeds: there is no %s%n", measurements);
    }
    results.save();
  }
}
