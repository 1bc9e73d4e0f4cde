package dev.ductile.policies.lin;

import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.SpeedBySize;
import java.time.Instant;
import java.util.Comparator;

/** One job while nodes are divided: how much it has to do, and the rung it has or is to have. */
final class Seat {
  static final Comparator<Seat> BY_RANK =
      Comparator.comparingDouble(Seat::rank).thenComparingLong(Seat::arrival);

  /** Less than this part of a job counts as this part, so that no time is infinite. */
  private static final double LEAST_PART = 1e-9;

  /** No job counts as longer than it is by more than this factor, for the same reason. */
  private static final double MOST_LONGER = 1e100;

  private final Candidate candidate;
  private final double left;
  private final double work;
  private final boolean isStretched;
  private int rung = -1;
  private int most = -1;
  private double rank = Double.POSITIVE_INFINITY;

  /**
   * A job that has nothing yet.
   *
   * @param gamma how much longer than it is a job is taken to be the further it has come (Section
   *     VI-A): by 1 over the part that is left, to this power
   */
  Seat(Candidate candidate, Instant now, double gamma) {
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

  SpeedBySize ladder() {
    return candidate.ladder();
  }

  long arrival() {
    return candidate.job().arrival();
  }

  String name() {
    return candidate.job().id().name();
  }

  int rung() {
    return rung;
  }

  double rank() {
    return rank;
  }

  /** The highest rung that there was enough for when it was aimed at one. */
  int most() {
    return most;
  }

  /** Whether gamma has a say in how long it seems. */
  boolean isStretched() {
    return isStretched;
  }

  /** Seconds to its end on this rung, longer by what gamma adds; without any speed for ever. */
  double seconds(int atRung) {
    double speed = ladder().stepsPerSecond(atRung);
    return speed > 0 ? work / speed : Double.POSITIVE_INFINITY;
  }

  double seconds() {
    return seconds(rung);
  }

  /** The true time to its end on this rung. */
  Worded time(int atRung) {
    return span(left / ladder().stepsPerSecond(atRung));
  }

  /** So many times the true time to its end at its least size. */
  Worded times(double factor) {
    return span(factor * left / ladder().stepsPerSecond(0));
  }

  Size size() {
    return candidate.size(rung);
  }

  /**
   * Settles its rung.
   *
   * @param newMost the highest rung there is enough for
   */
  void aim(int newRung, double newRank, int newMost) {
    rung = newRung;
    rank = Double.isNaN(newRank) ? Double.POSITIVE_INFINITY : newRank;
    most = newMost;
  }

  void take(Budget budget) {
    budget.take(candidate, size());
  }

  /** The highest rung it could climb to with what it has and what is left. */
  int reach(Budget budget) {
    budget.give(candidate, size());
    int reach = budget.most(candidate);
    budget.take(candidate, size());
    return reach;
  }

  void climb(int to, Budget budget) {
    budget.give(candidate, size());
    rung = to;
    take(budget);
  }

  static Worded span(double seconds) {
    return Worded.seconds(seconds, "for ever");
  }
}
