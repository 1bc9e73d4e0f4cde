package dev.ductile.bench;

import dev.ductile.models.fit.Fit;
import dev.ductile.models.fit.Fitter;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.OnlineFit;
import dev.ductile.models.fit.Setup;
import dev.ductile.models.fit.StepTimeForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One fit of 40 measurements on 20 sizes, with every form that competes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 2)
@Fork(1)
public class FitLatency {
  private static final int SIZES = 20;
  private static final double[] SERVERS = {0.01, 0.1, 0.3, 0.02, 0.2};
  private static final double[] RING = {0.004, 0.002, 0.08, 0.05};

  @Param({"false", "true"})
  private boolean withServers;

  private List<Measurement> measured = List.of();

  /** Each size twice with small differences, as a running job reports them. */
  @org.openjdk.jmh.annotations.Setup
  public void measure() {
    var all = new ArrayList<Measurement>();
    for (int i = 0; i < 2 * SIZES; i++) {
      int size = i % SIZES;
      var setup =
          withServers ? new Setup(1 + size % 5, 1 + size / 5, 32) : new Setup(1 + size, 0, 256);
      double seconds =
          withServers
              ? StepTimeForm.SERVERS.secondsPerStep(SERVERS, setup)
              : StepTimeForm.ALL_REDUCE.secondsPerStep(RING, setup);
      all.add(new Measurement(setup, (1 + 0.05 * StrictMath.sin(i * i)) / seconds));
    }
    measured = all;
  }

  @Benchmark
  public Fit fit() {
    return Fitter.OPEN.fit(measured);
  }

  /** Fits that follow a job: measurements are added one by one, then fitted. */
  @Benchmark
  public Optional<Fit> online() {
    var online = new OnlineFit(Fitter.OPEN, 0.99, 2 * SIZES);
    measured.forEach(online::add);
    return online.fit();
  }
}
