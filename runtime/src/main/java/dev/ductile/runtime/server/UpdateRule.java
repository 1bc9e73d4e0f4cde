package dev.ductile.runtime.server;

import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;

/** The rule by which pushes change the parameters; a new one for each generation. */
sealed interface UpdateRule permits Lockstep, UnsynchronizedUpdates {
  /** Whether a worker may pull the parameters of its step {@code clock} now. */
  boolean allows(int worker, long clock);

  /** A push to one partition. */
  void push(int worker, FrameHeader header, ByteBuffer payload);

  /** A worker's push is complete. */
  void pushed(int worker, FrameHeader header, ByteBuffer payload);

  /** A worker knows that its step is prepared everywhere. */
  void commit(int worker, FrameHeader header);

  /** Whether all workers have been told that the step before this one is prepared. */
  boolean isPreparedFor(long clock);

  /** Whether a partition's parameters are the whole state that a new follower needs. */
  boolean isEven(int partition);
}
