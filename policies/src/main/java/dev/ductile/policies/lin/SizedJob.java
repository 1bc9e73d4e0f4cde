package dev.ductile.policies.lin;

import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.SpeedBySize;
import java.time.Instant;
import java.util.Comparator;

/**
 * A job while nodes are divided: its remaining work, and the index of its present or chosen size.
 */
final class SizedJob {
  static final Comparator<SizedJob> BY_RANK =
      Comparator.comparingDouble(SizedJob::rank).thenComparingLong(SizedJob::arrival);

  /** A remaining part of the work below this counts as this, so that no factor is infinite. */
  private static final double LEAST_PART = 1e-9;

  /** The most by which gamma lengthens a job, so that no time is infinite. */
  private static final double MOST_LONGER = 1e100;

  private final Candidate candidate;
  private final double left;
  private final double work;
  private final boolean isStretched;
  private int index = -1;
  private int most = -1;
  private double rank = Double.POSITIVE_INFINITY;

  /**
   * A job without nodes.
   *
   * @param gamma power of the factor by which progress lengthens a job: 1 over its remaining part
   *     (Section VI-A)
   */
  SizedJob(Candidate candidate, Instant now, double gamma) {
    this.candidate = candidate;
    this.left = candidate.job().remainingSteps(now);
    this.isStretched = gamma > 0;
    this.work = isStretched ? stretched(gamma) : left;
  }

  private double stretched(double gamma) {
    double steps = candidate.job().spec().work().steps();
    double part = Math.max(LEAST_PART, left / steps);
    return Math.max(left, LEAST_PART * steps)
        * Math.min(MOST_LONGER, StrictMath.pow(1 / part, gamma));
  }

  Candidate candidate() {
    return candidate;
  }

  SpeedBySize speeds() {
    return candidate.speeds();
  }

  long arrival() {
    return candidate.job().arrival();
  }

  String name() {
    return candidate.job().id().name();
  }

  int index() {
    return index;
  }

  double rank() {
    return rank;
  }

  /** The index of the largest affordable size when the job chose. */
  int most() {
    return most;
  }

  /** Whether gamma lengthens its time. */
  boolean isStretched() {
    return isStretched;
  }

  /** Seconds to its end at this size, lengthened by gamma; infinite without speed. */
  double seconds(int at) {
    double speed = speeds().stepsPerSecond(at);
    return speed > 0 ? work / speed : Double.POSITIVE_INFINITY;
  }

  double seconds() {
    return seconds(index);
  }

  /** The true time to its end at this size. */
  Worded time(int at) {
    return span(left / speeds().stepsPerSecond(at));
  }

  /** The seconds of a multiple of the true time to its end at its least size. */
  double times(double factor) {
    return factor * left / speeds().stepsPerSecond(0);
  }

  Size size() {
    return candidate.size(index);
  }

  /**
   * Sets the chosen size.
   *
   * @param newMost index of the largest affordable size
   */
  void choose(int newIndex, double newRank, int newMost) {
    index = newIndex;
    rank = Double.isNaN(newRank) ? Double.POSITIVE_INFINITY : newRank;
    most = newMost;
  }

  void take(Budget budget) {
    budget.take(candidate, size());
  }

  /** The index of the largest size that it could have with its own nodes and the remaining ones. */
  int reach(Budget budget) {
    budget.give(candidate, size());
    int reach = budget.most(candidate);
    budget.take(candidate, size());
    return reach;
  }

  void grow(int to, Budget budget) {
    budget.give(candidate, size());
    index = to;
    take(budget);
  }

  static Worded span(double seconds) {
    return Worded.seconds(seconds, "unknown time");
  }
}
