package dev.ductile.scenario;

import java.util.List;
import java.util.stream.Stream;

/** A workload made from another one, which answers all that this one does not override. */
public interface DerivedWorkload extends Workload {
  /** The workload that this one changes. */
  Workload workload();

  @Override
  default Stream<Submission> submissions(long seed, double load) {
    return workload().submissions(seed, load);
  }

  @Override
  default List<String> notes() {
    return workload().notes();
  }

  @Override
  default boolean isLazy() {
    return workload().isLazy();
  }

  @Override
  default boolean isRigid() {
    return workload().isRigid();
  }

  @Override
  default String sizesAdvice() {
    return workload().sizesAdvice();
  }
}
