package dev.ductile.runtime.master;

/** Who wants to know how a job is; called on the master's thread, never for long. */
public interface Watcher {
  /** The phase, a size or the newest checkpoint has changed, or some time has gone by. */
  void status(Status status);

  /** All workers have told of a step. */
  void step(StepSummary step);

  /** A regroup is over. */
  void regrouped(Pause pause);

  /** A task must be killed and started anew. */
  void replace(String name, String why);

  /** Something that a person may want to read in a log. */
  void happened(String what);
}
