package dev.ductile.runtime.transport;

import java.time.Duration;

/** Runs work that may block, such as reading and writing files, so that no loop waits for it. */
public interface Background {
  /** Starts work that need not wait for other work. */
  void start(Runnable work);

  /** A new queue; its work runs one after the other, in parallel with other queues. */
  Queue queue();

  /** Runs work in the order in which it was added. */
  interface Queue extends AutoCloseable {
    void add(Runnable work);

    /** Waits until all work that was added before has run. */
    void await();

    /**
     * Waits in the same way, for a limited time.
     *
     * @return whether all of that work has run
     */
    boolean await(Duration most);

    /** Takes no more work, and ends its thread after the queued work. */
    @Override
    void close();
  }
}
