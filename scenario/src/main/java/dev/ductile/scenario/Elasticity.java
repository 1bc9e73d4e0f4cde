package dev.ductile.scenario;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.api.Work;
import java.util.Optional;

/**
 * A rule that lets jobs of one size have many: bounds for their workers, and the speed that is
 * assumed at each size. The work of a job is set so that the job keeps its time at the size that it
 * asks for.
 *
 * @param source the source of the speed, for readers
 */
public record Elasticity(WorkerBound min, WorkerBound max, SpeedSpec speed, String source) {
  public static final WorkerBound DEFAULT_MIN = new WorkerBound(1, false);
  public static final WorkerBound DEFAULT_MAX = new WorkerBound(4, true);

  /** The speed of a rule that names none: doubled workers are 1.87 times as fast. */
  private static final double EXPONENT = 0.9;

  private static final String STEPS = "steps";
  private static final int LONGEST = 160;

  public Elasticity {
    if (min.isMultiple() == max.isMultiple() && min.amount() > max.amount()) {
      throw new IllegalArgumentException("min is %s, above max %s".formatted(min, max));
    }
  }

  /** A rule whose speed is a power of the number of workers, by the model {@code linear}. */
  public static Elasticity assumed(WorkerBound min, WorkerBound max, Catalog catalog) {
    ObjectNode model = JsonNodeFactory.instance.objectNode().put("model", "linear");
    model.put("stepsPerSecond", 1).put("exponent", EXPONENT);
    return new Elasticity(min, max, catalog.speedSpec(model), "the default, not measured");
  }

  /**
   * The elastic job; empty if the job stays as it is.
   *
   * @param most the workers that the cluster can hold
   */
  Optional<Submission> elastic(Submission job, Speeds speeds, int most) {
    JobSpec spec = job.spec();
    boolean isRigid = spec.bounds().isRigid() && spec.program().isNone();
    if (!isRigid || !job.expected().equals(job.speed())) {
      return Optional.empty();
    }
    Allocation asked = Allocation.together(spec.asked());
    double before = speeds.speed(job.speed()).stepsPerSecond(asked);
    double after = speeds.speed(speed).stepsPerSecond(asked);
    return before > 0 && after > 0
        ? Optional.of(resized(job, after / before, most))
            .filter(resized -> !resized.spec().bounds().isRigid())
        : Optional.empty();
  }

  private Submission resized(Submission job, double factor, int most) {
    JobSpec spec = job.spec();
    Work work = spec.work();
    var scaled = new Work(work.steps() * factor, work.feedbackSteps() * factor, STEPS);
    Bounds bounds = bounds(spec.asked(), most);
    return new Submission(
        job.at(), spec.withBounds(bounds, spec.asked()).withWork(scaled), speed, speed);
  }

  /** Bounds that contain the size that the job asks for. Its servers stay as they are. */
  private Bounds bounds(Size asked, int most) {
    int workers = asked.workers();
    int low = Math.min(workers, min.of(workers));
    int high = Math.max(workers, Math.min(max.of(workers), most));
    return new Bounds(Range.between(low, high), Range.exactly(asked.servers()));
  }

  /** The assumption in one sentence, for a file and a report. */
  public String sentence() {
    String model =
        SpeedFormat.readable(speed)
            .toString()
            .replace("\"", "")
            .replace(":", " ")
            .replace(",", ", ");
    String words = "the " + model.substring(1, model.length() - 1);
    String shown = words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words;
    return "sizes and speeds are assumed, because the input does not have them: a job may have from %s to %s; at the size that it asked for it takes the same time as before, and it scales like %s (%s)"
        .formatted(min, max, shown, source);
  }
}
