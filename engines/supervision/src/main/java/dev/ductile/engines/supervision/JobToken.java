package dev.ductile.engines.supervision;

import java.security.SecureRandom;
import java.util.HexFormat;

/** The secret by which the tasks of a job know each other. */
final class JobToken {
  private static final int BYTES = 32;

  private JobToken() {}

  static String random() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
