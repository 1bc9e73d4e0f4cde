package dev.ductile.scenario.file;

import dev.ductile.api.Gang;
import dev.ductile.text.NumberBounds;

/**
 * Jobs that start together or not at all.
 *
 * @param name the name that all of them give
 * @param members how many jobs the gang has
 */
record GangEntry(String name, @NumberBounds(least = 2, most = Gang.MOST) int members) {
  GangEntry {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("name must not be empty");
    }
  }

  Gang gang() {
    return new Gang(name, members);
  }
}
