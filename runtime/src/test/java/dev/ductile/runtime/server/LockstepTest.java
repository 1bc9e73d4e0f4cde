package dev.ductile.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.replication.Toy;
import dev.ductile.runtime.training.Optimizer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class LockstepTest {
  private static final long STEPS = 6;

  private static TrainingJob job(OptimizerSpec.Kind kind) {
    return Toy.job(Synchrony.BSP, kind);
  }

  /** The same steps in one loop. */
  private static List<float[]> alone(TrainingJob job, int workers, long steps) {
    var all = new ArrayList<float[]>();
    for (Partition partition : Toy.LAYOUT.partitions()) {
      float[] values = new float[partition.floats()];
      Toy.MODEL.begin(partition.tensor(), 0, partition.rows(), values);
      Optimizer optimizer = Toy.optimizers(job).get(partition.tensor());
      float[][] slots = new float[optimizer.slots()][values.length];
      for (long step = 0; step < steps; step++) {
        step(optimizer, partition, values, slots, workers, step);
      }
      all.add(values);
    }
    return all;
  }

  private static void step(
      Optimizer optimizer,
      Partition partition,
      float[] values,
      float[][] slots,
      int workers,
      long step) {
    float[] sums = new float[values.length];
    var rows = new TreeSet<Integer>();
    for (int worker = 0; worker < workers; worker++) {
      float[] gradient = FakeWorker.gradient(partition, values, worker, step);
      for (int row = 0; row < partition.rows(); row++) {
        boolean touched = partition.id() != 0;
        for (int key : FakeWorker.keys(worker, step)) {
          touched |= key == row;
        }
        if (touched) {
          rows.add(row);
          for (int i = row * partition.width(); i < (row + 1) * partition.width(); i++) {
            sums[i] += gradient[i];
          }
        }
      }
    }
    float scale = 1f / (workers * FakeWorker.EXAMPLES);
    for (int row : rows) {
      int from = row * partition.width();
      optimizer.at(step, 1).apply(values, slots, sums, from, partition.width(), scale);
    }
  }

  private static void assertSame(List<float[]> values, List<float[]> wanted, String about) {
    for (int partition = 0; partition < Toy.PARTITIONS; partition++) {
      assertThat(values.get(partition))
          .as("partition %d %s", partition, about)
          .containsExactly(wanted.get(partition), Offset.offset(1e-5f));
    }
  }

  @ParameterizedTest
  @EnumSource(value = OptimizerSpec.Kind.class, names = "NEWTON", mode = EnumSource.Mode.EXCLUDE)
  void trainsAsOneLoopWould(OptimizerSpec.Kind kind) {
    try (var scene = new ServerFixture(job(kind))) {
      var play = new LockstepJob(scene, 2, 3, 1);
      play.begin(play.everywhere());
      play.playUntil(STEPS);
      assertSame(play.values(), alone(scene.job, 3, STEPS), "of " + kind);
    }
  }

  @Test
  void whoeverDiesAtWhateverMomentTheResultIsTheSame() {
    TrainingJob job = job(OptimizerSpec.Kind.ADAM);
    List<float[]> wanted = alone(job, 2, STEPS);
    for (int frames = 1; frames <= 34; frames++) {
      try (var scene = new ServerFixture(job)) {
        var play = new LockstepJob(scene, 2, 2, frames);
        play.begin(play.everywhere());
        play.playUntil(2);
        play.workers.forEach(worker -> worker.stopAt(STEPS));
        act(play, frames);
        ServerFixture.StartedServer victim = play.servers.remove(frames % 2);
        victim.die();
        play.reconfigure(play.everywhere());
        play.playUntil(STEPS);
        assertSame(play.values(), wanted, "after a death at frame " + frames);
      }
    }
  }

  private static void act(LockstepJob play, int frames) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    for (int i = 0; i < frames && System.nanoTime() < deadline; ) {
      if (play.act()) {
        i++;
      }
    }
  }

  @Test
  void reconfigurationsAtAnyMomentChangeNothing() {
    TrainingJob job = job(OptimizerSpec.Kind.MOMENTUM);
    for (long seed = 1; seed <= 10; seed++) {
      try (var scene = new ServerFixture(job)) {
        var random = new SplittableRandom(seed);
        var play = new LockstepJob(scene, 3, 2, seed);
        play.begin(play.everywhere());
        play.workers.forEach(worker -> worker.stopAt(STEPS));
        for (int reconfiguration = 0; reconfiguration < 6; reconfiguration++) {
          act(play, random.nextInt(12));
          play.servers.addLast(play.servers.removeFirst());
          play.reconfigure(play.everywhere());
          play.workers.forEach(worker -> worker.stopAt(STEPS));
        }
        play.playUntil(STEPS);
        assertSame(play.values(), alone(job, 2, STEPS), "with seed " + seed);
      }
    }
  }

  @Test
  void serversStandWhereTheSumsBeforeTheClockAreSafeAndApplyThemLater() {
    TrainingJob job = job(OptimizerSpec.Kind.MOMENTUM);
    for (long seed = 1; seed <= 10; seed++) {
      try (var scene = new ServerFixture(job)) {
        var play = new LockstepJob(scene, 3, 2, seed);
        play.begin(play.everywhere());
        act(play, new SplittableRandom(seed).nextInt(12));
        assertThat(play.reconfigureAt(4, play.everywhere()))
            .as("seed %d", seed)
            .allSatisfy(state ->
                assertThat(state.held())
                    .hasSize(Toy.PARTITIONS)
                    .allMatch(held -> held.version() == 3 && held.prepared()));
        play.playUntil(STEPS);
        assertSame(play.values(), alone(job, 2, STEPS), "with seed " + seed);
      }
    }
  }

  @Test
  void aNewcomerFollowsWhileOthersTrainAndThenLeads() {
    TrainingJob job = job(OptimizerSpec.Kind.ADAM);
    for (long seed = 1; seed <= 10; seed++) {
      try (var scene = new ServerFixture(job)) {
        var play = new LockstepJob(scene, 1, 2, seed);
        play.begin(play.everywhere());
        play.workers.forEach(worker -> worker.stopAt(20));
        act(play, new SplittableRandom(seed).nextInt(40));
        ServerFixture.StartedServer old = play.servers.getFirst();
        ServerFixture.StartedServer fresh = scene.server();
        old.tell(new TaskMessage.Follow(fresh.member(), List.of(0, 1, 2)));
        while (fresh.said.stream().noneMatch(MasterMessage.Synced.class::isInstance)
            && play.workers.getFirst().step() < 15) {
          play.act();
        }
        assertThat(fresh.hear(MasterMessage.Synced.class).partitions()).containsExactly(0, 1, 2);
        act(play, (int) seed);
        play.servers.set(0, fresh);
        old.die();
        play.reconfigure(play.everywhere());
        play.playUntil(20);
        assertSame(play.values(), alone(job, 2, 20), "with seed " + seed);
      }
    }
  }

  @Test
  void aFirstTableNeedsNoFollowers() {
    try (var scene = new ServerFixture(job(OptimizerSpec.Kind.SGD))) {
      var play = new LockstepJob(scene, 1, 1, 1);
      var alone = new AssignmentTable.ReplicaHolders(play.servers.getFirst().task, List.of());
      play.begin(new AssignmentTable(List.of(alone, alone, alone), List.of()));
      play.playUntil(3);
      assertSame(play.values(), alone(scene.job, 1, 3), "");
    }
  }
}
