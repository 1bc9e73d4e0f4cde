package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;

/**
 * Lets a newcomer catch up: it follows one of the workers, as a follower on a server does, until
 * that one halts.
 */
final class CatchUp {
  private static final int NONE = -1;

  private final Replication replication;
  private int teacher = NONE;

  CatchUp(Replication replication) {
    this.replication = replication;
  }

  /** Whether there is a teacher that may have more to send. */
  boolean isUnderWay() {
    return teacher != NONE;
  }

  /** A generation begins of which this worker is a member. */
  void end() {
    teacher = NONE;
  }

  /**
   * Takes a frame of a worker that may be the teacher; frames of other workers are not for a
   * newcomer.
   *
   * @throws IllegalArgumentException if no teacher would send it
   */
  void frame(Connection from, FrameHeader header, ByteBuffer payload) {
    FrameKind kind = FrameKind.of(header.kind());
    if (kind == FrameKind.REFUSED) {
      lost(from.peer());
      return;
    }
    int known = replication.context().generation();
    if (kind == FrameKind.SNAPSHOT && header.generation() > known) {
      replication.followIn(header.generation());
      teacher = from.peer();
    } else if (kind == FrameKind.SNAPSHOT && header.generation() == known && !isUnderWay()) {
      teacher = from.peer();
    }
    if (from.peer() == teacher && header.generation() == replication.context().generation()) {
      replication.fromPrimary(from, header, payload);
    }
  }

  /** The teacher has no more to send, or is gone. */
  void lost(int peer) {
    if (peer == teacher) {
      teacher = NONE;
    }
  }
}
