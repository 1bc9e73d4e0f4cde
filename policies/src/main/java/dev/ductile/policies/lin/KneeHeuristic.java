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
  protected double cost(SpeedBySize speeds, int index) {
    return index > knee(speeds) ? Double.POSITIVE_INFINITY : 1 / speeds.stepsPerSecond(index);
  }

  @Override
  double rank(SizedJob job, int index) {
    return job.seconds(index);
  }

  @Override
  String criterion() {
    return "remaining time";
  }

  /**
   * The index of the first size that is worth its nodes and is followed by one that is not, so that
   * a plateau on the first nodes is before the knee. The least size if none is worth its nodes.
   */
  private int knee(SpeedBySize speeds) {
    return knees.computeIfAbsent(
        speeds,
        any -> {
          int index = 1;
          while (index < speeds.count() && saving(speeds, index) < alpha) {
            index++;
          }
          if (index == speeds.count()) {
            return 0;
          }
          while (index + 1 < speeds.count() && saving(speeds, index + 1) >= alpha) {
            index++;
          }
          return index;
        });
  }

  /** The part of its time that a job saves per node of the last step up to this size. */
  private static double saving(SpeedBySize speeds, int index) {
    double faster = 1 - speeds.stepsPerSecond(index - 1) / speeds.stepsPerSecond(index);
    return faster / (nodes(speeds, index) - nodes(speeds, index - 1));
  }

  @Override
  Phrase why(SizedJob job, int index) {
    SpeedBySize speeds = job.speeds();
    int knee = knee(speeds);
    if (index < knee) {
      return Phrase.of(
          job.most() < knee
              ? "too few nodes are left to reach its knee at {kneeTasks}"
              : "this is the fastest size up to its knee at {kneeTasks}",
          Worded.count(nodes(speeds, knee), "node"));
    }
    if (index + 1 == speeds.count()) {
      return index == 0
          ? Phrase.of("it has no other size")
          : Phrase.of(
              "this is its largest size, and the last node still saves {lastSaving} of its time",
              percent(saving(speeds, index)));
    }
    double next = saving(speeds, index + 1);
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
