package dev.ductile.scenario.file;

import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.Workload;
import java.util.List;
import java.util.stream.Stream;

/** A workload whose jobs begin with early feedback. */
record WithFeedback(Workload workload, Feedback feedback) implements Workload {
  @Override
  public Stream<Submission> submissions(long seed, double load) {
    return workload.submissions(seed, load).map(feedback::mark);
  }

  @Override
  public List<String> notes() {
    return workload.notes();
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
