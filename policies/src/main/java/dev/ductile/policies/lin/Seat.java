package dev.ductile.policies.lin;

import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Budget;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Ladder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/** One job while nodes are divided: how much it has to do, and the rung it has or is to have. */
final class Seat {
  static final Comparator<Seat> BY_RANK =
      Comparator.comparingDouble(Seat::rank).thenComparingLong(Seat::arrival);

  /** Less than this part of a job counts as this part, so that no time is infinite. */
  private static final double LEAST_PART = 1e-9;

  private final Contender contender;
  private final double work;
  private int rung = -1;
  private double rank = Double.POSITIVE_INFINITY;

  /**
   * A job that has nothing yet.
   *
   * @param gamma how much longer than it is a job is taken to be the further it has come (Section
   *     VI-A): by 1 over the part that is left, to this power
   */
  Seat(Contender contender, Instant now, double gamma) {
    this.contender = contender;
    this.work = work(contender, now, gamma);
  }

  private static double work(Contender contender, Instant now, double gamma) {
    double left = contender.job().remainingSteps(now);
    if (gamma == 0) {
      return left;
    }
    double part = Math.max(LEAST_PART, left / contender.job().spec().work().steps());
    return left * StrictMath.pow(1 / part, gamma);
  }

  Contender contender() {
    return contender;
  }

  Ladder ladder() {
    return contender.ladder();
  }

  long arrival() {
    return contender.job().arrival();
  }

  String name() {
    return contender.job().id().name();
  }

  int rung() {
    return rung;
  }

  double rank() {
    return rank;
  }

  double work() {
    return work;
  }

  /** Seconds to its end on this rung, longer by what gamma adds. */
  double seconds(int atRung) {
    return work / ladder().stepsPerSecond(atRung);
  }

  double seconds() {
    return seconds(rung);
  }

  Size size() {
    return contender.size(rung);
  }

  void aim(int newRung, double newRank) {
    rung = newRung;
    rank = newRank;
  }

  void take(Budget budget) {
    budget.take(contender, size());
  }

  /** The highest rung it could climb to with what it has and what is left. */
  int reach(Budget budget) {
    budget.give(contender, size());
    int reach = budget.most(contender);
    budget.take(contender, size());
    return reach;
  }

  void climb(int to, Budget budget) {
    budget.give(contender, size());
    rung = to;
    take(budget);
  }

  /** Seconds for people. */
  static String span(double seconds) {
    return Double.isFinite(seconds)
        ? Reason.text(Duration.ofMillis(Math.round(seconds * 1e3)))
        : "for ever";
  }
}
