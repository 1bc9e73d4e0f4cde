package dev.ductile.scenario;

import java.util.List;
import java.util.stream.Stream;

/** A workload with more notes. */
record NotedWorkload(Workload workload, List<String> more) implements Workload {
  @Override
  public Stream<Submission> submissions(long seed, double load) {
    return workload.submissions(seed, load);
  }

  @Override
  public List<String> notes() {
    return Stream.concat(more.stream(), workload.notes().stream()).toList();
  }

  @Override
  public boolean isLazy() {
    return workload.isLazy();
  }

  @Override
  public boolean isRigid() {
    return workload.isRigid();
  }

  @Override
  public String sizesAdvice() {
    return workload.sizesAdvice();
  }
}
