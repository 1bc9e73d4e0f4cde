package dev.ductile.scenario.cluster;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Names of other systems, shortened to the length that a state allows. */
final class ShortName {
  /** The longest name in a state. */
  static final int LONGEST = 128;

  private static final int HASH_LENGTH = 32;

  private ShortName() {}

  /** The name itself; the end of a longer name becomes a hash of the whole, so it stays unique. */
  static String of(String name) {
    if (name.length() <= LONGEST) {
      return name;
    }
    UUID hash = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return "%s-%s"
        .formatted(name.substring(0, LONGEST - HASH_LENGTH - 1), hash.toString().replace("-", ""));
  }
}
