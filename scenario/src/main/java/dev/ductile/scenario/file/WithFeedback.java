package dev.ductile.scenario.file;

import dev.ductile.scenario.DerivedWorkload;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.Workload;
import java.util.stream.Stream;

/** A workload whose jobs begin with early feedback. */
record WithFeedback(Workload workload, Feedback feedback) implements DerivedWorkload {
  @Override
  public Stream<Submission> submissions(long seed, double load) {
    return workload.submissions(seed, load).map(feedback::mark);
  }
}
