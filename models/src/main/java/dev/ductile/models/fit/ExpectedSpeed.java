package dev.ductile.models.fit;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.models.TableModel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The speed that is expected of a job, as a table of some of the sizes that it may have. */
final class ExpectedSpeed {
  private static final int MOST_WORKERS = 16;
  private static final int MOST_SERVERS = 4;

  private ExpectedSpeed() {}

  /** The speed that was expected before the first measurement. */
  static FittedModel.Expected of(Job job) {
    return job.speedSpec().parameters() instanceof FittedModel.Parameters learned
            && learned.expected().isPresent()
        ? learned.expected().get()
        : new FittedModel.Expected(points(job), error(job));
  }

  private static List<TableModel.Point> points(Job job) {
    var points = new ArrayList<TableModel.Point>();
    for (int workers : counts(job.spec().bounds().workers(), MOST_WORKERS)) {
      for (int servers : counts(job.spec().bounds().servers(), MOST_SERVERS)) {
        double speed = job.speedAt(new Size(workers, servers));
        if (Measurement.isPossible(speed)) {
          OptionalInt some = servers == 0 ? OptionalInt.empty() : OptionalInt.of(servers);
          points.add(new TableModel.Point(workers, some, speed));
        }
      }
    }
    return points;
  }

  /** The least count of a range, the most, and some between them, in a geometric progression. */
  static List<Integer> counts(Range range, int most) {
    double first = Math.max(1, range.least());
    double growth = StrictMath.pow(range.most() / first, 1.0 / (most - 1));
    var counts = new ArrayList<>(List.of(range.least()));
    for (int i = 1; i < most && counts.getLast() < range.most(); i++) {
      int before = counts.getLast();
      counts.add(Math.max(range.after(before), range.atMost((int) Math.ceil(before * growth))));
    }
    counts.set(counts.size() - 1, range.most());
    return counts;
  }

  /** The relative error of the expected speed at the size that the job requests. */
  private static OptionalDouble error(Job job) {
    if (job.speedSpec().error().isPresent()) {
      return job.speedSpec().error();
    }
    Estimate asked = job.speed().estimate(Allocation.together(job.spec().asked()));
    double error = asked.high() / asked.stepsPerSecond() - 1;
    return error > 0 && error < Double.POSITIVE_INFINITY
        ? OptionalDouble.of(error)
        : OptionalDouble.empty();
  }
}
