package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.Pause;
import java.util.List;
import java.util.stream.Stream;

/** What a job is held to while it is played. */
record Watches(Standstills standstills, SaveWatch saves, PlannedReconfigurations planned) {
  private static final long MILLI = 1_000_000;

  static Watches of(Story story, VirtualTime time) {
    var job = story.job();
    long twoMessages = 3 * story.latency() + 4 * story.speed().turn();
    return new Watches(
        new Standstills(time, twoMessages + MILLI),
        new SaveWatch(time, job.checkpoint().everySteps(), saving(story)),
        new PlannedReconfigurations(time, job.faults().answer()));
  }

  /**
   * Workers report each 100 ms, and a save that is ordered too late is ordered again. A job that is
   * saved in a reconfiguration tries again after a second.
   */
  private static long saving(Story story) {
    return 10 * story.speed().disk() + (story.job().readsBySteps() ? 400 : 2_000) * MILLI;
  }

  void happens(Incident incident) {
    if (incident instanceof Incident.Cut) {
      standstills.isCut();
    }
    saves.happens(incident);
    planned.happens(incident);
  }

  /** A reconfiguration is over; the answer is what is wrong with it. */
  List<String> reconfigured(Pause pause) {
    return Stream.of(standstills.reconfigured(pause), planned.reconfigured(pause))
        .flatMap(wrong -> wrong.stream())
        .toList();
  }
}
