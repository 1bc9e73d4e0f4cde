package dev.ductile.runtime.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever happens in whatever order, a generation begins with all numbers at one step. */
@Timeout(60)
final class JobCoordinatorTest {
  private static final int HISTORIES = 60 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MOMENTS = 6_000;
  private static final long STEPS = 60;

  private static TrainingJob job(int replication) {
    return job(replication, STEPS);
  }

  static TrainingJob job(int replication, long steps) {
    return new TrainingJob(
        "job",
        new ModelSpec(ModelSpec.Kind.LOGISTIC, 2, List.of(), 0, 0, 1, true),
        new DataSpec(new DataSpec.Source.Generated("a9a", 80), 10, 8, true),
        OptimizerSpec.of(OptimizerSpec.Kind.SGD, 0.1),
        Synchrony.BSP,
        new BatchSpec(8, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.empty(), Optional.of(steps), Optional.empty()),
        new SizeSpec(2, 2, replication),
        new CheckpointSpec(Optional.empty(), Optional.of(7L), 2),
        new FaultSpec(Duration.ofSeconds(1), Duration.ofMillis(500), 0),
        1);
  }

  @Test
  void goesToTheEndThroughAnyHistory() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      var random = new Random(seed);
      var world = new World(job(1 + random.nextInt(3)), seed);
      try {
        begin(world);
        for (int moment = 0; moment < MOMENTS && world.end().isEmpty(); moment++) {
          if (random.nextInt(150) == 0) {
            disturb(world, random);
          }
          world.moment();
        }
        calmDown(world);
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d: %s%n%s".formatted(seed, e, world), e);
      }
      assertThat(world.end()).as("seed %d%n%s", seed, world).hasValue(0);
    }
  }

  /** At each multiple of seven steps, or at least once between two of them. */
  @Test
  void savesAtTheStepsThatItIsAskedFor() {
    for (int seed = 0; seed < 10; seed++) {
      var world = new World(job(2, 300), seed);
      world.disks.fail = false;
      world.tellsTimes = true;
      begin(world);
      calmDown(world);
      List<Long> exact = LongStream.rangeClosed(1, 42).map(each -> 7 * each).boxed().toList();
      assertThat(world.sealed).as("seed %d", seed).startsWith(7L).containsAll(exact).endsWith(300L);
    }
  }

  /** A save that a regroup interrupts is made up for, also if that happens twice in a row. */
  @Test
  void savesAsOftenWhereMastersAndServersDie() {
    for (int seed = 0; seed < 10; seed++) {
      var random = new Random(seed);
      var world = new World(job(1, 300), seed);
      world.disks.fail = false;
      world.tellsTimes = true;
      begin(world);
      for (int moment = 0; moment < 10 * MOMENTS && world.end().isEmpty(); moment++) {
        if (random.nextInt(500) == 0) {
          disturb(world, random);
        }
        world.moment();
      }
      calmDown(world);
      for (int i = 1; i < world.sealed.size(); i++) {
        assertThat(world.sealed.get(i) - world.sealed.get(i - 1))
            .as("seed %d: %s%n%s", seed, world.sealed, world)
            .isLessThanOrEqualTo(21);
      }
    }
  }

  @Test
  void replacesAWorkerThatIsBrokenAndGoesOn() {
    for (int seed = 0; seed < 10; seed++) {
      var world = new World(job(2), seed);
      begin(world);
      for (int moment = 0; moment < MOMENTS && world.steps() < 10; moment++) {
        world.moment();
      }
      world
          .any(Puppet::isWorker)
          .ifPresent(one -> world.breaks(one, MasterMessage.Fault.DISK, "no space left"));
      calmDown(world);
      assertThat(world.end()).as("seed %d%n%s", seed, world).hasValue(0);
      assertThat(world.log).anyMatch(line -> line.contains("replace worker"));
    }
  }

  @ParameterizedTest
  @CsvSource({"DATA, 78", "SETTING, 78", "DISK, 78", "SOURCE, 1"})
  void aFaultBeforeTheFirstStepEndsTheJobForGoodUnlessTheSourceMayAnswerLater(
      MasterMessage.Fault fault, int exitCode) {
    var world = new World(job(2), 1);
    begin(world);
    world.any(Puppet::isWorker).ifPresent(one -> world.breaks(one, fault, "the very reason"));
    calmDown(world);
    assertThat(world.end()).hasValue(exitCode);
    assertThat(world.endingWhy).isEqualTo("the very reason");
  }

  @ParameterizedTest
  @CsvSource({"true, 78", "false, 1"})
  void checkpointsThatCannotBeReadEndTheJobForGoodOnlyWhereTheyAreDamaged(
      boolean damaged, int exitCode) {
    var world = new World(job(1, 300), 1);
    world.disks.fail = false;
    begin(world);
    world.until(_ -> !world.sealed.isEmpty());
    world.disks.unreadable = Optional.of(damaged);
    world.any(one -> !one.isWorker()).ifPresent(world::kill);
    calmDown(world);
    assertThat(world.end()).hasValue(exitCode);
    assertThat(world.endingWhy).isEqualTo("no checkpoint can be read");
  }

  /** The master itself may find a checkpoint whole that no task can load. */
  @ParameterizedTest
  @CsvSource({"true, 78", "false, 1"})
  void loadsThatFailAgainAndAgainEndTheJobForGoodOnlyWhereTheCheckpointIsDamaged(
      boolean damaged, int exitCode) {
    var world = new World(job(1, 300), 1);
    world.disks.fail = false;
    begin(world);
    world.until(_ -> !world.sealed.isEmpty());
    world.disks.unloadable = Optional.of(damaged);
    world.any(one -> !one.isWorker()).ifPresent(world::kill);
    calmDown(world);
    assertThat(world.end()).hasValue(exitCode);
    assertThat(world.endingWhy).isEqualTo("the disk is gone");
  }

  @Test
  void aMasterThatFollowsOneThatHasFailedRepeatsItsSentence() {
    var world = new World(job(2), 1);
    begin(world);
    world
        .any(Puppet::isWorker)
        .ifPresent(one -> world.breaks(one, MasterMessage.Fault.DATA, "the very reason"));
    world.until(now -> now.phase() == JobPhase.STOPPING);
    world.killMaster();
    calmDown(world);
    assertThat(world.end()).hasValue(JobCoordinator.UNRECOVERABLE);
    assertThat(world.endingWhy).isEqualTo("the very reason");
  }

  private static void begin(World world) {
    for (int i = 0; i < 2; i++) {
      world.join(Role.SERVER);
      world.join(Role.WORKER);
    }
  }

  /** A task joins, leaves or is killed; at least one other task of its role stays. */
  private static void disturb(World world, Random random) {
    Role role = random.nextBoolean() ? Role.SERVER : Role.WORKER;
    List<Puppet> those = world.those(one -> one.member().role() == role);
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        if (those.size() < 5) {
          world.join(role);
        }
      }
      case 2 -> {
        if (those.stream().filter(one -> !one.leaves && one.member().task() >= 0).count() > 1) {
          world.any(one -> those.contains(one) && !one.leaves).ifPresent(world::leave);
        }
      }
      case 3 ->
          world
              .any(those::contains)
              .ifPresent(one -> {
                world.kill(one);
                world.join(role);
              });
      case 4 -> world.any(those::contains).ifPresent(world::cut);
      default -> world.killMaster();
    }
  }

  private static void calmDown(World world) {
    for (int moment = 0; moment < 100_000 && world.end().isEmpty(); moment++) {
      world.moment();
    }
  }
}
