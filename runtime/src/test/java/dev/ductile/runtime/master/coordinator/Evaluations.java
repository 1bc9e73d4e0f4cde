package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.Validation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The evaluations that a master has ordered; the test ends them. */
final class Evaluations {
  private final Deque<Optional<Checkpoint>> waiting = new ArrayDeque<>();
  final List<Long> steps = new ArrayList<>();
  boolean answers = true;

  /** Those of another master: orders of the earlier one are lost. */
  Evaluations again() {
    var next = new Evaluations();
    next.answers = answers;
    next.steps.addAll(steps);
    return next;
  }

  void ask(Optional<Checkpoint> checkpoint) {
    waiting.add(checkpoint);
    if (waiting.size() > 1) {
      throw new IllegalStateException("two evaluations at once: " + waiting);
    }
  }

  int waiting() {
    return waiting.size();
  }

  void answer(JobCoordinator coordinator) {
    if (answers && !waiting.isEmpty()) {
      Optional<Validation> found = waiting.remove().map(this::validation);
      coordinator.validated(found);
    }
  }

  void fail(JobCoordinator coordinator, boolean hopeless) {
    waiting.remove();
    coordinator.notValidated(hopeless, "test.csv, line 2: label 7");
  }

  private Validation validation(Checkpoint checkpoint) {
    steps.add(checkpoint.step());
    return new Validation(checkpoint.step(), 0.5, OptionalDouble.of(0.75), 8);
  }
}
