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
import org.junit.jupiter.api.Tag;
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
  void parametersAreThoseOfOneLoop(OptimizerSpec.Kind kind) {
    try (var fixture = new ServerFixture(job(kind))) {
      var lockstep = new LockstepJob(fixture, 2, 3, 1);
      lockstep.begin(lockstep.everywhere());
      lockstep.runUntil(STEPS);
      assertSame(lockstep.values(), alone(fixture.job, 3, STEPS), "of " + kind);
    }
  }

  @Tag("seeds")
  @Test
  void theResultIsTheSameIfAnyTaskDiesAtAnyMoment() {
    TrainingJob job = job(OptimizerSpec.Kind.ADAM);
    List<float[]> wanted = alone(job, 2, STEPS);
    for (int frames = 1; frames <= 34; frames++) {
      try (var fixture = new ServerFixture(job)) {
        var lockstep = new LockstepJob(fixture, 2, 2, frames);
        lockstep.begin(lockstep.everywhere());
        lockstep.runUntil(2);
        lockstep.workers.forEach(worker -> worker.stopAt(STEPS));
        sendFrames(lockstep, frames);
        ServerFixture.StartedServer victim = lockstep.servers.remove(frames % 2);
        victim.die();
        lockstep.reconfigure(lockstep.everywhere());
        lockstep.runUntil(STEPS);
        assertSame(lockstep.values(), wanted, "after a death at frame " + frames);
      }
    }
  }

  private static void sendFrames(LockstepJob lockstep, int frames) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    for (int i = 0; i < frames && System.nanoTime() < deadline; ) {
      if (lockstep.sendFrame()) {
        i++;
      }
    }
  }

  @Tag("seeds")
  @Test
  void reconfigurationsAtAnyMomentChangeNothing() {
    TrainingJob job = job(OptimizerSpec.Kind.MOMENTUM);
    for (long seed = 1; seed <= 10; seed++) {
      try (var fixture = new ServerFixture(job)) {
        var random = new SplittableRandom(seed);
        var lockstep = new LockstepJob(fixture, 3, 2, seed);
        lockstep.begin(lockstep.everywhere());
        lockstep.workers.forEach(worker -> worker.stopAt(STEPS));
        for (int reconfiguration = 0; reconfiguration < 6; reconfiguration++) {
          sendFrames(lockstep, random.nextInt(12));
          lockstep.servers.addLast(lockstep.servers.removeFirst());
          lockstep.reconfigure(lockstep.everywhere());
          lockstep.workers.forEach(worker -> worker.stopAt(STEPS));
        }
        lockstep.runUntil(STEPS);
        assertSame(lockstep.values(), alone(job, 2, STEPS), "with seed " + seed);
      }
    }
  }

  @Test
  void serversHaltWhenTheSumsBeforeTheClockAreSafeAndApplyThemLater() {
    TrainingJob job = job(OptimizerSpec.Kind.MOMENTUM);
    for (long seed = 1; seed <= 10; seed++) {
      try (var fixture = new ServerFixture(job)) {
        var lockstep = new LockstepJob(fixture, 3, 2, seed);
        lockstep.begin(lockstep.everywhere());
        sendFrames(lockstep, new SplittableRandom(seed).nextInt(12));
        assertThat(lockstep.reconfigureAt(4, lockstep.everywhere()))
            .as("seed %d", seed)
            .allSatisfy(state ->
                assertThat(state.held())
                    .hasSize(Toy.PARTITIONS)
                    .allMatch(held -> held.version() == 3 && held.prepared()));
        lockstep.runUntil(STEPS);
        assertSame(lockstep.values(), alone(job, 2, STEPS), "with seed " + seed);
      }
    }
  }

  @Test
  void aNewServerFollowsDuringTrainingAndThenBecomesPrimary() {
    TrainingJob job = job(OptimizerSpec.Kind.ADAM);
    for (long seed = 1; seed <= 10; seed++) {
      try (var fixture = new ServerFixture(job)) {
        var lockstep = new LockstepJob(fixture, 1, 2, seed);
        lockstep.begin(lockstep.everywhere());
        lockstep.workers.forEach(worker -> worker.stopAt(20));
        sendFrames(lockstep, new SplittableRandom(seed).nextInt(40));
        ServerFixture.StartedServer old = lockstep.servers.getFirst();
        ServerFixture.StartedServer fresh = fixture.server();
        old.order(new TaskMessage.Follow(fresh.member(), List.of(0, 1, 2)));
        while (fresh.said.stream().noneMatch(MasterMessage.Synced.class::isInstance)
            && lockstep.workers.getFirst().step() < 15) {
          lockstep.sendFrame();
        }
        assertThat(fresh.receive(MasterMessage.Synced.class).partitions()).containsExactly(0, 1, 2);
        sendFrames(lockstep, (int) seed);
        lockstep.servers.set(0, fresh);
        old.die();
        lockstep.reconfigure(lockstep.everywhere());
        lockstep.runUntil(20);
        assertSame(lockstep.values(), alone(job, 2, 20), "with seed " + seed);
      }
    }
  }

  @Test
  void aFirstTableNeedsNoFollowers() {
    try (var fixture = new ServerFixture(job(OptimizerSpec.Kind.SGD))) {
      var lockstep = new LockstepJob(fixture, 1, 1, 1);
      var alone = new AssignmentTable.ReplicaHolders(lockstep.servers.getFirst().task, List.of());
      lockstep.begin(new AssignmentTable(List.of(alone, alone, alone), List.of()));
      lockstep.runUntil(3);
      assertSame(lockstep.values(), alone(fixture.job, 1, 3), "");
    }
  }
}
