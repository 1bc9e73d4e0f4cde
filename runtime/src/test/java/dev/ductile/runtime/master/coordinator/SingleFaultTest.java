package dev.ductile.runtime.master.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One fault at a chosen moment. */
@Timeout(60)
final class SingleFaultTest {
  private FakeJob fakeJob = new FakeJob(JobCoordinatorTest.job(2, 1_000_000), 1);

  @BeforeEach
  void joins() {
    fakeJob.disks.fail = false;
    fakeJob.join(Role.SERVER);
    fakeJob.join(Role.WORKER);
  }

  private void runsWithTwo() {
    fakeJob.join(Role.SERVER);
    fakeJob.join(Role.WORKER);
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING && now.steps() > 20);
  }

  private List<FakeTask> workers() {
    return fakeJob.tasksThat(FakeTask::isWorker);
  }

  private List<FakeTask> servers() {
    return fakeJob.tasksThat(one -> !one.isWorker());
  }

  private boolean hasReported(String what) {
    return fakeJob.log.stream().anyMatch(line -> line.contains(what));
  }

  private boolean trains(FakeTask one) {
    return one.running && one.generation() > 0;
  }

  @Test
  void aNewServerThatHangsWhileItCopiesDelaysNoTask() {
    runsWithTwo();
    FakeTask server = fakeJob.join(Role.SERVER);
    server.hangs = true;
    FakeTask worker = fakeJob.join(Role.WORKER);
    fakeJob.until(_ -> hasReported("replace " + server.member().name()));
    fakeJob.until(_ -> trains(worker));
  }

  @Test
  void aNewWorkerThatHangsWhileItFetchesDelaysNoTask() {
    runsWithTwo();
    FakeTask worker = fakeJob.join(Role.WORKER);
    worker.hangsAtFetch = true;
    fakeJob.join(Role.SERVER);
    fakeJob.until(_ -> hasReported("replace " + worker.member().name()));
    fakeJob.until(_ -> servers().stream().filter(this::trains).count() == 3);
  }

  @Test
  void aWorkerThatHangsWhileAllWaitForItsSplitsIsReplaced() {
    runsWithTwo();
    FakeTask one = workers().getFirst();
    FakeTask other = workers().getLast();
    other.hangsAtFetch = true;
    fakeJob.kill(one);
    fakeJob.until(_ -> hasReported("replace " + other.member().name()));
    fakeJob.join(Role.WORKER);
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING);
  }

  @Test
  void theOnlyWorkerDiesBeforeTheFirstGeneration() {
    fakeJob.until(now -> now.phase() == JobPhase.HALTING);
    fakeJob.kill(workers().getFirst());
    assertThat(fakeJob.phase()).isEqualTo(JobPhase.GATHERING);
    fakeJob.join(Role.WORKER);
    fakeJob.until(now -> now.phase() == JobPhase.COLLECTING);
    fakeJob.kill(servers().getFirst());
    assertThat(fakeJob.phase()).isEqualTo(JobPhase.GATHERING);
    fakeJob.join(Role.SERVER);
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING);
  }

  @Test
  void aServerThatWaitsForALostTaskIsFreed() {
    runsWithTwo();
    FakeTask primary = servers().getFirst();
    FakeTask newcomer = fakeJob.join(Role.SERVER);
    newcomer.hangs = true;
    int task = newcomer.member().task();
    fakeJob.kill(newcomer);
    int number = 4; // two servers and two workers came before
    assertThat(task).isEqualTo(-1);
    primary.out.add(new MasterMessage.Suspect(number, "its connection ended"));
    fakeJob.until(_ -> hasReported("waits for task " + number));
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING);
  }

  @Test
  void anEarlierCheckpointDoesNotEndTheJob() {
    runsWithTwo();
    fakeJob.seals = false;
    fakeJob.stop();
    fakeJob.until(now -> now.phase() == JobPhase.SAVING && now.toSeal() > 0);
    fakeJob.sealed(
        new Checkpoint(7, "before", List.of(new WrittenFile("server-0", 1, 1)), List.of()));
    assertThat(fakeJob.phase()).isEqualTo(JobPhase.SAVING);
    fakeJob.seals = true;
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
  }

  @Test
  void aLastCheckpointThatCannotBeWrittenIsAFailure() {
    runsWithTwo();
    fakeJob.sealsFail = true;
    fakeJob.stop();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.FAILED);
  }

  @Test
  void theWaitForTheLastCheckpointHasALimit() {
    runsWithTwo();
    fakeJob.seals = false;
    fakeJob.stop();
    fakeJob.until(now -> now.phase() == JobPhase.SAVING && now.toSeal() > 0);
    fakeJob.now += Duration.ofMinutes(11).toNanos();
    fakeJob.until(now -> now.toSeal() > 1);
    fakeJob.now += Duration.ofMinutes(11).toNanos();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.FAILED);
    assertThat(fakeJob.endingWhy).isEqualTo("its last checkpoint could not be written");
  }

  @Test
  void aLastCheckpointIsTriedTwice() {
    runsWithTwo();
    fakeJob.seals = false;
    fakeJob.stop();
    fakeJob.until(now -> now.phase() == JobPhase.SAVING && now.toSeal() > 0);
    fakeJob.sealsFail = true;
    fakeJob.sealAll();
    fakeJob.sealsFail = false;
    fakeJob.seals = true;
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(fakeJob.newest().orElseThrow().step()).isPositive();
  }

  @Test
  void savedPartsAreNotOverwritten() {
    var checkpoint =
        new Checkpoint(17, "there", List.of(new WrittenFile("server-0", 1, 1)), List.of());
    fakeJob.newest(Optional.of(checkpoint));
    fakeJob.trains = false;
    fakeJob.join(Role.SERVER);
    fakeJob.join(Role.WORKER);
    joins();
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING);
    fakeJob.stop();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(fakeJob.newest()).hasValue(checkpoint);
  }

  @Test
  void serversWithoutWorkersStillSave() {
    runsWithTwo();
    long before = fakeJob.newest().map(Checkpoint::step).orElse(0L);
    workers().forEach(fakeJob::kill);
    fakeJob.until(now -> now.phase() == JobPhase.GATHERING);
    long step = servers().stream().mapToLong(one -> one.step).max().orElseThrow();
    assertThat(step).isGreaterThan(before);
    fakeJob.stop();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(fakeJob.newest().orElseThrow().step()).isGreaterThanOrEqualTo(step);
  }

  @Test
  void aTaskThatSuspectsAllOthersIsReplacedItself() {
    runsWithTwo();
    fakeJob.trains = false;
    FakeTask worker = workers().getFirst();
    int first = servers().getFirst().member().task();
    int last = servers().getLast().member().task();
    for (int i = 0; i < 8 && !hasReported("replace"); i++) {
      worker.out.add(new MasterMessage.Suspect(i % 2 == 0 ? first : last, "no way to it"));
      fakeJob.until(_ -> worker.out.isEmpty());
      fakeJob.until(now -> now.phase() == JobPhase.RUNNING || hasReported("replace"));
    }
    assertThat(hasReported("replace " + worker.member().name())).isTrue();
    assertThat(hasReported("replace server")).isFalse();
  }

  @Test
  void aTaskThatDiesWithTheMasterIsNotAwaitedOnceItsReplacementHasJoined() {
    runsWithTwo();
    FakeTask dead = workers().getFirst();
    long before = fakeJob.now;
    fakeJob.killMasterAnd(dead);
    fakeJob.join(Role.WORKER, dead.member().name());
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING);
    assertThat(fakeJob.now - before).isLessThan(Duration.ofMillis(1_500).toNanos());
  }

  @Test
  void noTaskIsForgottenIfTwoMastersDieInARow() {
    runsWithTwo();
    FakeTask late = servers().getFirst();
    int task = late.member().task();
    fakeJob.killMasterTwice(late, Role.WORKER, "worker-9");
    fakeJob.until(_ -> servers().stream().filter(this::trains).count() == 2);
    assertThat(servers()).anyMatch(one -> one.member().task() == task);
    assertThat(hasReported("goes back")).isFalse();
  }

  @Test
  void theSuccessorOfAMasterThatEndedTheJobEndsItToo() {
    runsWithTwo();
    fakeJob.stop();
    fakeJob.until(now -> now.phase() == JobPhase.STOPPING);
    long before = fakeJob.now;
    fakeJob.killMaster();
    assertThat(fakeJob.phase()).isEqualTo(JobPhase.STOPPING);
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(fakeJob.now - before).isLessThan(Duration.ofSeconds(3).toNanos());
    assertThat(fakeJob.tasksThat(one -> !one.over)).isEmpty();
  }

  @Test
  void aJobThatLosesItsLastUnsavedStepsIsNotDone() {
    fakeJob = new FakeJob(JobCoordinatorTest.job(1, 30), 1);
    joins();
    fakeJob.until(now -> now.phase() == JobPhase.SAVING && hasReported("to end with 0"));
    servers().forEach(fakeJob::kill);
    fakeJob.join(Role.SERVER);
    fakeJob.until(now -> now.end().isPresent());
    assertThat(hasReported("goes back")).isTrue();
    assertThat(fakeJob.end()).hasValue(0);
    assertThat(fakeJob.newest().orElseThrow().step()).isEqualTo(30);
  }

  @Test
  void aJobThatLosesAllTasksBeforeItsLastStepsAreSavedIsNotDone() {
    fakeJob = new FakeJob(JobCoordinatorTest.job(1, 30), 1);
    joins();
    fakeJob.until(now -> now.phase() == JobPhase.SAVING && hasReported("to end with 0"));
    servers().forEach(fakeJob::kill);
    workers().forEach(fakeJob::kill);
    fakeJob.until(_ -> hasReported("the job is not done"));
    joins();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(0);
    assertThat(fakeJob.newest().orElseThrow().step()).isEqualTo(30);
  }

  @Test
  void theSuccessorOfAMasterThatWasAskedToStopStops() {
    runsWithTwo();
    long step = fakeJob.steps();
    fakeJob.stop();
    fakeJob.killMaster();
    fakeJob.until(now -> now.end().isPresent());
    assertThat(fakeJob.end()).hasValue(JobCoordinator.STOPPED);
    assertThat(fakeJob.newest().orElseThrow().step()).isGreaterThanOrEqualTo(step);
  }

  @Test
  void aResumedMasterSuspectsNoTaskWithAnUnreadAnswer() {
    runsWithTwo();
    fakeJob.kill(servers().getFirst());
    assertThat(fakeJob.phase()).isEqualTo(JobPhase.HALTING);
    for (FakeTask worker : workers()) {
      while (!worker.in.isEmpty()) {
        worker.receive(worker.in.removeFirst());
      }
    }
    fakeJob.now += Duration.ofMinutes(1).toNanos();
    while (workers().stream().anyMatch(one -> !one.out.isEmpty())) {
      workers().stream().filter(one -> !one.out.isEmpty()).forEach(fakeJob::send);
    }
    fakeJob.until(now -> now.phase() == JobPhase.RUNNING);
    assertThat(hasReported("replace worker")).isFalse();
  }
}
