package dev.ductile.runtime.worker;

import dev.ductile.runtime.balance.StepBudget;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.protocol.TaskMessage;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads each split in its own order; the split with the least progress comes first. A mini-batch
 * that has reached only some servers is repeated exactly, so that those that have it recognise it.
 */
final class ByCursor implements Reading {
  private final Map<Integer, Split> splits = new TreeMap<>();
  private final int most;
  private final boolean lockstep;
  private final long lastStep;

  /** The progress of one split. */
  private static final class Split {
    private final int number;
    private final int size;
    private final long end;
    private long safe;
    private long half;

    Split(int number, int size, long end) {
      this.number = number;
      this.size = size;
      this.end = end;
    }

    double epochs() {
      return (double) safe / size;
    }

    boolean isLeft() {
      return safe < end;
    }

    Portion next(long most) {
      long endOfEpoch = (safe / size + 1) * size;
      long to = half > safe ? half : Math.min(Math.min(endOfEpoch, end), safe + most);
      return new Portion(number, size, safe, to);
    }

    void taken(long position) {
      safe = position;
      half = Math.max(half, safe);
    }
  }

  ByCursor(TrainingJob job, WorkerView membership, TaskMessage.Assign assign) {
    for (int number : membership.splits()) {
      int size = membership.examples().get(number);
      if (size > 0) {
        long end = job.stop().epochs().map(n -> (long) n * size).orElse(Long.MAX_VALUE);
        splits.put(number, new Split(number, size, end));
      }
    }
    for (Cursor cursor : assign.cursors()) {
      Split split = splits.get(cursor.split());
      if (split != null) {
        split.safe = cursor.safe();
        split.half = cursor.next();
      }
    }
    most = most(job, membership.workers());
    lockstep = job.synchrony().kind().isLockstep();
    lastStep =
        job.stop()
            .steps()
            .map(all -> lastStep(job, all, membership, assign))
            .orElse(Long.MAX_VALUE);
  }

  /**
   * In lockstep all workers make the same steps; otherwise each worker has its part of the
   * remaining ones.
   */
  private static long lastStep(
      TrainingJob job, long most, WorkerView membership, TaskMessage.Assign assign) {
    return job.synchrony().kind().isLockstep()
        ? most
        : StepBudget.ends(
                job, assign.step(), assign.table().splits(), assign.examples(), assign.cursors())
            .getOrDefault(membership.self(), assign.step());
  }

  private static int most(TrainingJob job, int workers) {
    int examples = job.batch().examples();
    return job.batch().perWorker() ? examples : Math.max(1, examples / Math.max(1, workers));
  }

  @Override
  public List<Portion> share(long step) {
    return splits.values().stream()
        .filter(Split::isLeft)
        .min(Comparator.comparingDouble(Split::epochs))
        .map(split -> List.of(split.next(most)))
        .orElse(List.of());
  }

  /** The mark of an empty push names the known position of some split. */
  @Override
  public Mark mark(long step, List<Portion> share) {
    if (!share.isEmpty()) {
      return new Mark(share.getFirst().split(), share.getFirst().end());
    }
    return splits.values().stream()
        .findFirst()
        .map(split -> new Mark(split.number, split.safe))
        .orElse(new Mark(-1, 0));
  }

  @Override
  public void taken(List<Portion> share) {
    for (Portion portion : share) {
      Optional.ofNullable(splits.get(portion.split())).ifPresent(s -> s.taken(portion.end()));
    }
  }

  /** In lockstep other workers need this worker's empty pushes, so its steps never end. */
  @Override
  public boolean isOver(long step) {
    return step >= lastStep || (!lockstep && splits.values().stream().noneMatch(Split::isLeft));
  }

  @Override
  public List<Cursor> cursors(List<Portion> onTheWay) {
    var cursors = new TreeMap<Integer, Cursor>();
    for (Split split : splits.values()) {
      long next = Math.max(split.safe, split.half);
      cursors.put(split.number, new Cursor(split.number, split.safe, next));
    }
    for (Portion portion : onTheWay) {
      cursors.put(portion.split(), new Cursor(portion.split(), portion.begin(), portion.end()));
    }
    return List.copyOf(cursors.values());
  }
}
