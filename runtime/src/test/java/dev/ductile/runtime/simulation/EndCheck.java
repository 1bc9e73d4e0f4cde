package dev.ductile.runtime.simulation;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.checkpoint.CheckpointIndex;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.jobs.TrainedParameters;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds the end of a simulated job against its law. */
final class EndCheck {
  private final FaultScenario scenario;
  private final TrainingJob job;
  private final List<String> wrong = new ArrayList<>();
  private boolean lossOnly;

  EndCheck(FaultScenario scenario) {
    this.scenario = scenario;
    this.job = scenario.job();
  }

  /** The failed checks; empty if the job is correct. */
  List<String> check(JobEnd ending) throws IOException {
    wrong.addAll(ending.failures());
    if (ending.code().isPresent()) {
      Optional<CheckpointIndex> index = index(ending);
      if (index.isPresent()) {
        check(ending, index.get());
      }
    }
    return wrong;
  }

  private void check(JobEnd ending, CheckpointIndex index) throws IOException {
    TrainedParameters outcome = outcome(ending);
    if (!job.readsBySteps()) {
      cursors(index);
    }
    switch (scenario.law()) {
      case SAME_STEPS -> {
        sameSteps(outcome);
        if (scenario.isCalm()) {
          sameLosses(ending.losses(), outcome.step());
        }
      }
      case SAME_ORDER -> sameOrder(ending, outcome);
      case EACH_ONCE -> eachOnce(outcome, index);
      case SAME_LOSS -> sameLoss(outcome);
    }
  }

  /** Of the last checkpoint. */
  private Optional<CheckpointIndex> index(JobEnd ending) throws IOException {
    try {
      var found = new Checkpoints(ending.checkpoints(), 1, wrong::add).newest();
      if (found.isEmpty()) {
        wrong.add("it ends, and there is no checkpoint");
      }
      return found.map(Checkpoints.Found::index);
    } catch (CheckpointException e) {
      wrong.add("its last checkpoints are refused: " + e);
      return Optional.empty();
    }
  }

  private TrainedParameters outcome(JobEnd ending) throws IOException {
    return TrainedParameters.of(scenario.subject().model(job), ending.checkpoints());
  }

  private void cursors(CheckpointIndex index) {
    long least = 0;
    long most = 0;
    for (Cursor cursor : index.cursors()) {
      int size = scenario.subject().splits().get(cursor.split()).count();
      least += pushes(cursor.safe(), size);
      most += pushes(cursor.next(), size);
      long end = job.stop().epochs().map(epochs -> (long) epochs * size).orElse(cursor.next());
      boolean whole = job.stop().epochs().isEmpty() || cursor.safe() == end;
      if (cursor.next() != end || !whole) {
        wrong.add("%s ends, and not at %d".formatted(cursor, end));
      }
    }
    if (!job.synchrony().kind().isLockstep()) {
      pushes(index.step(), least, most);
    } else if (job.stop().steps().filter(asked -> asked != index.step()).isPresent()) {
      wrong.add(
          "it ends at step %d of %d".formatted(index.step(), job.stop().steps().orElseThrow()));
    }
  }

  /** If each worker trains at its own pace, a push is a step. */
  private void pushes(long step, long least, long most) {
    long asked = job.stop().steps().orElse(step);
    if (step != asked || step < least || step > most) {
      wrong.add(
          "it ends at step %d of %d, and cursors say %d to %d".formatted(step, asked, least, most));
    }
  }

  /** Of so many examples of a split; no mini-batch goes beyond the end of an epoch. */
  private long pushes(long examples, int size) {
    int batch = job.batch().examples();
    return examples / size * Math.ceilDiv(size, batch) + Math.ceilDiv(examples % size, batch);
  }

  private void sameSteps(TrainedParameters outcome) {
    var alone = new Reference(job, scenario.subject().model(job), scenario.subject().splits());
    alone.run();
    if (outcome.step() != alone.step()) {
      wrong.add("it ends at step %d, not %d".formatted(outcome.step(), alone.step()));
    }
    require(parameters(outcome).distance(alone));
  }

  /** Without faults no report is lost, so the loss of each step is over all of its examples. */
  private void sameLosses(Map<Long, Double> reported, long steps) {
    var alone = new Reference(job, scenario.subject().model(job), scenario.subject().splits());
    for (long step = 0; step < steps; step++) {
      double loss = alone.advance();
      double here = reported.getOrDefault(step, Double.NaN);
      if (!(Math.abs(here - loss) < 1e-4 * (1 + loss))) {
        wrong.add("step %d is reported with loss %s, not %s".formatted(step, here, loss));
        return;
      }
    }
  }

  /** Without the state of an optimizer: its figures differ by more than parameters do. */
  private TrainedParameters parameters(TrainedParameters outcome) {
    int tensors = Models.of(job.model(), 1, false, 0).tensors().size();
    return new TrainedParameters(outcome.step(), outcome.tensors().subList(0, tensors));
  }

  private void require(double distance) {
    if (!(distance < 1e-5)) {
      wrong.add(
          "parameters differ by %s from those of a job that was not disturbed".formatted(distance));
    }
  }

  /**
   * At its worker's own pace (asp, ssp), a push that only some partitions have taken is repeated
   * for the others with a gradient of what is there by then. Such a job is held to its loss.
   */
  private void sameOrder(JobEnd ending, TrainedParameters outcome) throws IOException {
    JobEnd undisturbed = new SimulatedJob(scenario.undisturbed()).play();
    wrong.addAll(undisturbed.failures());
    if (undisturbed.code().isEmpty()) {
      return;
    }
    boolean exact = ending.repeats() + undisturbed.repeats() == 0;
    if (exact || job.synchrony().kind().isLockstep()) {
      require(outcome.distance(outcome(undisturbed)));
    } else {
      lossOnly = true;
      sameLoss(outcome, outcome(undisturbed));
    }
  }

  /** Whether a job that is held to its parameters otherwise could only be held to its loss. */
  boolean isLossOnly() {
    return lossOnly;
  }

  /** Pushes arrive in another order, so the parameters differ, though about as good. */
  private void sameLoss(TrainedParameters outcome) throws IOException {
    JobEnd undisturbed = new SimulatedJob(scenario.undisturbed()).play();
    wrong.addAll(undisturbed.failures());
    if (undisturbed.code().isPresent()) {
      sameLoss(outcome, outcome(undisturbed));
    }
  }

  private void sameLoss(TrainedParameters outcome, TrainedParameters undisturbed) {
    double here = objective(outcome);
    double there = objective(undisturbed);
    if (!(here <= 1.3 * there + 0.02)) {
      wrong.add("the objective is %s, and %s undisturbed".formatted(here, there));
    }
  }

  private double objective(TrainedParameters outcome) {
    var alone = new Reference(job, scenario.subject().model(job), scenario.subject().splits());
    for (int tensor = 0; tensor < outcome.tensors().size(); tensor++) {
      float[] numbers = outcome.tensors().get(tensor);
      System.arraycopy(numbers, 0, alone.numbers(tensor), 0, numbers.length);
    }
    return alone.objective();
  }

  /** Each example was learnt as often as the cursor of its split has passed it. */
  private void eachOnce(TrainedParameters outcome, CheckpointIndex index) {
    float[] learnt = outcome.tensors().getFirst();
    int first = 0;
    for (Cursor cursor : index.cursors()) {
      int behind = first + scenario.subject().splits().get(cursor.split()).count();
      eachOnce(Arrays.copyOfRange(learnt, first, behind), cursor);
      first = behind;
    }
  }

  private void eachOnce(float[] learnt, Cursor cursor) {
    long least = cursor.safe() / learnt.length;
    long most = Math.ceilDiv(cursor.next(), learnt.length);
    long passed = 0;
    for (float rate : learnt) {
      float times = rate * job.batch().examples();
      long whole = Math.clamp(Math.round(times), least, most);
      passed += whole;
      if (Math.abs(times - whole) > 1e-3 * (least + 1)) {
        wrong.add(
            "an example was learnt %s times, and its split is at %s".formatted(times, cursor));
        return;
      }
    }
    if (passed < cursor.safe() || passed > cursor.next()) {
      wrong.add("%d examples were learnt of a split at %s".formatted(passed, cursor));
    }
  }
}
