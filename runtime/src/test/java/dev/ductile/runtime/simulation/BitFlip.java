package dev.ductile.runtime.simulation;

import java.util.Arrays;

/**
 * A bit of a file that flipped.
 *
 * @param at the byte in which it lies
 * @param after a hash of the whole file behind the flip
 */
record BitFlip(String file, MemoryDisk.Content content, int at, int mask, int after) {
  static BitFlip of(String file, MemoryDisk.Content content, int bit) {
    int at = bit / Byte.SIZE % content.size;
    int mask = 1 << bit % Byte.SIZE;
    content.bytes[at] ^= (byte) mask;
    return new BitFlip(file, content, at, mask, content.hash());
  }

  /** Flips it back, as a restored copy would, unless the file was replaced. */
  void repair() {
    if (at < content.size && content.hash() == after) {
      content.bytes[at] ^= (byte) mask;
    }
  }

  /** Of so many bytes. */
  static int hash(byte[] bytes, int size) {
    return Arrays.hashCode(Arrays.copyOf(bytes, size));
  }
}
