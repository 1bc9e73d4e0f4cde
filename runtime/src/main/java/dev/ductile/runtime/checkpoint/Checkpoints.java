package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.LocalDisk;
import dev.ductile.runtime.parameters.PartitionLayout;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The folder of a job's checkpoints, each in a folder of its own. A checkpoint counts when its
 * index and its parts are undamaged; the job resumes from the newest. A damaged one is kept and
 * reported, and if no other is left, the job is refused.
 */
public final class Checkpoints {
  private static final String STEPS = "sealed.json";
  private static final int MOST_TOLD = 3;

  /** Each further look means that the job has saved again, so few are ever needed. */
  private static final int MOST_LOOKS = 1_000;

  private final Path root;
  private final int keep;
  private final Disk disk;
  private final Consumer<String> warnings;
  private final SealedSteps sealed;

  /** The checkpoint that was sealed last, or that the job resumes from. */
  private Optional<CheckpointFolder> current = Optional.empty();

  /**
   * Checkpoints in a folder, which need not exist.
   *
   * @param keep the number of the latest that are kept
   * @param warnings takes messages about damaged ones
   */
  public Checkpoints(Path root, int keep, Disk disk, Consumer<String> warnings) {
    if (keep < 1) {
      throw new IllegalArgumentException(
          "at least one checkpoint is to be kept, not %d".formatted(keep));
    }
    this.root = root;
    this.keep = keep;
    this.disk = disk;
    this.warnings = warnings;
    sealed = new SealedSteps(disk, root.resolve(STEPS));
  }

  public Checkpoints(Path root, int keep, Consumer<String> warnings) {
    this(root, keep, new LocalDisk(), warnings);
  }

  /** An undamaged checkpoint and its folder. */
  public record Found(Path directory, CheckpointIndex index) {
    /** A reader of its parameters. */
    public PartReader reader(PartitionLayout layout, List<String> slots) throws IOException {
      return new PartReader(directory, index.parts(), layout, slots);
    }
  }

  /** Refuses undamaged checkpoints that are not this job's. */
  @FunctionalInterface
  public interface Check {
    void accept(CheckpointIndex index) throws IOException;
  }

  /** A checkpoint that was complete and is damaged now. */
  private record Damage(CheckpointFolder folder, String what) {
    @Override
    public String toString() {
      return "%s (%s)".formatted(folder.path().getFileName(), what);
    }
  }

  /** The state of one checkpoint: its index, and the damage of it or its files. */
  private record Look(Optional<CheckpointIndex> index, Optional<String> damage) {}

  /**
   * The result of a look at all checkpoints.
   *
   * @param damages of later steps than that of the undamaged one
   * @param lost the damage of the list of complete ones
   */
  private record Search(Optional<Found> found, List<Damage> damages, Optional<String> lost) {}

  /** The folder of a step's checkpoint. */
  public Path directory(long step) {
    return CheckpointFolder.of(root, step).path();
  }

  /** Completes a checkpoint whose parts are in its folder, and deletes the oldest. */
  public synchronized void seal(Path directory, CheckpointIndex index) throws IOException {
    var folder = new CheckpointFolder(directory);
    folder.seal(disk, index);
    current = Optional.of(folder);
    note();
    deleteAllBut(kept(folder), folder);
  }

  /** The one that was just sealed, and the last ones before it. */
  private List<CheckpointFolder> kept(CheckpointFolder newest) throws IOException {
    return CheckpointFolder.newestFirst(root).stream()
        .filter(folder -> folder.isSealed() && folder.step() <= newest.step())
        .limit(keep)
        .toList();
  }

  /**
   * A sealed checkpoint of a later step is from before the job went back, and no step follows it.
   * One of a later step without an index may be being written.
   */
  private void deleteAllBut(List<CheckpointFolder> kept, CheckpointFolder newest)
      throws IOException {
    for (CheckpointFolder folder : CheckpointFolder.newestFirst(root)) {
      boolean mayBeWritten = folder.step() > newest.step() && !folder.isSealed();
      if (!kept.contains(folder) && !mayBeWritten) {
        folder.delete(disk);
      }
    }
  }

  /** The newest undamaged checkpoint of any job. */
  public Optional<Found> newest() throws IOException {
    return newest(_ -> {});
  }

  /**
   * The newest undamaged checkpoint; empty if none was ever completed. Damaged ones of later steps
   * are set aside, with a warning.
   *
   * @throws CheckpointException.Damaged if none is undamaged any more
   * @throws CheckpointException.Foreign if the newest is not this job's
   * @throws IOException if one cannot be read; nothing is changed then
   */
  public synchronized Optional<Found> newest(Check check) throws IOException {
    Search search = search(check);
    if (search.found().isPresent()) {
      current = Optional.of(new CheckpointFolder(search.found().get().directory()));
      settle(search.lost(), search.damages(), search.found().get());
    } else {
      refuse(search);
    }
    return search.found();
  }

  /**
   * The same in a folder that is only read, because its job may be running and seal and delete
   * checkpoints meanwhile. A damage counts that two looks find, and its checkpoint stays where it
   * is.
   *
   * @throws CheckpointException.Damaged if none is undamaged any more
   * @throws IOException if one cannot be read
   */
  public Optional<Found> newestBesideItsJob() throws IOException {
    Search search = lookTwice();
    if (search.found().isEmpty()) {
      refuse(search);
    }
    for (Damage damage : search.damages()) {
      warnings.accept(
          "checkpoint %s is damaged: step %d is taken instead"
              .formatted(damage, search.found().orElseThrow().index().step()));
    }
    return search.found();
  }

  private Search lookTwice() throws IOException {
    Search search = search(_ -> {});
    for (int looks = 1; !search.damages().isEmpty(); looks++) {
      if (looks == MOST_LOOKS) {
        throw new IOException("%s changes faster than its checkpoints can be read".formatted(root));
      }
      Search again = search(_ -> {});
      if (again.damages().equals(search.damages())) {
        return search;
      }
      search = again;
    }
    return search;
  }

  /** Looks at one after the other, the newest first, until one is undamaged. */
  private Search search(Check check) throws IOException {
    Optional<String> lost = sealed.damage();
    var damages = new ArrayList<Damage>();
    for (CheckpointFolder folder : candidates()) {
      Look look = look(folder, check);
      if (look.damage().isEmpty()) {
        return new Search(
            look.index().map(index -> new Found(folder.path(), index)), damages, lost);
      }
      damages.add(new Damage(folder, look.damage().get()));
    }
    return new Search(Optional.empty(), damages, lost);
  }

  private void refuse(Search search) throws CheckpointException {
    var damages = new ArrayList<>(search.damages());
    search
        .lost()
        .ifPresent(what -> damages.add(new Damage(new CheckpointFolder(sealed.file()), what)));
    if (!damages.isEmpty()) {
      throw refusal(damages);
    }
  }

  /** Sets damaged checkpoints aside, and records the remaining ones. */
  private void settle(Optional<String> lost, List<Damage> damages, Found to) throws IOException {
    lost.ifPresent(
        what -> warnings.accept("%s is damaged (%s) and written anew".formatted(STEPS, what)));
    for (Damage damage : damages) {
      warnings.accept(
          "checkpoint %s is damaged: the job goes back to step %d; %s"
              .formatted(damage, to.index().step(), setAside(damage)));
    }
    if (lost.isPresent() || !damages.isEmpty()) {
      note();
    }
  }

  private void note() throws IOException {
    if (current.isPresent()) {
      sealed.write(kept(current.get()).stream().map(CheckpointFolder::step).toList());
    }
  }

  /** The folders with an index, and those that had one. */
  private List<CheckpointFolder> candidates() throws IOException {
    var steps = new TreeSet<>(sealed.steps());
    for (CheckpointFolder folder : CheckpointFolder.newestFirst(root)) {
      if (folder.isSealed()) {
        steps.add(folder.step());
      }
    }
    return steps.descendingSet().stream().map(step -> CheckpointFolder.of(root, step)).toList();
  }

  private static Look look(CheckpointFolder folder, Check check) throws IOException {
    try {
      CheckpointIndex index = index(folder);
      check.accept(index);
      return new Look(Optional.of(index), folder.damage(index));
    } catch (DamagedFileException e) {
      return new Look(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
    } catch (CheckpointException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          "checkpoint %s cannot be read: %s".formatted(folder.path(), e.getMessage()), e);
    }
  }

  private static CheckpointIndex index(CheckpointFolder folder) throws IOException {
    try {
      return folder.open();
    } catch (CheckpointException.Foreign e) {
      throw new CheckpointException.Foreign("%s %s".formatted(folder.path(), e.getMessage()));
    }
  }

  private CheckpointException refusal(List<Damage> damages) {
    String list =
        damages.stream().limit(MOST_TOLD).map(Damage::toString).collect(Collectors.joining(", "));
    int more = damages.size() - MOST_TOLD;
    return new CheckpointException.Damaged(
        "every checkpoint in %s is damaged: %s%s. Nothing was changed: restore one from a backup, or start again with --fresh, which deletes them"
            .formatted(root, list, more > 0 ? " and %d more".formatted(more) : ""));
  }

  private String setAside(Damage damage) throws IOException {
    if (Files.notExists(damage.folder().path())) {
      return "nothing of it is left";
    }
    Path aside = damage.folder().setAside(disk);
    for (CheckpointFolder old : CheckpointFolder.tooManyAside(root)) {
      old.delete(disk);
    }
    return "it is kept as " + aside.getFileName();
  }

  /**
   * Verifies the checkpoints before the newest too; a damaged one is set aside, with a warning. It
   * reads all of them, so checkpoints may be sealed meanwhile.
   */
  public void checkOlder(Found newest) throws IOException {
    for (CheckpointFolder folder : candidates()) {
      if (folder.step() < newest.index().step()) {
        checkOlder(folder);
      }
    }
  }

  private void checkOlder(CheckpointFolder folder) throws IOException {
    Optional<String> what;
    try {
      what = look(folder, _ -> {}).damage();
    } catch (IOException e) {
      warnings.accept("older " + e.getMessage());
      return;
    }
    if (what.isPresent()) {
      setAsideOlder(new Damage(folder, what.get()));
    }
  }

  /** A checkpoint that was deleted while it was read was too old to be kept. */
  private synchronized void setAsideOlder(Damage damage) throws IOException {
    if (candidates().contains(damage.folder())) {
      warnings.accept("older checkpoint %s is damaged; %s".formatted(damage, setAside(damage)));
      note();
    }
  }

  /**
   * Deletes checkpoints that were never completed. In a hot job a task may still be writing a part
   * for the previous master. Nothing completes that checkpoint, so it is deleted too. A folder that
   * gets another file at this moment stays until the next start.
   */
  public synchronized void deleteUnsealed() throws IOException {
    Set<Long> listed = sealed.steps();
    for (CheckpointFolder folder : CheckpointFolder.newestFirst(root)) {
      if (folder.isSealed()) {
        folder.deleteStrays(disk);
      } else if (!listed.contains(folder.step())) {
        deleteUnlessWritten(folder);
      }
    }
  }

  private void deleteUnlessWritten(CheckpointFolder folder) throws IOException {
    try {
      folder.delete(disk);
    } catch (DirectoryNotEmptyException _) {
      warnings.accept("%s is not deleted: a task writes into it".formatted(folder.path()));
    }
  }

  /** The checkpoint of a folder, by its index. */
  public static Found read(Path directory) throws IOException {
    return new Found(directory, new CheckpointFolder(directory).open());
  }
}
