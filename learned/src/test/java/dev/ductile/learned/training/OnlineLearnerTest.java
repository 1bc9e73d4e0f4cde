package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Reason;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.learned.reward.EpochProgress;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.text.InputException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OnlineLearnerTest {
  private static final Instant START = Instant.EPOCH;
  private static final Instant END = START.plusSeconds(1200);

  private final List<Slot> learned = new ArrayList<>();
  private final OnlineLearner learner =
      new OnlineLearner(
          (networks, slot) -> {
            learned.add(slot);
            return networks;
          },
          EpochProgress.ofAll(),
          0,
          new ActorCritic.Networks(Sketches.network(1, 1), Sketches.network(2, 1)),
          new Seed(1));

  @Test
  void theRewardOfASlotIsTheSumOfThePartsOfTheWorkDoneInIt() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 1.5), job(2, 100, 0)};
    decide(START, jobs);
    decide(END, jobs);

    assertThat(rewards()).hasSize(1);
    assertThat(rewards().getFirst()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void aJobThatEndsGivesTheRestOfItsWork() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 40)};
    decide(START, jobs);
    learner.happened(new Event.Finished(START.plusSeconds(900), jobs[1].id()));
    decide(END, jobs);
    decide(END.plusSeconds(1200), jobs[0]);

    assertThat(rewards()).hasSize(2);
    assertThat(rewards().getFirst()).isCloseTo(0.05 + 1, within(1e-9));
    assertThat(rewards().getLast()).as("the next slot").isCloseTo(0.05, within(1e-9));
  }

  @Test
  void aJobThatFailsGivesNoReward() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 40)};
    decide(START, jobs);
    learner.happened(new Event.Failed(START.plusSeconds(900), jobs[1].id(), "test"));
    decide(END, jobs[0]);

    assertThat(rewards()).hasSize(1);
    assertThat(rewards().getFirst()).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void aRewardThatIsNotFiniteIsRefusedWithItsJob() {
    for (double reward : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      var strange =
          new OnlineLearner(
              (networks, _) -> networks,
              slot -> Map.of(slot.before().jobs().iterator().next().id(), reward),
              0,
              learner.networks(),
              new Seed(1));
      decide(strange, START, job(7, 60, 3));

      assertThatThrownBy(() -> decide(strange, END, job(7, 60, 3)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("job %s has a reward of %s", Sketches.job(7, 60).id(), reward);
    }
  }

  @Test
  void aJobWithoutAPlaceForItsTasksIsNamed() {
    Job[] jobs = {job(0, 60, 3), job(1, 30, 1.5), job(2, 30, 0)};
    Size two = new Size(2, 1);
    var inference = new Inference(new float[1], new boolean[] {true}, 0, false);
    learner.decided(
        START,
        new Batch(
            Stream.of(jobs).map(Job::id).toList(),
            List.of(two, two, Size.NONE),
            List.of(inference),
            new float[1]));
    learner.decided(
        Cluster.of(START, Sketches.NODES, List.of(jobs)),
        Plan.of(
            List.of(new Grant(jobs[0], Allocation.together(two))),
            _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits")));
    decide(END, jobs);

    assertThat(learned.getFirst().unplaced()).containsExactly(jobs[1].id());
  }

  private List<Double> rewards() {
    return learned.stream().map(Slot::reward).toList();
  }

  /** A decision with one inference for all jobs. */
  private void decide(Instant now, Job... jobs) {
    decide(learner, now, jobs);
  }

  private static void decide(OnlineLearner learner, Instant now, Job... jobs) {
    var inference = new Inference(new float[1], new boolean[] {true}, 0, false);
    learner.decided(
        now,
        new Batch(
            Stream.of(jobs).map(Job::id).toList(),
            Stream.of(jobs).map(_ -> Size.NONE).toList(),
            List.of(inference),
            new float[1]));
    learner.decided(
        Cluster.of(now, Sketches.NODES, List.of(jobs)),
        Plan.of(List.of(), _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits")));
  }

  /** A job that does a number of its steps in a slot. */
  private static Job job(long arrival, double steps, double done) {
    return Sketches.job(arrival, steps).with(new Progress(START, 0, done / 1200, 0, 1));
  }
}
