package dev.ductile.runtime.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Flips bits of checkpoints, and knows those that were not repaired. */
final class BitFlips {
  private static final long LOOK = 20_000_000;
  private static final int MOST_LOOKS = 300;

  private final VirtualTime time;
  private final MemoryDisk disk;
  private final Path folder;
  private final Consumer<BitFlip> happened;
  private final List<BitFlip> all = new ArrayList<>();

  /**
   * None has flipped yet.
   *
   * @param folder of the checkpoints
   * @param happened hears of each
   */
  BitFlips(VirtualTime time, MemoryDisk disk, Path folder, Consumer<BitFlip> happened) {
    this.time = time;
    this.disk = disk;
    this.folder = folder;
    this.happened = happened;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Flips a bit as soon as there are one or two complete checkpoints. */
  void flip(InjectedFault.Rot rot) {
    flip(rot, MOST_LOOKS);
  }

  private void flip(InjectedFault.Rot rot, int looks) {
    if (checkpoints() > rot.bit() % 2) {
      Optional<BitFlip> flip = disk.rot(folder, rot.pick(), rot.bit());
      flip.ifPresent(all::add);
      flip.ifPresent(happened);
    } else if (looks > 0) {
      time.after(LOOK, () -> flip(rot, looks - 1));
    }
  }

  private long checkpoints() {
    return disk.hashes(folder).keySet().stream()
        .filter(file -> file.endsWith("index.json"))
        .count();
  }

  /** All are as they were; a person has put back the files. */
  void repair() {
    all.reversed().forEach(BitFlip::repair);
    all.clear();
  }
}
