package dev.ductile.runtime.simulation;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Reference;
import dev.ductile.runtime.stage.Outcome;
import dev.ductile.runtime.state.CheckpointIndex;
import dev.ductile.runtime.state.Checkpoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds the end of a simulated job against its law. */
final class Judge {
  private final Story story;
  private final TrainingJob job;
  private final List<String> wrong = new ArrayList<>();

  Judge(Story story) {
    this.story = story;
    this.job = story.job();
  }

  /** What is wrong with it; empty if nothing is. */
  List<String> judge(Ending ending) throws IOException {
    wrong.addAll(ending.failures());
    if (ending.code().isPresent()) {
      Outcome outcome = outcome(ending);
      cursors(ending);
      switch (story.law()) {
        case SAME_STEPS -> sameSteps(outcome);
        case SAME_ORDER -> sameOrder(outcome);
        case EACH_ONCE -> eachOnce(outcome);
        case SAME_LOSS -> sameLoss(outcome);
      }
    }
    return wrong;
  }

  private Outcome outcome(Ending ending) throws IOException {
    return Outcome.of(story.subject().model(job), ending.checkpoints());
  }

  private void cursors(Ending ending) throws IOException {
    var found = new Checkpoints(ending.checkpoints(), 1, _ -> {}).newest().orElseThrow();
    if (job.readsBySteps()) {
      return;
    }
    for (CheckpointIndex.Cursor cursor : found.index().cursors()) {
      long end =
          (long) story.subject().splits().get(cursor.split()).count()
              * job.stop().epochs().orElseThrow();
      if (cursor.safe() != end || cursor.next() != end) {
        wrong.add("%s ends, and not at %d".formatted(cursor, end));
      }
    }
  }

  private void sameSteps(Outcome outcome) {
    var alone = new Reference(job, story.subject().model(job), story.subject().splits());
    alone.run();
    if (outcome.step() != alone.step()) {
      wrong.add("it ends at step %d, not %d".formatted(outcome.step(), alone.step()));
    }
    require(outcome.distance(alone));
  }

  private void require(double distance) {
    if (!(distance < 1e-5)) {
      wrong.add(
          "parameters differ by %s from those of a job that was not disturbed".formatted(distance));
    }
  }

  private void sameOrder(Outcome outcome) throws IOException {
    Optional<Outcome> undisturbed = undisturbed();
    if (undisturbed.isPresent()) {
      require(outcome.distance(undisturbed.get()));
    }
  }

  private Optional<Outcome> undisturbed() throws IOException {
    Ending ending = new SimulatedJob(story.undisturbed()).play();
    wrong.addAll(ending.failures());
    return ending.code().isPresent() ? Optional.of(outcome(ending)) : Optional.empty();
  }

  /** Pushes come in another order, so the end is another one, though about as good. */
  private void sameLoss(Outcome outcome) throws IOException {
    Optional<Outcome> undisturbed = undisturbed();
    if (undisturbed.isPresent()) {
      double here = objective(outcome);
      double there = objective(undisturbed.get());
      if (!(here <= 1.3 * there + 0.02)) {
        wrong.add("the objective is %s, and %s undisturbed".formatted(here, there));
      }
    }
  }

  private double objective(Outcome outcome) {
    var alone = new Reference(job, story.subject().model(job), story.subject().splits());
    for (int tensor = 0; tensor < outcome.tensors().size(); tensor++) {
      float[] numbers = outcome.tensors().get(tensor);
      System.arraycopy(numbers, 0, alone.numbers(tensor), 0, numbers.length);
    }
    return alone.objective();
  }

  private void eachOnce(Outcome outcome) {
    float[] learnt = outcome.tensors().getFirst();
    int epochs = job.stop().epochs().orElseThrow();
    for (int example = 0; example < story.subject().examples(); example++) {
      float times = learnt[example] * job.batch().examples();
      if (Math.abs(times - epochs) > 1e-3 * epochs) {
        wrong.add("example %d was learnt %s times in %d epochs".formatted(example, times, epochs));
        return;
      }
    }
  }
}
