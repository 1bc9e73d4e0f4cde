package dev.ductile.server.use;

import dev.ductile.engines.supervision.TaskUse;

/** The counters of a task that its job's use already contains. */
record TaskCounters(double cpuSeconds, double seconds) {
  static final TaskCounters ZERO = new TaskCounters(0, 0);

  static TaskCounters of(TaskUse use) {
    return new TaskCounters(use.cpuSeconds(), use.seconds());
  }
}
