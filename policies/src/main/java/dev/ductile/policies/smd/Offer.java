package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.api.Utility;
import dev.ductile.policies.sizing.Candidate;
import java.time.Duration;
import java.time.Instant;

/** A job at the size that was found for it: what it would be worth and what it would be charged. */
final class Offer implements Knapsack.Item {
  private static final double HOUR = 3600;

  private final Allowance allowance;
  private final Size size;
  private final double seconds;
  private final double worth;
  private final double[] charge;

  Offer(Allowance allowance, Size size, double[] charge, Instant now) {
    this.allowance = allowance;
    this.size = size;
    this.seconds = seconds(allowance.candidate().job(), size, now);
    this.worth = worth(allowance.candidate().job(), seconds, now);
    this.charge = charge;
  }

  Candidate candidate() {
    return allowance.candidate();
  }

  Allowance allowance() {
    return allowance;
  }

  Size size() {
    return size;
  }

  /** Until it is done, from when it has its size. */
  double seconds() {
    return seconds;
  }

  @Override
  public double worth() {
    return worth;
  }

  @Override
  public double[] charge() {
    return charge;
  }

  /** The part of what it is charged that it uses, on average over what it is charged of. */
  double usedShare() {
    double shares = 0;
    int charged = 0;
    for (int resource = 0; resource < charge.length; resource++) {
      if (charge[resource] > 0) {
        shares += candidate().price().of(size, resource) / charge[resource];
        charged++;
      }
    }
    return shares / Math.max(1, charged);
  }

  static double seconds(Job job, Size size, Instant now) {
    return job.remainingSteps(now) / job.speedAt(size);
  }

  /**
   * What it is worth to the user that the job has so much left: by its utility of the time from its
   * submission to its end, or, where it has none, one part in so many as hours are left and one.
   */
  static double worth(Job job, double seconds, Instant now) {
    return switch (job.spec().utility()) {
      case Utility.None _ -> 1 / (1 + seconds / HOUR);
      case Utility.Sigmoid sigmoid -> sigmoid.at(elapsed(job, now) + seconds);
    };
  }

  private static double elapsed(Job job, Instant now) {
    return Math.max(0, Duration.between(job.submitted(), now).toMillis() / 1e3);
  }
}
