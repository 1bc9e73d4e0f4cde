package dev.ductile.engines.local;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Replaces secrets in a stream of bytes by {@code ***}. The lines of a secret of several lines are
 * replaced one by one. Bytes that may begin a secret wait for the bytes after them.
 */
final class SecretMask {
  /** Shorter texts would be found where they are no secret. */
  static final int SHORTEST = 6;

  private static final byte[] MASK = "***".getBytes(StandardCharsets.US_ASCII);

  /** The longest first, because a secret may contain another one. */
  private final List<byte[]> secrets;

  private byte[] held = new byte[0];

  /** Takes the bytes without secrets. */
  @FunctionalInterface
  interface Sink {
    void accept(byte[] bytes, int count);
  }

  SecretMask(Collection<String> values) {
    secrets =
        values.stream()
            .flatMap(String::lines)
            .filter(line -> line.length() >= SHORTEST)
            .distinct()
            .map(line -> line.getBytes(StandardCharsets.UTF_8))
            .sorted(Comparator.comparingInt((byte[] line) -> -line.length))
            .toList();
  }

  /** Passes on these bytes, and those that were held before. */
  void feed(byte[] bytes, int count, Sink sink) {
    if (secrets.isEmpty()) {
      sink.accept(bytes, count);
      return;
    }
    byte[] all = Arrays.copyOf(held, held.length + count);
    System.arraycopy(bytes, 0, all, held.length, count);
    int end = pass(all, false, sink);
    held = Arrays.copyOfRange(all, end, all.length);
  }

  /** Passes on the bytes that were held at the end of the stream. */
  void end(Sink sink) {
    if (held.length > 0) {
      pass(held, true, sink);
      held = new byte[0];
    }
  }

  /** Passes on bytes up to the first that may begin a secret; returns the number of them. */
  private int pass(byte[] all, boolean isLast, Sink sink) {
    byte[] out = new byte[all.length * MASK.length];
    int written = 0;
    int at = 0;
    while (at < all.length && (isLast || !mayBegin(all, at))) {
      int length = secretAt(all, at);
      if (length == 0) {
        out[written++] = all[at++];
      } else {
        System.arraycopy(MASK, 0, out, written, MASK.length);
        written += MASK.length;
        at += length;
      }
    }
    if (written > 0) {
      sink.accept(out, written);
    }
    return at;
  }

  /** The length of the secret at this position; 0 if there is none. */
  private int secretAt(byte[] all, int at) {
    return secrets.stream()
        .filter(secret -> secret.length <= all.length - at && matches(secret, all, at))
        .mapToInt(secret -> secret.length)
        .findFirst()
        .orElse(0);
  }

  /** Whether the bytes from here to the end are the beginning of a secret. */
  private boolean mayBegin(byte[] all, int at) {
    return secrets.stream()
        .anyMatch(secret -> secret.length > all.length - at && matches(secret, all, at));
  }

  private static boolean matches(byte[] secret, byte[] all, int at) {
    int length = Math.min(secret.length, all.length - at);
    return Arrays.equals(secret, 0, length, all, at, at + length);
  }
}
