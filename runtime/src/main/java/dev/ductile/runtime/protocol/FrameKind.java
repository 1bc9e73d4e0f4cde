package dev.ductile.runtime.protocol;

import dev.ductile.runtime.transport.FrameHeader;
import java.util.List;

/** The kind of a frame. */
public enum FrameKind {
  /** The greeting, which the transport itself handles. */
  HELLO(0),
  /** A {@link MasterMessage} or a {@link TaskMessage}. */
  CONTROL(1),
  /**
   * Worker to primary: a request for the partition's values at version {@code clock}. The payload
   * is the keys (rows within the partition, 4 bytes each); none means all rows. If an optimiser
   * lets workers pull another array than the parameters, {@code extra} 1 requests the parameters
   * themselves, and partition -1 the sums over them.
   */
  PULL(2),
  /**
   * Primary to worker: the pulled values, in the order of the keys; {@code clock} is the version,
   * {@code extra} the microseconds for which the primary held the request.
   */
  VALUES(3),
  /** Worker to primary: the gradient sum of all rows of a partition. */
  PUSH(4),
  /** The same for some rows: {@code extra} keys, then as many rows. */
  PUSH_KEYED(5),
  /**
   * Worker to server: the push of {@code clock} is complete; {@code extra} is its number of
   * examples. {@code partition} is -1, {@code source} as in the pushes. The payload is the figures
   * by which the optimiser decides (8 bytes each), if it needs any.
   */
  PUSHED(6),
  /**
   * Server to worker: the push of {@code clock} is safe at every replica; {@code extra} is the
   * microseconds since it was complete, and the payload (4 bytes) those in which the server has
   * worked.
   */
  PREPARED(7),
  /** Worker to server: step {@code clock} is prepared everywhere. */
  COMMIT(8),
  /** Server to worker: push the examples computed so far; {@code clock} is the step. */
  HURRY(9),
  /**
   * Primary to new follower: one array of a partition at version {@code clock}; {@code extra} is
   * its number: 0 the values, then the optimiser's, and after the last array {@code -1} with the
   * factor of the learning rate (a float of 4 bytes) and the partition's marks of pushes (pairs of
   * 4 bytes split, 8 bytes clock). With partition -1: these partitions (4 bytes each) are complete.
   */
  SNAPSHOT(10),
  /**
   * Primary to follower: a sum of all rows for {@code clock}. If each push is forwarded on receipt,
   * {@code source} and {@code clock} are the push's and {@code extra} its examples.
   */
  UPDATE(11),
  /**
   * The same for some rows: 4 bytes number of keys, keys, rows. With partition -1 the seal: all
   * sums of {@code clock} have been sent, of {@code extra} examples; 4 bytes number of figures, the
   * figures, and the marks of splits (pairs as in a snapshot).
   */
  UPDATE_KEYED(12),
  /**
   * Follower to primary: it has everything up to the seal, or with {@code extra} -1 the snapshot.
   */
  UPDATED(13),
  /** Primary to follower: step {@code clock} is committed, in all partitions that it follows. */
  COMMITTED(14),
  /** Worker to worker: a request for split {@code partition}. */
  GET_SPLIT(15),
  /** Worker to worker: bytes of a split from offset {@code clock}; {@code extra} 1 on the last. */
  SPLIT(16),
  /** Worker to worker, all-reduce: a piece of step {@code clock}; {@code extra} is the round. */
  REDUCE(17),
  /** The refused frame belongs to an older generation than this one, and was dropped. */
  REFUSED(18),
  /** Primary to worker: like VALUES, for a pull of the parameters themselves ({@code extra} 1). */
  ACCEPTED(19),
  /**
   * Primary to worker: sums over all parameters of which it is the primary, at version {@code
   * clock} (8 bytes each), for a pull of partition -1.
   */
  FIGURES(20);

  private static final List<FrameKind> ALL = List.of(values());

  private final int number;

  FrameKind(int number) {
    this.number = number;
  }

  /** Its number in frames. */
  public int number() {
    return number;
  }

  /** A header of this kind. */
  public FrameHeader header(int generation, int partition, int source, long clock, int extra) {
    return new FrameHeader(number, generation, partition, source, clock, extra);
  }

  public static FrameKind of(int number) {
    if (number < 0 || number >= ALL.size()) {
      throw new IllegalArgumentException("there is no frame of kind " + number);
    }
    return ALL.get(number);
  }
}
