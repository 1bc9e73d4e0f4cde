package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Seed;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.TaskKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters whose slots have rewards of 10 times the cluster and the number of the slot. */
@Timeout(60)
class FederationTest {
  private static final ActorCritic.Networks START =
      new ActorCritic.Networks(Sketches.network(1, 1), Sketches.network(2, 1));

  private final List<Double> learned = new ArrayList<>();

  @Test
  void slotsAreLearnedInTheOrderOfTheClustersUntilEachHasEnded() {
    for (long seed = 1; seed <= 20; seed++) {
      learned.clear();
      Federation federation = federation(3);
      var delays = new Random(seed);
      List<Integer> lengths =
          federation.run(3, (cluster, learning) -> episode(cluster, 1 + cluster, learning, delays));
      List<Integer> again =
          federation.run(2, (cluster, learning) -> episode(cluster, 1, learning, delays));

      String name = "seed %d".formatted(seed);
      assertThat(learned).as(name).containsExactly(0.0, 10.0, 20.0, 11.0, 21.0, 22.0, 0.0, 10.0);
      assertThat(lengths).as(name).containsExactly(1, 2, 3);
      assertThat(again).as(name).containsExactly(1, 1);
    }
  }

  @Test
  void allClustersBeginASlotWithTheSameNetworks() {
    var federation = new Federation(List.of(this::changed, this::changed), START);
    List<ActorCritic.Networks> after =
        federation.run(2, (cluster, learning) -> learning.learn(START, slot(cluster, 0)));

    assertThat(after.getFirst()).isSameAs(after.getLast()).isSameAs(federation.networks());
    assertThat(federation.networks().policy().steps()).isEqualTo(2);
  }

  @Test
  void aClusterThatFailsEndsTheRun() {
    Federation federation = federation(3);

    assertThatThrownBy(() ->
            federation.run(
                3,
                (cluster, learning) -> {
                  if (cluster == 1) {
                    throw new IllegalArgumentException("no cluster");
                  }
                  return episode(cluster, 3, learning, new Random(1));
                }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no cluster");
  }

  @Test
  void learningThatFailsEndsAllClusters() {
    var federation =
        new Federation(
            List.of(
                (networks, _) -> networks,
                (_, _) -> {
                  throw new IllegalArgumentException("no step");
                }),
            START);

    assertThatThrownBy(() ->
            federation.run(
                2, (cluster, learning) -> episode(cluster, 2, learning, new Random(cluster))))
        .isInstanceOf(RuntimeException.class);
  }

  private Federation federation(int clusters) {
    var learnings = new ArrayList<SlotLearning>();
    for (int cluster = 0; cluster < clusters; cluster++) {
      learnings.add((networks, slot) -> {
        learned.add(slot.reward());
        return networks;
      });
    }
    return new Federation(learnings, START);
  }

  private ActorCritic.Networks changed(ActorCritic.Networks before, Slot slot) {
    ReplaySettings settings =
        new ReplaySettings(0.1, 0.9, 0.1, Baseline.VALUE, NextState.SLOT, ActionReward.SLOT, 1, 0);
    return new ReplayLearning(settings, new ActionSpace(1, TaskKinds.WORKERS), new Seed(1))
        .learn(before, slot);
  }

  private static int episode(int cluster, int slots, SlotLearning learning, Random delays) {
    for (int slot = 0; slot < slots; slot++) {
      LockSupport.parkNanos(delays.nextInt(100_000));
      learning.learn(START, slot(cluster, slot));
    }
    return slots;
  }

  private static Slot slot(int cluster, int number) {
    var inference =
        new Inference(new float[Sketches.MATRIX.inputs()], new boolean[] {true}, 0, false);
    var job = Sketches.job(0, 1).id();
    return new Slot(
        List.of(new Batch(List.of(job), List.of(inference))),
        Map.of(job, 10.0 * cluster + number),
        List.of());
  }
}
