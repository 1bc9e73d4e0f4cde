package dev.ductile.bench.dl2;

import dev.ductile.bench.ResultRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The workload of DL2 under published policies and ours. */
public final class Headroom {
  private static final List<String> POLICIES =
      List.of(
          "drf",
          "fill order=fifo",
          "fill order=srtf",
          "fill order=tetris",
          "fill order=tetris most=4",
          "max-min",
          "fifo",
          "srtf",
          "tetris",
          "optimus",
          "marginal",
          "hell",
          "hell filling=true",
          "knee",
          "lookahead base=optimus budget=20ms");

  private Headroom() {}

  /** {@code Headroom SCENARIO DATA [POLICY...]}. */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    Path measurements = MeasuredSpeeds.file(Path.of(arguments[1]));
    List<String> given = List.of(arguments).subList(2, arguments.length);
    List<String> policies = given.isEmpty() ? POLICIES : given;
    ResultRecorder results = ResultRecorder.ofThisRun();
    var comparison = new PolicyComparison(results);
    List<String> lines = Files.readAllLines(file);
    comparison.tell("own speeds", String.join("\n", lines), policies);
    comparison.tell("own speeds, misestimated", Misestimates.of(lines), policies);
    if (Files.exists(measurements)) {
      MeasuredSpeeds measured = MeasuredSpeeds.read(measurements);
      comparison.tell("measured speeds", new ScenarioVariant(measured, false).of(lines), policies);
      comparison.tell(
          "measured speeds, policies expect the form of Optimus",
          new ScenarioVariant(measured, true).of(lines),
          policies);
    } else {
      System.out.printf("skipped measured speeds: there is no %s%n", measurements);
    }
    results.save();
  }
}
