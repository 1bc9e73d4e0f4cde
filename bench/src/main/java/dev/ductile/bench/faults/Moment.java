package dev.ductile.bench.faults;

/** What a job was doing when somebody was killed; more than one may be so at once. */
enum Moment {
  TRAINING("it trains"),
  RECOVERY("another death is not got over yet"),
  REGROUP("a regroup is under way"),
  CHECKPOINT("a checkpoint is being written"),
  CHANGE("a task is joining or leaving"),
  MASTER_AWAY("there is no master"),
  END("all steps are done");

  private final String words;

  Moment(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
