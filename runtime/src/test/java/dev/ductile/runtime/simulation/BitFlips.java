package dev.ductile.runtime.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bits of checkpoints that have flipped and were not repaired. */
final class BitFlips {
  private final List<BitFlip> all = new ArrayList<>();

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Flips a bit of a file in a folder, where there is one; returns its path. */
  Optional<String> flip(MemoryDisk disk, String folder, int pick, int bit) {
    Optional<BitFlip> flip = disk.rot(folder, pick, bit);
    flip.ifPresent(all::add);
    return flip.map(BitFlip::file);
  }

  /** All are as they were; a person has put back the files. */
  void repair() {
    all.reversed().forEach(BitFlip::repair);
    all.clear();
  }
}
