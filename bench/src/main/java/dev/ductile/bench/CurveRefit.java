package dev.ductile.bench;

import dev.ductile.models.convergence.Ensemble;
import dev.ductile.models.convergence.Forecast;
import dev.ductile.models.convergence.InverseFit;
import dev.ductile.models.convergence.LossHistory;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time to add a loss, and to fit and predict again. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CurveRefit {
  private static final int STEPS = 100_000;

  private final LossHistory history = noisy();
  private long step = STEPS;

  private static LossHistory noisy() {
    RandomGenerator chance = new Random(1);
    var history = new LossHistory();
    for (int step = 1; step <= STEPS; step++) {
      history.add(
          step, (0.3 + 40 / Math.sqrt(step + 100.0)) * Math.exp(0.1 * chance.nextGaussian()));
    }
    return history;
  }

  @Benchmark
  public LossHistory add() {
    history.add(step++, 0.42);
    return history;
  }

  @Benchmark
  public Object inverse() {
    return InverseFit.fit(history);
  }

  @Benchmark
  public Object ensemble() {
    return Ensemble.fit(history);
  }

  @Benchmark
  public Forecast forecast() {
    return Forecast.of(history, 0.35, 10L * STEPS);
  }
}
