package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.ImitationLoss;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.reward.EpochProgress;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Inference;
import dev.ductile.scenario.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Training on a small simulated cluster. */
class TrainingTest {
  private static final ActionSpace ACTION_SPACE =
      new ActionSpace(Sketches.MATRIX.rows(), Sketches.MATRIX.kinds());
  private static final int ACTIONS = ACTION_SPACE.size();

  @TempDir private Path folder;
  private Episodes training;

  @BeforeEach
  void read() throws IOException {
    training = Sketches.training(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "drf, SHARE, 0",
    "drf, ARRIVAL, 0",
    "drf, SHARE, 0.5",
    "optimus, SHARE, 0",
    "optimus, RANDOM, 0.5",
    "fifo, ARRIVAL, 1",
    "srtf, RANDOM, 0",
    "marginal, SHARE, 0"
  })
  void anAgentThatFollowsATeacherGivesTheTeachersSizes(
      String teacher, TaskOrder order, double single) {
    for (long seed = 1; seed <= 5; seed++) {
      String name = "seed %d".formatted(seed);
      RandomGenerator draws = Episodes.draws(seed);
      training.teach(
          Choice.named(teacher),
          seed,
          sizes ->
              cluster -> {
                Plan plan =
                    training
                        .policy(new TeacherAgent(sizes, new Teaching(order, single), draws))
                        .decide(cluster);
                assertThat(sizes(plan)).as(name).isEqualTo(sizes);
                return plan;
              });
    }
  }

  /** DRF gives these jobs as many workers as servers. */
  @Test
  void singleTasksAreTaughtWithTheirProbability() {
    assertThat(actions(0)).doesNotContainKeys("actions.worker", "actions.server");
    assertThat(actions(0.4)).containsKeys("actions.worker", "actions.server", "actions.both");
    assertThat(actions(1)).doesNotContainKey("actions.both");
    assertThat(actions(0.4).get("actions.both"))
        .isBetween(actions(0.8).get("actions.both"), actions(0).get("actions.both"));
  }

  @ParameterizedTest
  @EnumSource
  void imitationGivesTheSameWeightsForTheSameSeed(TaskOrder order) {
    assertThat(weights(imitated(order))).isEqualTo(weights(imitated(order)));
  }

  @Test
  void imitationLowersItsLoss() {
    List<Inference> lessons = lessons(TaskOrder.SHARE);
    var imitation = new Imitation(ImitationLoss.CROSS_ENTROPY, Adam.withRate(0.005), 64);
    var first = imitation.pass(Sketches.network(1, ACTIONS), lessons, new Seed(1).stream("test"));
    var last = first;
    for (int pass = 0; pass < 5; pass++) {
      last = imitation.pass(last.network(), lessons, new Seed(1).stream("test"));
    }

    assertThat(last.loss()).isLessThan(0.8 * first.loss());
  }

  @ParameterizedTest
  @EnumSource
  void reinforcementGivesTheSameWeightsForTheSameSeed(NextState nextState) {
    assertLearnsTheSameTwice(Baseline.VALUE, nextState, 200);
  }

  @ParameterizedTest
  @CsvSource({"AVERAGE, 200", "VALUE, 0", "AVERAGE, 0"})
  void soDoesReinforcementWithoutPartsOfIt(Baseline baseline, int memory) {
    assertLearnsTheSameTwice(baseline, NextState.INFERENCE, memory);
  }

  private void assertLearnsTheSameTwice(Baseline baseline, NextState nextState, int memory) {
    assertThat(weights(reinforced(replay(baseline, nextState, memory), Credit.CLUSTER).policy()))
        .isEqualTo(
            weights(reinforced(replay(baseline, nextState, memory), Credit.CLUSTER).policy()))
        .isNotEqualTo(weights(Sketches.network(1, ACTIONS)));
  }

  @ParameterizedTest
  @EnumSource
  void clippedReinforcementGivesTheSameWeightsForTheSameSeed(Credit credit) {
    assertThat(weights(reinforced(clipped(credit), credit).policy()))
        .isEqualTo(weights(reinforced(clipped(credit), credit).policy()))
        .isNotEqualTo(weights(Sketches.network(1, ACTIONS)));
  }

  @Test
  void everySlotIsFollowedByTheNextAndTheRewardsAreAllWork() {
    var slots = new ArrayList<Slot>();
    training.reinforce(
        learner(
            (networks, slot) -> {
              slots.add(slot);
              return networks;
            },
            Credit.CLUSTER),
        3);

    assertThat(slots).hasSizeGreaterThan(3);
    for (int i = 0; i + 1 < slots.size(); i++) {
      assertThat(slots.get(i).next()).isEqualTo(slots.get(i + 1).batches());
    }
    assertThat(slots.getLast().next()).isEmpty();
    assertThat(slots.stream().mapToDouble(Slot::reward).sum()).isCloseTo(8, within(1e-6));
  }

  private static Map<JobId, Size> sizes(Plan plan) {
    return plan.grants().stream()
        .collect(Collectors.toMap(grant -> grant.job().id(), grant -> grant.allocation().size()));
  }

  private List<Inference> lessons(TaskOrder order) {
    return training.lessons(Choice.named("drf"), new Teaching(order, 0), 1).stream()
        .flatMap(List::stream)
        .toList();
  }

  /** The shares of the actions in lessons of DRF. */
  private Map<String, Double> actions(double single) {
    var mix = new ActionMix(ACTION_SPACE);
    training.lessons(Choice.named("drf"), new Teaching(TaskOrder.SHARE, single), 1).stream()
        .flatMap(List::stream)
        .forEach(mix::add);
    return mix.with("lessons", 1);
  }

  private TrainedNetwork imitated(TaskOrder order) {
    List<Inference> lessons = lessons(order);
    return new Imitation(ImitationLoss.CROSS_ENTROPY, Adam.withRate(0.005), 64)
        .pass(Sketches.network(1, ACTIONS), lessons, new Seed(1).stream("test"))
        .network();
  }

  private ActorCritic.Networks reinforced(SlotLearning learning, Credit credit) {
    OnlineLearner learner = learner(learning, credit);
    training.reinforce(learner, 1);
    training.reinforce(learner, 2);
    return learner.networks();
  }

  private static float[][][] weights(TrainedNetwork network) {
    return network.network().layers().stream()
        .map(DenseNetwork.Layer::weights)
        .toArray(float[][][]::new);
  }

  private static OnlineLearner learner(SlotLearning learning, Credit credit) {
    var networks =
        new ActorCritic.Networks(
            Sketches.network(1, ACTIONS),
            TrainedNetwork.untrained(
                DenseNetwork.random(new Seed(2), credit.inputs(Sketches.MATRIX), 32, 1)));
    return new OnlineLearner(learning, EpochProgress.ofAll(), 0.4, networks, new Seed(1));
  }

  private static SlotLearning replay(Baseline baseline, NextState nextState, int memory) {
    return new ReplayLearning(
        new ReplaySettings(1e-3, 0.9, 0.1, baseline, nextState, ActionReward.SLOT, 32, memory),
        ACTION_SPACE,
        new Seed(1));
  }

  private static SlotLearning clipped(Credit credit) {
    var settings =
        new ClippedLearning.Settings(
            new ClippedStep(Adam.withRate(1e-3), 0.2, 0.01),
            Adam.withRate(1e-3),
            credit,
            new Advantages(0.9, 0.9, 0.9),
            5,
            2,
            32,
            1);
    return new ClippedLearning(settings, Sketches.MATRIX, new Seed(1));
  }
}
