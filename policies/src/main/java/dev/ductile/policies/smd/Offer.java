package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.api.Utility;
import dev.ductile.policies.sizing.Candidate;
import java.time.Duration;
import java.time.Instant;

/** A job at its size from the inner problem, with its worth and its charge. */
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

  /** The time to its end at this size. */
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

  /** The used part of its charge, averaged over the charged resources. */
  double usedShare() {
    double shares = 0;
    int charged = 0;
    for (int resource = 0; resource < charge.length; resource++) {
      if (charge[resource] > 0) {
        shares += candidate().needs().of(size, resource) / charge[resource];
        charged++;
      }
    }
    return shares / Math.max(1, charged);
  }

  static double seconds(Job job, Size size, Instant now) {
    return job.remainingSteps(now) / job.speedAt(size);
  }

  /**
   * The worth of a job that ends in this time: its utility of the time from submission to end;
   * without a utility, 1 / (1 + remaining hours).
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
