package dev.ductile.policies.capes;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Resources;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.util.Map;

/** The training times of ResNet-110 on 1, 2, 4 and 8 GPUs, by Table 2 of Capes et al. */
final class Table2 {
  private static final Map<Integer, Double> MINUTES = Map.of(1, 368.0, 2, 232.0, 4, 126.0, 8, 84.0);

  /** Whole trainings a second; the tests ask for the sizes of the table only. */
  static final Speed SPEED =
      where -> where.isNone() ? 0 : 1 / (60 * MINUTES.getOrDefault(where.workers(), 84.0));

  private Table2() {}

  /** A job with this part of a whole training left. */
  static Job job(long arrival, double trainings) {
    return job(arrival, trainings, Bounds.workers(1, 8), SPEED);
  }

  static Job job(long arrival, double trainings, Bounds bounds, Speed speed) {
    var spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            bounds,
            Work.steps(trainings));
    return Job.submitted(spec, arrival, Sketch.NOW, speed, Duration.ofSeconds(10));
  }
}
