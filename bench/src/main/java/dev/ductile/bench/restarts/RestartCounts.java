package dev.ductile.bench.restarts;

import dev.ductile.bench.ResultRecorder;

/**
 * Counts over all runs.
 *
 * @param kills the number of kills
 * @param startKills the kills during a start of the command
 * @param adoptions the kills after which the next command found running tasks
 * @param adoptedTasks the running tasks that it found, in all
 * @param taskRestarts the starts of tasks beyond one for each
 * @param repeatedEvents the events of a job that the journal has more than once
 * @param crashedJobs the jobs that crashed
 * @param leftProcesses the processes that did not end
 * @param wrongRuns the runs with a fault
 */
record RestartCounts(
    int kills,
    int startKills,
    int adoptions,
    int adoptedTasks,
    int taskRestarts,
    int repeatedEvents,
    int crashedJobs,
    int leftProcesses,
    int wrongRuns) {
  static final RestartCounts NONE = new RestartCounts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  static RestartCounts ofKill(boolean duringStart, int tasks) {
    return new RestartCounts(1, duringStart ? 1 : 0, tasks > 0 ? 1 : 0, tasks, 0, 0, 0, 0, 0);
  }

  RestartCounts plus(RestartCounts other) {
    return new RestartCounts(
        kills + other.kills,
        startKills + other.startKills,
        adoptions + other.adoptions,
        adoptedTasks + other.adoptedTasks,
        taskRestarts + other.taskRestarts,
        repeatedEvents + other.repeatedEvents,
        crashedJobs + other.crashedJobs,
        leftProcesses + other.leftProcesses,
        wrongRuns + other.wrongRuns);
  }

  /**
   * Adds each count as a figure.
   *
   * @param parameters the wanted number of kills and the seed
   */
  void record(String parameters, ResultRecorder results) {
    results.add(parameters + ", adopted tasks", Integer.toString(adoptedTasks));
    results.add(parameters + ", tasks started twice", Integer.toString(taskRestarts));
    results.add(parameters + ", repeated events", Integer.toString(repeatedEvents));
    results.add(parameters + ", crashed jobs", Integer.toString(crashedJobs));
    results.add(parameters + ", processes left", Integer.toString(leftProcesses));
    results.add(parameters + ", runs with a fault", Integer.toString(wrongRuns));
  }

  @Override
  public String toString() {
    return ("%d kills (%d during a start), %d adoptions of %d running tasks in all, %d restarts of"
            + " tasks, %d repeated events, %d crashed jobs, %d processes left, %d runs with a fault")
        .formatted(
            kills,
            startKills,
            adoptions,
            adoptedTasks,
            taskRestarts,
            repeatedEvents,
            crashedJobs,
            leftProcesses,
            wrongRuns);
  }
}
