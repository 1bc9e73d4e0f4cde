package dev.ductile.server.cluster;

/**
 * What a job has used and lost so far.
 *
 * @param waitedSeconds time without resources
 * @param pausedSeconds time with resources and without progress: starts and rescales
 * @param lostSteps steps that must be made again after a crash
 */
public record JobCounts(
    double waitedSeconds,
    double pausedSeconds,
    double lostSteps,
    int rescales,
    int preemptions,
    int moves,
    int restarts) {
  static final JobCounts NONE = new JobCounts(0, 0, 0, 0, 0, 0, 0);

  JobCounts waited(double seconds) {
    return new JobCounts(
        waitedSeconds + seconds, pausedSeconds, lostSteps, rescales, preemptions, moves, restarts);
  }

  JobCounts paused(double seconds) {
    return new JobCounts(
        waitedSeconds, pausedSeconds + seconds, lostSteps, rescales, preemptions, moves, restarts);
  }

  JobCounts rescaled() {
    return new JobCounts(
        waitedSeconds, pausedSeconds, lostSteps, rescales + 1, preemptions, moves, restarts);
  }

  JobCounts preempted() {
    return new JobCounts(
        waitedSeconds, pausedSeconds, lostSteps, rescales, preemptions + 1, moves, restarts);
  }

  JobCounts moved() {
    return new JobCounts(
        waitedSeconds, pausedSeconds, lostSteps, rescales, preemptions, moves + 1, restarts);
  }

  JobCounts crashed(double steps) {
    return new JobCounts(
        waitedSeconds,
        pausedSeconds,
        lostSteps + Math.max(0, steps),
        rescales,
        preemptions,
        moves,
        restarts + 1);
  }
}
