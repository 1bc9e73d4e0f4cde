package dev.ductile.runtime.wire;

/** Runs work that may block, such as reading and writing files, so that no loop waits for it. */
public interface Background {
  /** Starts work that need not wait for other work. */
  void start(Runnable work);

  /** A new queue; its work runs one after the other, beside that of other queues. */
  Queue queue();

  /** Runs work in the order in which it was added. */
  interface Queue {
    void add(Runnable work);

    /** Waits until all work that was added before has run. */
    void await();
  }
}
