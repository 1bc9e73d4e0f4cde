package dev.ductile.policies.queueing;

import dev.ductile.api.Note;

/**
 * A note of a policy with several queues.
 *
 * @param level the queue of the job, from 0
 * @param turn its position in that queue
 */
public record QueueLevel(int level, long turn) implements Note {
  /** The note of a job that has none yet. */
  static final QueueLevel NEW = new QueueLevel(0, 0);

  /** Whether it says nothing that {@link #NEW} does not say. */
  boolean isNew() {
    return level == 0 && turn == 0;
  }
}
