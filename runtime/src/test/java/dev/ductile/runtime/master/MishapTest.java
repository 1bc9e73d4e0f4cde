package dev.ductile.runtime.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thing goes wrong at a moment that was chosen for it. */
@Timeout(60)
final class MishapTest {
  private World world = new World(JobCoordinatorTest.job(2, 1_000_000), 1);

  @BeforeEach
  void joins() {
    world.disks.fail = false;
    world.join(Role.SERVER);
    world.join(Role.WORKER);
  }

  private void runsWithTwo() {
    world.join(Role.SERVER);
    world.join(Role.WORKER);
    world.until(now -> now.phase() == JobPhase.RUNNING && now.steps() > 20);
  }

  private List<Puppet> workers() {
    return world.those(Puppet::isWorker);
  }

  private List<Puppet> servers() {
    return world.those(one -> !one.isWorker());
  }

  private boolean hasSaid(String what) {
    return world.log.stream().anyMatch(line -> line.contains(what));
  }

  private boolean trains(Puppet one) {
    return one.running && one.generation() > 0;
  }

  @Test
  void aNewServerThatHangsInItsCopyHoldsNobodyUp() {
    runsWithTwo();
    Puppet server = world.join(Role.SERVER);
    server.hangs = true;
    Puppet worker = world.join(Role.WORKER);
    world.until(_ -> hasSaid("replace " + server.member().name()));
    world.until(_ -> trains(worker));
  }

  @Test
  void aNewWorkerThatHangsWhileItFetchesHoldsNobodyUp() {
    runsWithTwo();
    Puppet worker = world.join(Role.WORKER);
    worker.hangsAtFetch = true;
    world.join(Role.SERVER);
    world.until(_ -> hasSaid("replace " + worker.member().name()));
    world.until(_ -> servers().stream().filter(this::trains).count() == 3);
  }

  @Test
  void aWorkerThatHangsWhileAllWaitForItsSplitsIsReplaced() {
    runsWithTwo();
    Puppet one = workers().getFirst();
    Puppet other = workers().getLast();
    other.hangsAtFetch = true;
    world.kill(one);
    world.until(_ -> hasSaid("replace " + other.member().name()));
    world.join(Role.WORKER);
    world.until(now -> now.phase() == JobPhase.RUNNING);
  }

  @Test
  void theOnlyWorkerDiesBeforeTheFirstGeneration() {
    world.until(now -> now.phase() == JobPhase.HALTING);
    world.kill(workers().getFirst());
    assertThat(world.phase()).isEqualTo(JobPhase.GATHERING);
    world.join(Role.WORKER);
    world.until(now -> now.phase() == JobPhase.COLLECTING);
    world.kill(servers().getFirst());
    assertThat(world.phase()).isEqualTo(JobPhase.GATHERING);
    world.join(Role.SERVER);
    world.until(now -> now.phase() == JobPhase.RUNNING);
  }

  @Test
  void aServerThatWaitsForWhoIsGoneAlreadyIsNotLeftAlone() {
    runsWithTwo();
    Puppet primary = servers().getFirst();
    Puppet newcomer = world.join(Role.SERVER);
    newcomer.hangs = true;
    int task = newcomer.member().task();
    world.kill(newcomer);
    int number = 4; // two servers and two workers came before
    assertThat(task).isEqualTo(-1);
    primary.out.add(new MasterMessage.Suspect(number, "its connection ended"));
    world.until(_ -> hasSaid("waits for task " + number));
    world.until(now -> now.phase() == JobPhase.RUNNING);
  }

  @Test
  void anEarlierCheckpointDoesNotEndTheJob() {
    runsWithTwo();
    world.seals = false;
    world.stop();
    world.until(now -> now.phase() == JobPhase.SAVING && now.toSeal() > 0);
    world.sealed(
        new Checkpoint(7, "before", List.of(new WrittenFile("server-0", 1, 1)), List.of()));
    assertThat(world.phase()).isEqualTo(JobPhase.SAVING);
    world.seals = true;
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
  }

  @Test
  void aLastCheckpointThatCannotBeWrittenIsAFailure() {
    runsWithTwo();
    world.sealsFail = true;
    world.stop();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.FAILED);
  }

  @Test
  void aJobDoesNotWaitWithoutLimitForItsLastCheckpointToBeCompleted() {
    runsWithTwo();
    world.seals = false;
    world.stop();
    world.until(now -> now.phase() == JobPhase.SAVING && now.toSeal() > 0);
    world.now += Duration.ofMinutes(11).toNanos();
    world.until(now -> now.toSeal() > 1);
    world.now += Duration.ofMinutes(11).toNanos();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.FAILED);
    assertThat(world.endingWhy).isEqualTo("its last checkpoint could not be written");
  }

  @Test
  void aLastCheckpointIsTriedTwice() {
    runsWithTwo();
    world.seals = false;
    world.stop();
    world.until(now -> now.phase() == JobPhase.SAVING && now.toSeal() > 0);
    world.sealsFail = true;
    world.sealAll();
    world.sealsFail = false;
    world.seals = true;
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(world.newest().orElseThrow().step()).isPositive();
  }

  @Test
  void whatIsSavedAlreadyIsNotWrittenOver() {
    var checkpoint =
        new Checkpoint(17, "there", List.of(new WrittenFile("server-0", 1, 1)), List.of());
    world.newest(Optional.of(checkpoint));
    world.trains = false;
    world.join(Role.SERVER);
    world.join(Role.WORKER);
    joins();
    world.until(now -> now.phase() == JobPhase.RUNNING);
    world.stop();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(world.newest()).hasValue(checkpoint);
  }

  @Test
  void serversAloneStillSave() {
    runsWithTwo();
    long before = world.newest().map(Checkpoint::step).orElse(0L);
    workers().forEach(world::kill);
    world.until(now -> now.phase() == JobPhase.GATHERING);
    long step = servers().stream().mapToLong(one -> one.step).max().orElseThrow();
    assertThat(step).isGreaterThan(before);
    world.stop();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(world.newest().orElseThrow().step()).isGreaterThanOrEqualTo(step);
  }

  @Test
  void whoAloneSuspectsAllIsTheOneToGo() {
    runsWithTwo();
    world.trains = false;
    Puppet worker = workers().getFirst();
    int first = servers().getFirst().member().task();
    int last = servers().getLast().member().task();
    for (int i = 0; i < 8 && !hasSaid("replace"); i++) {
      worker.out.add(new MasterMessage.Suspect(i % 2 == 0 ? first : last, "no way to it"));
      world.until(_ -> worker.out.isEmpty());
      world.until(now -> now.phase() == JobPhase.RUNNING || hasSaid("replace"));
    }
    assertThat(hasSaid("replace " + worker.member().name())).isTrue();
    assertThat(hasSaid("replace server")).isFalse();
  }

  @Test
  void aTaskThatDiesWithTheMasterIsNotWaitedForOnceItsSuccessorIsThere() {
    runsWithTwo();
    Puppet dead = workers().getFirst();
    long before = world.now;
    world.killMasterAnd(dead);
    world.join(Role.WORKER, dead.member().name());
    world.until(now -> now.phase() == JobPhase.RUNNING);
    assertThat(world.now - before).isLessThan(Duration.ofMillis(1_500).toNanos());
  }

  @Test
  void twoMastersThatDieInARowForgetNobody() {
    runsWithTwo();
    Puppet late = servers().getFirst();
    int task = late.member().task();
    world.killMasterTwice(late, Role.WORKER, "worker-9");
    world.until(_ -> servers().stream().filter(this::trains).count() == 2);
    assertThat(servers()).anyMatch(one -> one.member().task() == task);
    assertThat(hasSaid("goes back")).isFalse();
  }

  @Test
  void aMasterThatFollowsOneThatHasEndedTheJobEndsItToo() {
    runsWithTwo();
    world.stop();
    world.until(now -> now.phase() == JobPhase.STOPPING);
    long before = world.now;
    world.killMaster();
    assertThat(world.phase()).isEqualTo(JobPhase.STOPPING);
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(world.now - before).isLessThan(Duration.ofSeconds(3).toNanos());
    assertThat(world.those(one -> !one.over)).isEmpty();
  }

  @Test
  void aJobWhoseLastStepsAreLostBeforeTheyAreSavedIsNotDone() {
    world = new World(JobCoordinatorTest.job(1, 30), 1);
    joins();
    world.until(now -> now.phase() == JobPhase.SAVING && hasSaid("to end with 0"));
    servers().forEach(world::kill);
    world.join(Role.SERVER);
    world.until(now -> now.end().isPresent());
    assertThat(hasSaid("goes back")).isTrue();
    assertThat(world.end()).hasValue(0);
    assertThat(world.newest().orElseThrow().step()).isEqualTo(30);
  }

  @Test
  void aJobThatLosesEverybodyBeforeItsLastStepsAreSavedIsNotDone() {
    world = new World(JobCoordinatorTest.job(1, 30), 1);
    joins();
    world.until(now -> now.phase() == JobPhase.SAVING && hasSaid("to end with 0"));
    servers().forEach(world::kill);
    workers().forEach(world::kill);
    world.until(_ -> hasSaid("the job is not done"));
    joins();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(0);
    assertThat(world.newest().orElseThrow().step()).isEqualTo(30);
  }

  @Test
  void aMasterThatFollowsOneThatWasAskedToStopStops() {
    runsWithTwo();
    long step = world.steps();
    world.stop();
    world.killMaster();
    world.until(now -> now.end().isPresent());
    assertThat(world.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(world.newest().orElseThrow().step()).isGreaterThanOrEqualTo(step);
  }

  @Test
  void aMasterThatWasStoppedJudgesNobodyWhoseAnswerLiesUnread() {
    runsWithTwo();
    world.kill(servers().getFirst());
    assertThat(world.phase()).isEqualTo(JobPhase.HALTING);
    for (Puppet worker : workers()) {
      while (!worker.in.isEmpty()) {
        worker.hear(worker.in.removeFirst());
      }
    }
    world.now += Duration.ofMinutes(1).toNanos();
    while (workers().stream().anyMatch(one -> !one.out.isEmpty())) {
      workers().stream().filter(one -> !one.out.isEmpty()).forEach(world::send);
    }
    world.until(now -> now.phase() == JobPhase.RUNNING);
    assertThat(hasSaid("replace worker")).isFalse();
  }
}
