package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
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
    Phrase compared =
        index == job.most() && other > index
            ? Phrase.of(", and too few nodes are left for more")
            : Phrase.of(
                " and {nextTimeOverEfficiency} with {nextTasks}",
                job.times(cost(speeds, other)),
                nodes(speeds, other));
    return Phrase.of(
        "time over efficiency is {timeOverEfficiency} with {tasks}{}",
        job.times(cost(speeds, index)),
        Worded.count(nodes(speeds, index), "node"),
        compared);
  }
}
