package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.balance.StepBudget;
import dev.ductile.runtime.data.ExampleOrder;
import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.steps.ExampleCounts;
import dev.ductile.runtime.master.steps.MemberCounts;
import dev.ductile.runtime.master.steps.StepLedger;
import dev.ductile.runtime.master.tasks.AbsentTasks;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.master.tasks.Participants;
import dev.ductile.runtime.master.tasks.TransferOrders;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.protocol.TaskMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The master's knowledge of its job. */
final class JobView {
  final JobSetup setup;
  final Outbound outbound;
  final JobListener listener;
  final Participants participants;
  final TransferOrders transfers;
  final StepLedger ledger;
  final AbsentTasks absent;
  final ValidationRequests validating;
  private final Clocks clocks;
  private final ExampleCounts examples;
  private final StateMachine<JobPhase> phase =
      new StateMachine<>(JobPhase.TRANSITIONS, JobPhase.GATHERING);
  private OptionalInt ending = OptionalInt.empty();
  private String endingWhy = "";
  private int nextTask;
  private Optional<Checkpoint> newest;
  private int notes;
  private boolean judges;

  private Assignment assignment = Assignment.NONE;

  JobView(JobSetup setup, Outbound outbound, JobListener listener, Clocks clocks) {
    this.setup = setup;
    this.outbound = outbound;
    this.listener = listener;
    this.clocks = clocks;
    participants = new Participants(setup.allReduce());
    transfers = new TransferOrders(participants, this::send, clocks.judging());
    ledger = new StepLedger(setup.lockstep(), listener::step);
    examples = new ExampleCounts(setup.splits());
    newest = setup.newest();
    absent = new AbsentTasks(setup.before());
    validating = new ValidationRequests(this);
    setup.before().ifPresent(this::takeOver);
  }

  private void takeOver(JournalEntry before) {
    nextTask = before.nextTask();
    assignment = Assignment.after(before);
    ending = before.ending().map(how -> OptionalInt.of(how.exitCode())).orElse(ending);
    endingWhy = before.ending().map(JournalEntry.Ending::why).orElse(endingWhy);
    ledger.begin(assignment.step(), MemberCounts.NONE, 0, now());
    if (newest.filter(saved -> saved.step() >= assignment.step()).isEmpty()) {
      goesBack(); // the last checkpoint was damaged after the job had ended
    }
  }

  /** The latest assignment. */
  Assignment assignment() {
    return assignment;
  }

  void assign(Assignment next) {
    assignment = next;
  }

  /** Announces a generation and returns its number. */
  int announce() {
    assignment = assignment.announced();
    return assignment.generation();
  }

  /** Whether tasks may be judged by their silence now. */
  boolean judges() {
    return judges;
  }

  void judges(boolean now) {
    judges = now;
  }

  /** The time of a clock that does not advance while this process is suspended. */
  long now() {
    return clocks.judging().getAsLong();
  }

  /** The time of a clock that advances while this process is suspended. */
  long measuredNow() {
    return clocks.measuring().getAsLong();
  }

  JobPhase phase() {
    return phase.state();
  }

  void enter(JobPhase next) {
    phase.to(next);
    tellStatus();
  }

  /** The number of members of each role. */
  MemberCounts size() {
    int workers = (int) participants.roster().filter(Participant::isWorker).count();
    return new MemberCounts(workers, (int) participants.roster().count() - workers);
  }

  void tellStatus() {
    MemberCounts size = size();
    listener.status(
        new Status(
            phase(),
            assignment.resumed(),
            size.workers(),
            size.servers(),
            ledger.done(),
            ledger.loss(),
            newest.map(each -> OptionalLong.of(each.step())).orElse(OptionalLong.empty()),
            validating.newest()));
  }

  void send(Participant to, TaskMessage message) {
    if (to.isOpen()) {
      outbound.send(to.link(), message);
    }
  }

  int nextTask() {
    return nextTask++;
  }

  void taskIsTaken(int task) {
    nextTask = Math.max(nextTask, task + 1);
  }

  /** The exit code, once it is certain that the job is to end. */
  OptionalInt ending() {
    return ending;
  }

  /** The reason why the job is to end; empty while it continues. */
  String endingWhy() {
    return endingWhy;
  }

  void end(int exitCode, String why) {
    if (ending.isEmpty()) {
      ending = OptionalInt.of(exitCode);
      endingWhy = why;
      listener.happened("the job is to end with %d: %s".formatted(exitCode, why));
    }
  }

  /** Another component has decided that the job is to end, so the next master must know it. */
  void decide(int exitCode, String why) {
    if (ending.isEmpty()) {
      end(exitCode, why);
      note();
    }
  }

  /** Whether all steps are finished and the newest checkpoint is of an earlier step. */
  boolean isDoneUnsaved() {
    return ending.isPresent() && ending.getAsInt() == 0 && !isSaved();
  }

  /** The parameters of the last step are lost, saved or not: the job has not finished. */
  void goesBack() {
    if (ending.isPresent() && ending.getAsInt() == 0) {
      ending = OptionalInt.empty();
      endingWhy = "";
      listener.happened("the job is not done: its last steps are lost");
    }
  }

  /** The job ends with this failure, whatever result was planned. */
  void fail(int exitCode, String why) {
    ending = OptionalInt.empty();
    end(exitCode, why);
  }

  Optional<Checkpoint> newest() {
    return newest;
  }

  /** The folder of the checkpoint of a step. */
  String directory(long saved) {
    return Path.of(setup.checkpoints(), "step-%012d".formatted(saved)).toString();
  }

  boolean isHeldBy(Participant one) {
    return assignment.table().partitions().stream().anyMatch(copies -> copies.has(one.task()));
  }

  /** The members that hold a primary; they write the checkpoint. */
  Stream<Participant> savers() {
    var primaries = new HashSet<Integer>();
    assignment.table().partitions().forEach(copies -> primaries.add(copies.primary()));
    return participants.roster().filter(one -> primaries.contains(one.task()));
  }

  /** A checkpoint of an earlier step that was sealed late does not count. */
  void saved(Checkpoint checkpoint) {
    if (newest.filter(known -> known.step() > checkpoint.step()).isEmpty()) {
      newestIs(Optional.of(checkpoint));
      validating.sealed(checkpoint);
    }
  }

  void newestIs(Optional<Checkpoint> checkpoint) {
    newest = checkpoint;
    tellStatus();
  }

  /** Whether the newest checkpoint holds the current state already. */
  boolean isSaved() {
    return newest
        .filter(known ->
            known.step() == assignment.step() && known.cursors().equals(assignment.cursors()))
        .isPresent();
  }

  /** A worker has reported the number of examples of a split. */
  void count(int split, int many) {
    examples.count(split, many);
    if (knowsExamples()) {
      ledger.epochHas(examples.sum());
      if (setup.readsBySteps()) {
        ledger.stepsHave(step -> examples.ofStep(step, epochSteps()));
      }
    }
  }

  /** Refuses an impossible number of examples. */
  void check(int split, int many) {
    examples.check(split, many);
  }

  boolean knowsExamples() {
    return examples.areKnown();
  }

  List<Integer> examples() {
    return examples.list();
  }

  /** The number of examples of all workers in a step. */
  int batch() {
    int each = setup.job().batch().examples();
    return setup.job().batch().perWorker() ? each * Math.max(1, size().workers()) : each;
  }

  long epochSteps() {
    return ExampleOrder.steps(examples.sum(), batch());
  }

  /** The step at which the job ends, if that is known from the start. */
  OptionalLong lastStep() {
    if (!setup.lockstep() || !knowsExamples()) {
      return OptionalLong.empty();
    }
    long byEpochs =
        setup.readsBySteps()
            ? setup.job().stop().epochs().map(most -> most * epochSteps()).orElse(Long.MAX_VALUE)
            : Long.MAX_VALUE;
    long last = Math.min(byEpochs, setup.job().stop().steps().orElse(Long.MAX_VALUE));
    return last == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(last);
  }

  /** Whether no step is left to do at a boundary. */
  boolean isFinished(long at) {
    var wanted = setup.job().stop().loss();
    boolean good =
        wanted.isPresent() && ledger.epochLoss().orElse(Double.MAX_VALUE) <= wanted.get();
    boolean enough = lastStep().isPresent() && at >= lastStep().getAsLong();
    return good || enough || (!setup.readsBySteps() && isReadThrough(at));
  }

  private boolean isReadThrough(long at) {
    boolean steps = setup.job().stop().steps().filter(most -> at >= most).isPresent();
    boolean epochs =
        setup
            .job()
            .stop()
            .epochs()
            .filter(most ->
                assignment.cursors().size() == examples.splits()
                    && assignment.cursors().stream()
                        .allMatch(each -> each.safe() >= (long) most * examples.of(each.split())))
            .isPresent();
    return steps || epochs;
  }

  /** Whether workers that read by cursors may have read all epochs. */
  boolean mayBeReadThrough() {
    boolean epochs =
        knowsExamples()
            && setup
                .job()
                .stop()
                .epochs()
                .filter(most -> ledger.examples() >= most * examples.sum())
                .isPresent();
    return !setup.readsBySteps() && (epochs || isReadThrough(ledger.done()) || ledger.isPartMade());
  }

  /** A generation begins to train. */
  void begins(long at) {
    List<Cursor> cursors = assignment.cursors();
    long read = cursors.stream().mapToLong(Cursor::safe).sum();
    ledger.begin(assignment.step(), size(), read, at);
    ledger.dealOut(
        StepBudget.ends(
            setup.job(), assignment.step(), assignment.table().splits(), examples(), cursors));
  }

  /** A task has become a follower of partitions. */
  void follows(int task, List<Integer> partitions) {
    assignment = assignment.followedBy(task, partitions);
  }

  void note() {
    outbound.note(entry());
  }

  /** The same, without waiting for the disk. */
  void noteSoon() {
    notes++;
    outbound.noteSoon(entry());
  }

  /** An entry of {@link #noteSoon} is on the disk. */
  void noted() {
    notes--;
  }

  boolean isNoted() {
    return notes == 0;
  }

  private JournalEntry entry() {
    var members = new ArrayList<Member>(absent.members());
    members.addAll(participants.members(_ -> true));
    return new JournalEntry(
        nextTask,
        assignment.generation(),
        assignment.resumed(),
        assignment.restoring(),
        assignment.step(),
        members,
        assignment.table(),
        assignment.cursors(),
        setup.job().data().version(),
        endingToKeep());
  }

  /**
   * An ending that the next master could not find out: a decision of another component, or one that
   * tasks know already.
   */
  private Optional<JournalEntry.Ending> endingToKeep() {
    return ending.isPresent() && (phase().isOver() || ending.getAsInt() == JobCoordinator.STOPPED)
        ? Optional.of(new JournalEntry.Ending(ending.getAsInt(), phase().isOver(), endingWhy))
        : Optional.empty();
  }
}
