package dev.ductile.scenario.trace;

import java.util.Arrays;

/**
 * The names seen so far, as 64-bit hashes. With a million names, two different names have the same
 * hash in one of 37 million traces.
 */
final class SeenNames {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int SMALLEST = 1 << 10;

  private long[] table = new long[SMALLEST];
  private int size;

  /** Whether the name is new. */
  boolean add(String name) {
    if (size * 2 >= table.length) {
      grow();
    }
    boolean isNew = put(table, hash(name));
    size += isNew ? 1 : 0;
    return isNew;
  }

  private void grow() {
    long[] larger = new long[table.length * 2];
    Arrays.stream(table).filter(hash -> hash != 0).forEach(hash -> put(larger, hash));
    table = larger;
  }

  private static boolean put(long[] table, long hash) {
    int at = (int) (hash & (table.length - 1));
    while (table[at] != 0) {
      if (table[at] == hash) {
        return false;
      }
      at = (at + 1) & (table.length - 1);
    }
    table[at] = hash;
    return true;
  }

  /** The hash of a name; never zero, which marks a free slot. */
  private static long hash(String name) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * FNV_PRIME;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    hash ^= hash >>> 31;
    return hash == 0 ? 1 : hash;
  }
}
