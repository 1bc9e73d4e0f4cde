package dev.ductile.runtime.server;

import dev.ductile.runtime.transport.Header;
import java.nio.ByteBuffer;

/** How what workers push becomes new numbers; anew for each generation. */
sealed interface Pace permits Lockstep, Stream {
  /** Whether a worker may have the numbers of its step {@code clock} now. */
  boolean allows(int worker, long clock);

  /** Numbers for one partition. */
  void push(int worker, Header header, ByteBuffer payload);

  /** A worker's push is complete. */
  void pushed(int worker, Header header, ByteBuffer payload);

  /** A worker knows that its step is prepared everywhere. */
  void commit(int worker, Header header);

  /** Whether all workers have been told that the step before this one is prepared. */
  boolean isPreparedFor(long clock);

  /** Whether a partition's numbers are all that a new follower needs. */
  boolean isEven(int partition);
}
