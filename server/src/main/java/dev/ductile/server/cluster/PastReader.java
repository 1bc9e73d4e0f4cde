package dev.ductile.server.cluster;

import dev.ductile.api.Event;

/**
 * Continues after a restart: it takes each job that was active in the snapshot, and then each event
 * of the journal after it.
 */
public interface PastReader {
  /** A job that was active at the snapshot. */
  void active(JobTrack job);

  /** An event that the journal has already. */
  void past(Event event);
}
