package dev.ductile.runtime.simulation;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps a copy of each completed checkpoint, and checks each report and change against it: none is
 * lost, or used when it is damaged, without a word.
 */
final class CheckpointCheck {
  private static final String INDEX = "/index.json";

  private final MemoryDisk disk;
  private final Path root;
  private final List<String> failures;
  private final Map<Integer, SortedMap<String, Integer>> complete = new HashMap<>();
  private final StringBuilder warnings = new StringBuilder();

  /** Checkpoints of which a file was damaged before all of it was written. */
  private final Set<Integer> damaged = new HashSet<>();

  CheckpointCheck(MemoryDisk disk, Path root, List<String> failures) {
    this.disk = disk;
    this.root = root;
    this.failures = failures;
  }

  /** A master is notified of a fault of a checkpoint. */
  void warned(String warning) {
    warnings.append(warning).append('\n');
  }

  /** The checkpoints of one master. */
  CheckpointStore guard(CheckpointStore inner) {
    return new CheckpointStore() {
      @Override
      public Optional<Checkpoint> newest() throws IOException {
        return look(inner);
      }

      @Override
      public void seal(Checkpoint checkpoint) throws IOException {
        inner.seal(checkpoint);
        int step = (int) checkpoint.step();
        complete.put(step, files(checkpoint));
        if (isWhole(checkpoint)) {
          damaged.remove(step);
        } else {
          damaged.add(step);
        }
      }
    };
  }

  private Path folder(long step) {
    return root.resolve("step-%012d".formatted(step));
  }

  private SortedMap<String, Integer> files(Path folder) {
    return disk.hashes(folder);
  }

  /** The index and the files that it names; those of an earlier save of the step do not count. */
  private SortedMap<String, Integer> files(Checkpoint checkpoint) {
    Path folder = folder(checkpoint.step());
    var named = new TreeSet<>(Set.of(folder + INDEX));
    checkpoint.files().forEach(file -> named.add(folder + "/" + file.name()));
    SortedMap<String, Integer> all = files(folder);
    all.keySet().retainAll(named);
    return all;
  }

  private Optional<Checkpoint> look(CheckpointStore inner) throws IOException {
    var steps = new TreeSet<Integer>();
    complete.keySet().stream().filter(this::hasIndex).forEach(steps::add);
    SortedMap<String, Integer> before = files(root);
    warnings.setLength(0);
    Optional<Checkpoint> found;
    try {
      found = inner.newest();
    } catch (CheckpointException e) {
      refused(e, before, steps);
      throw e;
    }
    long from = found.map(Checkpoint::step).orElse(-1L);
    for (int step : steps) {
      boolean kept = hasIndex(step) || isAside(step);
      if (!kept) {
        failures.add("checkpoint %d is gone".formatted(step));
      }
      if (step > from && warnings.indexOf(folder(step).getFileName().toString()) < 0) {
        failures.add("it goes back from checkpoint %d to %d without a word".formatted(step, from));
      }
      if (step == from && isChanged(step)) {
        failures.add("it resumes from checkpoint %d, which is damaged".formatted(step));
      }
    }
    return found;
  }

  private boolean isWhole(Checkpoint checkpoint) throws IOException {
    try {
      for (WrittenFile file : checkpoint.files()) {
        file.verify(folder(checkpoint.step()));
      }
      return true;
    } catch (DamagedFileException e) {
      return false;
    }
  }

  private boolean hasIndex(int step) {
    return files(folder(step)).containsKey(folder(step) + INDEX);
  }

  private boolean isAside(int step) {
    String aside = root + "/damaged-" + folder(step).getFileName();
    return files(root).keySet().stream().anyMatch(file -> file.startsWith(aside));
  }

  /** Whether files are not as they were written; damage from before the end may be repaired. */
  private boolean isChanged(int step) {
    SortedMap<String, Integer> then = complete.getOrDefault(step, new TreeMap<>());
    boolean isAsThen = files(folder(step)).entrySet().containsAll(then.entrySet());
    return isAsThen == damaged.contains(step);
  }

  /** A refusal is true, names the folder, and changes nothing. */
  private void refused(
      CheckpointException why, SortedMap<String, Integer> before, Set<Integer> steps) {
    if (!files(root).equals(before)) {
      failures.add("files have changed though it said: " + why.getMessage());
    }
    if (!String.valueOf(why.getMessage()).contains(root.toString())) {
      failures.add("a refusal does not name its folder: " + why.getMessage());
    }
    if (why instanceof CheckpointException.Damaged
        && steps.stream().anyMatch(step -> !isChanged(step))) {
      failures.add("there is an undamaged checkpoint of %s: %s".formatted(steps, why.getMessage()));
    }
  }

  /** Nothing that was never completed is left at a start. */
  void cleaned() {
    for (String file : files(root).keySet()) {
      String folder = file.substring(0, file.lastIndexOf('/'));
      boolean part = folder.contains("/step-");
      if (part && !files(root).containsKey(folder + INDEX) && !listed(folder)) {
        failures.add(file + " was never completed, and stays");
      }
    }
  }

  private boolean listed(String folder) {
    return complete.keySet().stream().anyMatch(step -> folder(step).toString().equals(folder));
  }
}
