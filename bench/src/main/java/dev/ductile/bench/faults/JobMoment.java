package dev.ductile.bench.faults;

/** The activity of a job when a process was killed; several may hold at once. */
enum JobMoment {
  TRAINING("it trains"),
  RECOVERY("another kill is not recovered yet"),
  RECONFIGURATION("a reconfiguration is in progress"),
  CHECKPOINT("a checkpoint is being written"),
  CHANGE("a task is joining or leaving"),
  MASTER_AWAY("there is no master"),
  END("all steps are done");

  private final String words;

  JobMoment(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
