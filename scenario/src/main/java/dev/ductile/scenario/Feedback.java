package dev.ductile.scenario;

import dev.ductile.api.Work;
import dev.ductile.text.NumberBounds;
import java.util.OptionalInt;

/**
 * Users who look at the first results of a job, and may cancel it.
 *
 * @param fraction the share of the work that is early feedback
 * @param kill the probability that the user cancels the job after its early feedback
 * @param keep the most jobs past their early feedback. When there is one more, the worst of them is
 *     cancelled (Wang et al., Elastic Parameter Server, TPDS 2022, Section 6)
 */
public record Feedback(
    @NumberBounds(least = 0, most = 1) double fraction,
    @NumberBounds(least = 0, most = 1) double kill,
    @NumberBounds(least = 1) OptionalInt keep) {
  public static final Feedback NONE = new Feedback(0, 0);

  public Feedback {
    require("fraction", fraction);
    require("kill", kill);
    if (keep.isPresent() && keep.getAsInt() < 1) {
      throw new IllegalArgumentException("keep must be at least 1, not " + keep.getAsInt());
    }
  }

  /** Users who cancel each job with this probability, independently. */
  public Feedback(double fraction, double kill) {
    this(fraction, kill, OptionalInt.empty());
  }

  /** The job with this share of its work as early feedback, unless it states its own. */
  public Submission mark(Submission submission) {
    Work work = submission.spec().work();
    if (fraction == 0 || work.feedbackSteps() > 0) {
      return submission;
    }
    Work marked = new Work(work.steps(), fraction * work.steps(), work.unit());
    return submission.withSpec(submission.spec().withWork(marked));
  }

  private static void require(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "%s must be between 0 and 1, not %s".formatted(name, share));
    }
  }
}
