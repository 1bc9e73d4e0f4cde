package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the examples that the number of the step determines, so a batch is the same at any size of
 * the job.
 */
final class ByStep implements Reading {
  private final List<Integer> splits;
  private final List<Integer> examples;
  private final long stepsOfEpoch;
  private final long end;
  private final int self;
  private final boolean all;
  private List<Portion> whole = List.of();

  ByStep(TrainingJob job, WorkerView membership) {
    self = membership.self();
    all = job.batch().isAll();
    splits = membership.splits();
    examples = membership.examples();
    long all = examples.stream().mapToLong(Integer::longValue).sum();
    stepsOfEpoch = ExampleOrder.steps(all, job.batch().examples());
    end = all == 0 ? 0 : end(job);
  }

  private long end(TrainingJob job) {
    long byEpochs = job.stop().epochs().map(n -> n * stepsOfEpoch).orElse(Long.MAX_VALUE);
    return Math.min(byEpochs, job.stop().steps().orElse(Long.MAX_VALUE));
  }

  /**
   * If each step has all examples, the share is the same list object, so comparing it takes no
   * time.
   */
  @Override
  public List<Portion> share(long step) {
    if (!all) {
      return shareOf(step);
    }
    if (whole.isEmpty()) {
      whole = shareOf(step);
    }
    return whole;
  }

  private List<Portion> shareOf(long step) {
    var share = new ArrayList<Portion>();
    for (int split : splits) {
      int size = examples.get(split);
      if (size > 0) {
        long before = all ? 0 : step / stepsOfEpoch * size;
        long place = step % stepsOfEpoch;
        long begin = before + begin(split, size, place);
        share.add(new Portion(split, size, begin, before + begin(split, size, place + 1)));
      }
    }
    share.removeIf(portion -> portion.count() == 0);
    return List.copyOf(share);
  }

  private int begin(int split, int size, long place) {
    return ExampleOrder.begin(size, split, examples.size(), place, stepsOfEpoch);
  }

  @Override
  public Mark mark(long step, List<Portion> share) {
    return new Mark(self, step);
  }

  @Override
  public void taken(List<Portion> share) {}

  @Override
  public boolean isOver(long step) {
    return step >= end;
  }

  @Override
  public List<Cursor> cursors(List<Portion> onTheWay) {
    return List.of();
  }
}
