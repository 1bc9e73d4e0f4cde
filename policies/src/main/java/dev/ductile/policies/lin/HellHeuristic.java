package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.SharedUnit;
import dev.ductile.policies.sizing.SpeedBySize;

/**
 * The least time over efficiency, where efficiency is the speed-up per node (Section IV-A, HELL).
 */
final class HellHeuristic extends Heuristic {
  /**
   * The time over efficiency of one step of a job that trains one step a second at its least size.
   */
  @Override
  protected double cost(SpeedBySize speeds, int index) {
    double slowdown = speeds.stepsPerSecond(0) / speeds.stepsPerSecond(index);
    return nodes(speeds, index) * slowdown * slowdown;
  }

  @Override
  double rank(SizedJob job, int index) {
    return job.seconds(0) * cost(job.speeds(), index);
  }

  @Override
  String criterion() {
    return "time over efficiency";
  }

  @Override
  Phrase why(SizedJob job, int index) {
    SpeedBySize speeds = job.speeds();
    int other = index + 1 < speeds.count() ? index + 1 : index - 1;
    if (other < 0) {
      return Phrase.of("it has no other size");
    }
    double own = job.times(cost(speeds, index));
    boolean isBounded = index == job.most() && other > index;
    return isBounded
        ? Phrase.of(
            "time over efficiency is {timeOverEfficiency} with {tasks}, and too few nodes are left for more",
            SizedJob.span(own),
            Worded.count(nodes(speeds, index), "node"))
        : compared(speeds, index, own, other, job.times(cost(speeds, other)));
  }

  private static Phrase compared(
      SpeedBySize speeds, int index, double own, int other, double beside) {
    SharedUnit unit = SharedUnit.of(own, beside);
    return Phrase.of(
        "time over efficiency is {timeOverEfficiency} with {tasks}"
            + " and {nextTimeOverEfficiency} with {nextTasks}",
        unit.worded(own),
        Worded.count(nodes(speeds, index), "node"),
        unit.worded(beside),
        nodes(speeds, other));
  }
}
