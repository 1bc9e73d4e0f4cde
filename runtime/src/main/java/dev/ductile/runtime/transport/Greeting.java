package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The first frame of a connection in either direction: the sender's number, and the proof that it
 * belongs to the job.
 *
 * @param token the job's secret of 32 bytes, in hexadecimal
 * @param task the number that the master gave to the sender; -1 before that
 */
public record Greeting(String token, int task) {
  private static final int TOKEN_BYTES = 32;
  private static final HexFormat HEX = HexFormat.of();

  public Greeting {
    if (!token.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("a token has 64 hexadecimal digits");
    }
  }

  public Greeting withTask(int newTask) {
    return new Greeting(token, newTask);
  }

  byte[] bytes() {
    return ByteBuffer.allocate(TOKEN_BYTES + Integer.BYTES)
        .put(HEX.parseHex(token))
        .putInt(task)
        .array();
  }

  /** Whether a greeting has the same token, compared in constant time. */
  boolean sameJob(ByteBuffer payload) {
    byte[] theirs = new byte[TOKEN_BYTES];
    if (payload.remaining() != TOKEN_BYTES + Integer.BYTES) {
      return false;
    }
    payload.duplicate().get(theirs);
    return MessageDigest.isEqual(theirs, HEX.parseHex(token));
  }

  static int task(ByteBuffer payload) {
    return payload.getInt(payload.position() + TOKEN_BYTES);
  }

  @Override
  public String toString() {
    return "Greeting[task=" + task + "]";
  }
}
