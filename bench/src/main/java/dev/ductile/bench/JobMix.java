package dev.ductile.bench;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The jobs of a large cluster. */
enum JobMix {
  /**
   * As in public traces: most jobs keep one size, some grow to twice their size, and speed is
   * proportional to workers.
   */
  MOSTLY_RIGID {
    @Override
    Arrival arrival(JobId id, RandomGenerator random) {
      int workers = WORKERS[random.nextInt(WORKERS.length)];
      boolean elastic = random.nextInt(4) == 0;
      double rate = 0.5 + random.nextDouble();
      var bounds = elastic ? Bounds.workers(1, 2 * workers) : Bounds.rigid(Size.workers(workers));
      JobSpec spec = spec(id, 1 + random.nextInt(8), bounds, random);
      return new Arrival(
          spec.withRequest(Size.workers(workers)),
          SpeedSpec.of("proportional", new Proportional(rate)));
    }
  },
  /** Every job may have any size, with decreasing gains by more workers, down to zero. */
  ELASTIC {
    @Override
    Arrival arrival(JobId id, RandomGenerator random) {
      double compute = 0.1 + random.nextDouble();
      double exchange = compute / (10 + random.nextInt(500));
      double message = exchange * 1e-3;
      boolean served = random.nextInt(4) == 0;
      var bounds =
          new Bounds(Range.between(1, 100_000), served ? Range.between(1, 64) : Range.ZERO);
      SpeedSpec speed = SpeedSpec.of("bending", new Bending(compute, exchange, message));
      return new Arrival(
          spec(id, 1, bounds, random).withRequest(new Size(8, served ? 4 : 0)), speed);
    }
  };

  private static final int[] WORKERS = {1, 1, 1, 1, 2, 4, 8, 8, 16, 32};

  /** A submitted job and its speed. */
  record Arrival(JobSpec spec, SpeedSpec speed) {}

  private record Proportional(double each) implements Speed {
    @Override
    public double stepsPerSecond(Allocation where) {
      return each * where.workers();
    }
  }

  /** Seconds of a step: the work that workers share, and two kinds of communication. */
  private record Bending(double compute, double exchange, double message) implements Speed {
    @Override
    public double stepsPerSecond(Allocation where) {
      int workers = where.workers();
      int servers = Math.max(1, where.servers());
      return workers == 0 ? 0 : 1 / (compute / workers + exchange / servers + message * workers);
    }
  }

  abstract Arrival arrival(JobId id, RandomGenerator random);

  private static JobSpec spec(JobId id, int processors, Bounds bounds, RandomGenerator random) {
    var task = Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, (double) processors));
    var demand =
        new Demand(task, bounds.servers().most() > 0 ? task : Resources.NONE, Resources.NONE);
    return JobSpec.of(id, demand, bounds, Work.steps(100 + random.nextInt(1_000_000)))
        .withOwner("user-" + random.nextInt(100));
  }
}
