package dev.ductile.runtime.master.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.membership.TaskState.HeldReplica;
import dev.ductile.runtime.membership.TaskState.HeldSplit;
import dev.ductile.runtime.protocol.TaskMessage.Start;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The states of tasks in jobs that read by cursors. Server 0 has all, worker 1 is there. */
final class AttemptTest {
  private static final int SPLITS = 8;
  private static final int STEP = 5;

  private static JobView view(Synchrony synchrony, AssignmentTable table) {
    return view(JobCoordinatorTest.job(1, 1_000), synchrony, table);
  }

  private static JobView view(TrainingJob like, Synchrony synchrony, AssignmentTable table) {
    var job =
        new TrainingJob(
            like.name(),
            like.model(),
            like.data(),
            like.optimizer(),
            synchrony,
            like.batch(),
            like.stop(),
            like.size(),
            like.checkpoint(),
            like.faults(),
            like.seed());
    List<Cursor> cursors =
        IntStream.range(0, SPLITS).mapToObj(split -> new Cursor(split, 100, 100)).toList();
    var before =
        new JournalEntry(3, 7, 7, false, STEP, List.of(), table, cursors, "", Optional.empty());
    var setup = new JobSetup(job, 1, "there", Optional.empty(), Optional.of(before));
    var fakeJob = new FakeJob(job, 1);
    return new JobView(
        setup,
        fakeJob,
        fakeJob,
        new Clocks(Duration.ofHours(1)::toNanos, Duration.ofHours(1)::toNanos));
  }

  private static void addTask(JobView view, Role role, int task, TaskState state) {
    var member = new Member(task, role, role.word(), "host", 1, Optional.empty(), "host:1");
    var one = new Participant(member, 0, task);
    one.halted(state);
    view.participants.add(one);
  }

  private static List<HeldSplit> allSplits() {
    return IntStream.range(0, SPLITS).mapToObj(split -> new HeldSplit(split, 1000, true)).toList();
  }

  private static AssignmentTable table(int owner) {
    return new AssignmentTable(
        List.of(new ReplicaHolders(0, List.of())), Collections.nCopies(SPLITS, owner));
  }

  /** Worker 2 had the splits, pushed for step 5 from 100 to 110 of split 3, and died. */
  private static Cursor afterDeath(boolean prepared) {
    JobView view = view(new Synchrony(Synchrony.Kind.A_BSP, 0), table(2));
    var held = new HeldReplica(0, STEP, prepared);
    long next = prepared ? 110 : 100;
    addTask(
        view,
        Role.SERVER,
        0,
        new TaskState(7, STEP, List.of(held), List.of(), List.of(new Cursor(3, 100, next))));
    addTask(view, Role.WORKER, 1, new TaskState(7, STEP, List.of(), allSplits(), List.of()));
    Attempt found = Attempt.of(view);
    assertThat(found.start()).isEqualTo(prepared ? new Start.Commit() : new Start.Discard());
    return found.cursors().get(3);
  }

  @Test
  void committedExamplesOfADeadWorkerAreNotReadAgain() {
    assertThat(afterDeath(true)).isEqualTo(new Cursor(3, 110, 110));
  }

  @Test
  void discardedExamplesOfADeadWorkerAreReadAgain() {
    assertThat(afterDeath(false)).isEqualTo(new Cursor(3, 100, 100));
  }

  /** Worker 1 has joined and has copied nothing yet. */
  @Test
  void aLeavingWorkerStaysWhileOnlyItHasTheParameters() {
    JobView view = view(JobCoordinatorTest.job(1, 1_000).withSize(2, 0), Synchrony.BSP, table(0));
    var held = new HeldReplica(0, STEP, false);
    addTask(view, Role.WORKER, 0, new TaskState(7, STEP, List.of(held), allSplits(), List.of()));
    addTask(view, Role.WORKER, 1, new TaskState(0, 0, List.of(), allSplits(), List.of()));
    view.participants.task(0).orElseThrow().leaves();
    assertThat(Attempt.of(view).table()).isEqualTo(table(0));
  }

  /** Worker 2 is dead, and has not reported its last pushes. */
  @Test
  void theStepIsTheNumberOfAppliedPushes() {
    JobView view = view(new Synchrony(Synchrony.Kind.ASP, 0), table(1));
    var held = new HeldReplica(0, STEP + 40, false);
    addTask(view, Role.SERVER, 0, new TaskState(7, 0, List.of(held), List.of(), List.of()));
    addTask(view, Role.WORKER, 1, new TaskState(7, STEP + 4, List.of(), allSplits(), List.of()));
    assertThat(Attempt.of(view).step()).isEqualTo(STEP + 40);
  }
}
