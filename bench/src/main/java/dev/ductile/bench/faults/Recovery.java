package dev.ductile.bench.faults;

import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.bench.training.MasterReport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The recovery of a job from a kill.
 *
 * @param millis the time from the kill until the job trains again; 0 if no worker waited
 * @param stillMillis the pause that the master reports
 */
record Recovery(Way way, double millis, double stillMillis) {
  /** The job ended before a task noticed the kill. */
  static final Recovery NONE = new Recovery(Way.ENDED, 0, 0);

  private static final String MASTER = "master-0";

  /** The kind of recovery. */
  enum Way {
    /** It trains again. */
    GOES_ON,
    /** It trained all the time: the killed process was no member. */
    UNDISTURBED,
    /** The killed process had not registered yet: the job waits for another kill or a change. */
    UNKNOWN,
    /** There was nothing left to train. */
    ENDED
  }

  /** The recovery that the lines show; empty if the job has not recovered yet. */
  static Optional<Recovery> of(InjectedKill kill, List<LaunchedJob.OutputLine> output) {
    boolean noticed = kill.victim().equals(MASTER);
    boolean decided = noticed;
    for (LaunchedJob.OutputLine each : output.subList(kill.lines(), output.size())) {
      if (!each.name().equals(MASTER)) {
        continue;
      }
      String phase = MasterReport.of(each).map(MasterReport::phase).orElse("");
      if (isOver(phase)) {
        return Optional.of(after(kill, each, Way.ENDED));
      }
      if (noticed && phase.equals("running")) {
        return Optional.of(
            decided ? after(kill, each, Way.GOES_ON) : new Recovery(Way.UNDISTURBED, 0, 0));
      }
      if (hasLeft(kill.victim(), each.line())) {
        return Optional.of(new Recovery(Way.UNDISTURBED, 0, 0));
      }
      decided |= noticed && !phase.isEmpty();
      noticed |= isNoticed(kill.victim(), each.line());
      if (!noticed && isBack(kill.victim(), each.line())) {
        if (!kill.known()) {
          return Optional.of(new Recovery(Way.UNKNOWN, 0, 0));
        }
        noticed = true; // together with a master that knew it
        decided = true;
      }
    }
    return Optional.empty();
  }

  /** The time until the job has its full size again. */
  static Optional<Recovery> whole(
      InjectedKill kill, FaultJob spec, List<LaunchedJob.OutputLine> output) {
    boolean back = kill.victim().equals(MASTER);
    for (LaunchedJob.OutputLine each : output.subList(kill.lines(), output.size())) {
      back |= each.name().equals(MASTER) && isBack(kill.victim(), each.line());
      Optional<MasterReport> report =
          MasterReport.of(each).filter(line -> line.phase().equals("running"));
      if (back && report.filter(line -> isWhole(line, spec)).isPresent()) {
        return Optional.of(after(kill, each, Way.GOES_ON));
      }
    }
    return Optional.empty();
  }

  private static boolean isWhole(MasterReport report, FaultJob spec) {
    return report.workers() >= spec.workers() && report.servers() >= spec.servers();
  }

  private static boolean isOver(String phase) {
    return phase.equals("stopping") || phase.equals("ended");
  }

  private static boolean isNoticed(String victim, String line) {
    return line.contains(victim + " (task")
        && (line.contains(") is cut: ") || line.contains(") is lost: "));
  }

  /** Whether the master reports that the task has left. */
  static boolean hasLeft(String victim, String line) {
    return line.startsWith(victim + " (task") && line.endsWith(") has left");
  }

  /** Whether the master reports a new process with this name. */
  static boolean isBack(String victim, String line) {
    return line.startsWith(victim + " (task") && line.contains(") comes from ");
  }

  private static Recovery after(InjectedKill kill, LaunchedJob.OutputLine printed, Way way) {
    double still =
        MasterReport.of(printed)
            .map(MasterReport::pausedMillis)
            .orElse(OptionalDouble.empty())
            .orElse(0);
    return new Recovery(way, Math.max(0, printed.nanos() - kill.nanos()) / 1e6, still);
  }

  @Override
  public String toString() {
    return switch (way) {
      case GOES_ON -> "trains again after %.0f ms".formatted(millis);
      case UNDISTURBED -> "no task waits";
      case UNKNOWN -> "the process had not registered yet";
      case ENDED -> "the job ends after %.0f ms".formatted(millis);
    };
  }
}
