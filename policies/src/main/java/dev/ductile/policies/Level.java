package dev.ductile.policies;

import dev.ductile.api.Note;

/**
 * A job's place in queues that a policy keeps: the level of its queue, and its turn in that queue.
 */
record Level(int level, long turn) implements Note {
  /** The place of a job that no queue has seen yet. */
  static final Level NEW = new Level(0, 0);
}
