package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobId;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.TaskKinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlotTest {
  private static final Inference FIRST = inference();
  private static final Inference SECOND = inference();
  private static final Inference LATER = inference();

  /** Two jobs: actions 0 and 1 give a worker to each, action 2 ends the slot. */
  private static final ActionSpace ACTIONS = new ActionSpace(2, TaskKinds.WORKERS);

  private static final JobId A = new JobId("a");
  private static final JobId B = new JobId("b");

  private final Batch next = new Batch(List.of(B), List.of(LATER));
  private final Slot slot =
      new Slot(
          List.of(new Batch(List.of(A, B), List.of(FIRST, SECOND))),
          Map.of(A, 0.5, B, 0.2),
          List.of(next));
  private final Slot last = new Slot(List.of(next), Map.of(B, 4.0), List.of());

  @Test
  void theNextStateOfASampleIsThatOfTheNextInference() {
    assertThat(slot.samples(NextState.INFERENCE, ActionReward.SLOT, ACTIONS))
        .containsExactly(
            new Sample(FIRST, 0.7, Optional.of(SECOND)),
            new Sample(SECOND, 0.7, Optional.of(LATER)));
  }

  @Test
  void orThatOfTheNextSlot() {
    assertThat(slot.samples(NextState.SLOT, ActionReward.SLOT, ACTIONS))
        .containsExactly(
            new Sample(FIRST, 0.7, Optional.of(LATER)),
            new Sample(SECOND, 0.7, Optional.of(LATER)));
  }

  @Test
  void theRewardOfAnActionMayBeThatOfItsJob() {
    var rewarded =
        new Slot(
            List.of(new Batch(List.of(A, B), List.of(chosen(1), chosen(0), chosen(2)))),
            Map.of(A, 0.5, B, 0.2),
            List.of());

    assertThat(rewarded.samples(NextState.SLOT, ActionReward.JOB, ACTIONS))
        .extracting(Sample::reward)
        .containsExactly(0.2, 0.5, 0.0);
  }

  /** Two inferences of value 1 and 2, a reward of 0.7, an inference of value 3, a reward of 4. */
  @Test
  void advantagesAreWeightedSumsOfTheDifferencesOfValues() {
    var values = Map.of(FIRST, new float[] {1}, SECOND, new float[] {2}, LATER, new float[] {3});

    List<AdvantageEstimate> estimates =
        new Advantages(0.5, 0.9, 0.8).of(List.of(slot.asOneJob(), last.asOneJob()), values::get);

    assertThat(advantage(estimates, LATER)).isCloseTo(4 - 3, within(1e-12));
    double second = 0.7 + 0.5 * 3 - 2 + 0.5 * 0.8 * 1;
    assertThat(advantage(estimates, SECOND)).isCloseTo(second, within(1e-12));
    assertThat(advantage(estimates, FIRST)).isCloseTo(2 - 1 + 0.9 * second, within(1e-12));
  }

  /** The first job is over after the slot; the second one is in the first row of the next. */
  @Test
  void eachJobHasItsOwnValuesAndRewards() {
    var values =
        Map.of(FIRST, new float[] {1, 2}, SECOND, new float[] {2, 3}, LATER, new float[] {3});

    List<AdvantageEstimate> estimates =
        new Advantages(0.5, 0.9, 0.8).of(List.of(slot, last), values::get);

    double secondOfA = 0.5 - 2;
    double secondOfB = 0.2 + 0.5 * 3 - 3 + 0.5 * 0.8 * 1;
    assertThat(advantage(estimates, SECOND)).isCloseTo(secondOfA + secondOfB, within(1e-6));
    assertThat(of(estimates, FIRST).targets().getFirst()).isCloseTo(0.5, within(1e-6));
    assertThat(of(estimates, FIRST).targets().getLast())
        .isCloseTo(0.2 + 0.5 * (3 + 0.8 * 1), within(1e-6));
    assertThat(of(estimates, LATER).targets()).containsExactly(4.0);
  }

  private static double advantage(List<AdvantageEstimate> estimates, Inference inference) {
    return of(estimates, inference).advantage();
  }

  private static AdvantageEstimate of(List<AdvantageEstimate> estimates, Inference inference) {
    return estimates.stream().filter(one -> one.inference() == inference).findFirst().orElseThrow();
  }

  private static Inference inference() {
    return chosen(0);
  }

  private static Inference chosen(int action) {
    return new Inference(new float[1], new boolean[] {true, true, true}, action, false);
  }
}
