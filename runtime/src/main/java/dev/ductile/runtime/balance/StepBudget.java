package dev.ductile.runtime.balance;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Divides the remaining steps of a job (asp, ssp) among its workers: each counts its own steps, and
 * together they make the number that the job asks for.
 */
public final class StepBudget {
  private StepBudget() {}

  /**
   * The own step before which each worker stops; a worker that is not in the answer has none left.
   * Only a worker with examples left gets steps. The answer is empty for a job in lockstep, or
   * without a number of steps.
   *
   * @param step the number of finished steps, from which each worker counts on
   * @param owners of each split
   * @param examples of each split
   * @param cursors the positions in the splits
   */
  public static Map<Integer, Long> ends(
      TrainingJob job,
      long step,
      List<Integer> owners,
      List<Integer> examples,
      List<Cursor> cursors) {
    Optional<Long> most = job.stop().steps();
    if (most.isEmpty() || job.synchrony().kind().isLockstep()) {
      return Map.of();
    }
    var busy = new TreeSet<Integer>();
    for (Cursor cursor : cursors) {
      int split = cursor.split();
      if (split < Math.min(owners.size(), examples.size())
          && cursor.safe() < end(job, examples.get(split))) {
        busy.add(owners.get(split));
      }
    }
    var ends = new HashMap<Integer, Long>();
    long left = Math.max(0, most.get() - step);
    int workers = busy.size();
    for (int worker : busy) {
      long rest = ends.size() < left % workers ? 1 : 0;
      ends.put(worker, step + left / workers + rest);
    }
    return Map.copyOf(ends);
  }

  private static long end(TrainingJob job, int size) {
    return size == 0 ? 0 : job.stop().epochs().map(n -> (long) n * size).orElse(Long.MAX_VALUE);
  }
}
