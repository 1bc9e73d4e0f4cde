package dev.ductile.bench;

import java.io.IOException;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs benchmarks of JMH with its own options and records their figures. */
public final class Jmh {
  private Jmh() {}

  public static void main(String[] arguments)
      throws CommandLineOptionException, RunnerException, IOException {
    ResultRecorder figures = ResultRecorder.ofThisRun();
    for (RunResult result : new Runner(new CommandLineOptions(arguments)).run()) {
      add(result, figures);
    }
    figures.save();
  }

  private static void add(RunResult run, ResultRecorder figures) {
    Result<?> result = run.getPrimaryResult();
    String name = name(run.getParams());
    if (run.getParams().getMode() == Mode.SampleTime) {
      var all = result.getStatistics();
      figures.add(name + ", median", all.getPercentile(50), result.getScoreUnit());
      figures.add(name + ", p99", all.getPercentile(99), result.getScoreUnit());
    } else {
      figures.add(name, result.getScore(), result.getScoreUnit());
    }
  }

  /** {@code FitLatency.fit, withServers=true}. */
  private static String name(BenchmarkParams benchmark) {
    String[] parts = benchmark.getBenchmark().split("\\.", -1);
    String method = parts[parts.length - 2] + "." + parts[parts.length - 1];
    String parameters =
        benchmark.getParamsKeys().stream()
            .map(key -> ", %s=%s".formatted(key, benchmark.getParam(key)))
            .collect(Collectors.joining());
    return method + parameters;
  }
}
