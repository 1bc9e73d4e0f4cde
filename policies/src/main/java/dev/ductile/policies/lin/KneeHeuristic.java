package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Nodes as long as one more saves at least a part {@code alpha} of the time (Section IV-A, KNEE):
 * the fastest size up to that knee, which is the knee itself unless the first nodes slow the job
 * down. The part is counted per node; a node that slows the job down has a negative saving.
 */
final class KneeHeuristic extends Heuristic {
  private final double alpha;
  private final Map<SpeedBySize, Integer> knees = new WeakHashMap<>();

  KneeHeuristic(double alpha) {
    this.alpha = alpha;
  }

  /** The time of a step up to the knee; infinite beyond it. */
  @Override
  protected double cost(SpeedBySize ladder, int rung) {
    return rung > knee(ladder) ? Double.POSITIVE_INFINITY : 1 / ladder.stepsPerSecond(rung);
  }

  @Override
  double rank(Seat seat, int rung) {
    return seat.seconds(rung);
  }

  @Override
  String criterion() {
    return "remaining time";
  }

  /**
   * The index of the first size that is worth its nodes and is followed by one that is not, so that
   * a plateau on the first nodes is before the knee. The least size if none is worth its nodes.
   */
  private int knee(SpeedBySize ladder) {
    return knees.computeIfAbsent(
        ladder,
        any -> {
          int rung = 1;
          while (rung < ladder.count() && saving(ladder, rung) < alpha) {
            rung++;
          }
          if (rung == ladder.count()) {
            return 0;
          }
          while (rung + 1 < ladder.count() && saving(ladder, rung + 1) >= alpha) {
            rung++;
          }
          return rung;
        });
  }

  /** The part of its time that a job saves per node of the last step up to this size. */
  private static double saving(SpeedBySize ladder, int rung) {
    double faster = 1 - ladder.stepsPerSecond(rung - 1) / ladder.stepsPerSecond(rung);
    return faster / (nodes(ladder, rung) - nodes(ladder, rung - 1));
  }

  @Override
  Phrase why(Seat seat, int rung) {
    SpeedBySize ladder = seat.ladder();
    int knee = knee(ladder);
    if (rung < knee) {
      return Phrase.of(
          seat.most() < knee
              ? "too few nodes are left to reach its knee at {kneeTasks}"
              : "this is the fastest size up to its knee at {kneeTasks}",
          Worded.count(nodes(ladder, knee), "node"));
    }
    if (rung + 1 == ladder.count()) {
      return rung == 0
          ? Phrase.of("it has no other size")
          : Phrase.of(
              "this is its largest size, and the last node still saves {lastSaving} of its time",
              percent(saving(ladder, rung)));
    }
    double next = saving(ladder, rung + 1);
    return Phrase.of(
        "this is its knee: {}, less than {alpha}",
        next > 0
            ? Phrase.of("the next node would save {nextSaving} of its time", percent(next))
            : "the next node would save nothing",
        percent(alpha));
  }

  private static Worded percent(double part) {
    return new Worded(part, Reason.text(100 * part) + " %");
  }
}
