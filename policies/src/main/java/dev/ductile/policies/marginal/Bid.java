package dev.ductile.policies.marginal;

import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Ladder;

/** What the next piece is worth to one job, and how large that piece is. */
record Bid(Contender contender, int rung, int next, double worth) implements Comparable<Bid> {
  /** A job that has nothing. */
  static final int NOTHING = -1;

  /**
   * The best next step of a job from a rung: where more is better by the piece than less, the
   * pieces are taken together.
   *
   * @param weight what a unit of relative speed is worth to the job
   * @param inertia by which share more a piece is worth that the job has already
   */
  static Bid from(Contender contender, int rung, double weight, double inertia) {
    Ladder ladder = contender.ladder();
    double before = rung == NOTHING ? 0 : ladder.stepsPerSecond(rung);
    double held = rung == NOTHING ? 0 : tasks(contender, rung);
    int best = rung;
    double most = 0;
    for (int next = rung + 1; next < ladder.count(); next++) {
      double faster = (ladder.stepsPerSecond(next) - before) / ladder.stepsPerSecond(0);
      double worth = weight * faster / (tasks(contender, next) - held);
      if (next <= contender.held()) {
        worth *= 1 + inertia;
      }
      if (worth > most) {
        most = worth;
        best = next;
      }
    }
    return new Bid(contender, rung, best, most);
  }

  boolean isNone() {
    return next == rung;
  }

  private static double tasks(Contender contender, int rung) {
    return contender.job().spec().demand().devices(contender.size(rung));
  }

  /** The highest first; of equal ones that of the job which came first. */
  @Override
  public int compareTo(Bid other) {
    int byWorth = Double.compare(other.worth, worth);
    return byWorth != 0
        ? byWorth
        : Long.compare(contender.job().arrival(), other.contender.job().arrival());
  }
}
