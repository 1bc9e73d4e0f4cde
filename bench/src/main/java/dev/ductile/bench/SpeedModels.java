package dev.ductile.bench;

import dev.ductile.models.queueing.LinkSharing;
import dev.ductile.models.queueing.QueueingNetwork;
import dev.ductile.models.queueing.Solver;
import dev.ductile.models.queueing.SteadyState;
import dev.ductile.models.queueing.ThroughputCurve;
import dev.ductile.models.queueing.WorkerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time of a speed model for the speed of a job. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class SpeedModels {
  private static final int WORKERS = 64;

  /** Below the limit of the recursion: two classes of 1,400, and 17 of one worker. */
  private static final int LARGE_CLASS = 1_400;

  private static final int SMALL_CLASSES = 17;

  @Param({"EXACT", "FCFS", "HYBRID"})
  public Solver solver = Solver.HYBRID;

  private final ThroughputCurve known = new ThroughputCurve(alike());

  /** A job's whole curve of 64 workers, for the first time. */
  @Benchmark
  public double queueingCurve() {
    return sum(new ThroughputCurve(alike()));
  }

  /** The same curve again, as a policy asks for it in every decision. */
  @Benchmark
  public double queueingCurveAgain() {
    return sum(known);
  }

  /** Two kinds of workers, with the most populations that are computed one by one. */
  @Benchmark
  public SteadyState queueingOfTwoKinds() {
    return new QueueingNetwork(List.of(workers(LARGE_CLASS, 1), workers(LARGE_CLASS, 2)), sharing())
        .solve(2 * LARGE_CLASS);
  }

  /** The most kinds of workers that are computed one by one. */
  @Benchmark
  public SteadyState queueingOfManyKinds() {
    var classes = new ArrayList<WorkerGroup>();
    for (int kind = 0; kind < SMALL_CLASSES; kind++) {
      classes.add(workers(1, 1 + kind / 16.0));
    }
    return new QueueingNetwork(classes, sharing()).solve(SMALL_CLASSES);
  }

  private QueueingNetwork alike() {
    return new QueueingNetwork(List.of(workers(1, 1)), sharing());
  }

  private LinkSharing sharing() {
    return new LinkSharing(solver, LinkSharing.PUBLISHED_THRESHOLD);
  }

  private static WorkerGroup workers(int count, double slower) {
    return new WorkerGroup(count, 0.072, 0.029 * slower, 0.072, 0.018);
  }

  private static double sum(ThroughputCurve curve) {
    double sum = 0;
    for (int workers = 1; workers <= WORKERS; workers++) {
      sum += curve.throughput(workers);
    }
    return sum;
  }
}
