package dev.ductile.runtime.master.report;

/** Observes a job; called on the master's thread, so each method returns soon. */
public interface JobListener {
  /** The phase, a size or the newest checkpoint has changed, or an interval has passed. */
  void status(Status status);

  /** All workers have reported a step. */
  void step(StepSummary step);

  /** A reconfiguration is over. */
  void reconfigured(Pause pause);

  /** A task must be killed and started anew. */
  void replace(String name, String why);

  /** An event for the log. */
  void happened(String what);
}
