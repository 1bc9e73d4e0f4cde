package dev.ductile.learned.slot;

/** The result of one inference (DL2, Section 4.1). */
public sealed interface Action {
  /** Adds tasks to the job in this row of the state. */
  record Add(int row, Tasks tasks) implements Action {}

  /** Ends the slot: more tasks would not help. */
  record Stop() implements Action {}

  /** The tasks that one action adds. */
  enum Tasks {
    WORKER("a worker"),
    SERVER("a server"),
    BOTH("a worker and a server");

    private final String words;

    Tasks(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean addsWorker() {
      return this != SERVER;
    }

    boolean addsServer() {
      return this != WORKER;
    }
  }
}
