package dev.ductile.runtime.master;

import dev.ductile.runtime.balance.StepBudget;
import dev.ductile.runtime.data.Order;
import dev.ductile.runtime.lifecycle.StateMachine;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Standing.Cursor;
import dev.ductile.runtime.protocol.TaskMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** All that the master knows of its job. */
final class JobView {
  final Setup setup;
  final Outbound outbound;
  final Watcher watcher;
  final Participants crew;
  final TransferOrders transfers;
  final StepLedger ledger;
  final AbsentTasks absent;
  final Validating validating;
  private final Clocks clocks;
  private final int[] examples;
  private final StateMachine<JobPhase> phase =
      new StateMachine<>(JobPhase.TRANSITIONS, JobPhase.GATHERING);
  private OptionalInt ending = OptionalInt.empty();
  private String endingWhy = "";
  private int nextTask;
  private Optional<Checkpoint> newest;
  private int notes;
  private boolean judges;

  private Assignment assignment = Assignment.NONE;

  JobView(Setup setup, Outbound outbound, Watcher watcher, Clocks clocks) {
    this.setup = setup;
    this.outbound = outbound;
    this.watcher = watcher;
    this.clocks = clocks;
    crew = new Participants(setup.allReduce());
    transfers = new TransferOrders(crew, this::send, clocks.judging());
    ledger = new StepLedger(setup.lockstep(), watcher::step);
    examples = new int[setup.splits()];
    Arrays.fill(examples, -1);
    newest = setup.newest();
    absent = new AbsentTasks(setup.before());
    validating = new Validating(this);
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

  /** What tasks were assigned last. */
  Assignment assignment() {
    return assignment;
  }

  void assign(Assignment next) {
    assignment = next;
  }

  /** The number of a generation that tasks are to be told of. */
  int announce() {
    assignment = assignment.announced();
    return assignment.generation();
  }

  /** Whether a task may be judged by its silence now. */
  boolean judges() {
    return judges;
  }

  void judges(boolean now) {
    judges = now;
  }

  /** Of a clock that stands while this process does not run. */
  long now() {
    return clocks.judging().getAsLong();
  }

  /** Of a clock that goes on while this process does not run. */
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

  /** How many of each take part. */
  MemberCounts size() {
    int workers = (int) crew.roster().filter(Participant::isWorker).count();
    return new MemberCounts(workers, (int) crew.roster().count() - workers);
  }

  void tellStatus() {
    MemberCounts size = size();
    watcher.status(
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

  /** The exit code, once it is clear that the job is to end. */
  OptionalInt ending() {
    return ending;
  }

  /** Why the job is to end; empty while it is not. */
  String endingWhy() {
    return endingWhy;
  }

  void end(int exitCode, String why) {
    if (ending.isEmpty()) {
      ending = OptionalInt.of(exitCode);
      endingWhy = why;
      watcher.happened("the job is to end with %d: %s".formatted(exitCode, why));
    }
  }

  /** Others have decided that the job is to end, so the next master has to be told. */
  void decide(int exitCode, String why) {
    if (ending.isEmpty()) {
      end(exitCode, why);
      note();
    }
  }

  /** Whether all steps are made and the newest checkpoint is an earlier one. */
  boolean isDoneUnsaved() {
    return ending.isPresent() && ending.getAsInt() == 0 && !isSaved();
  }

  /** The parameters of the last step are lost, saved or not: the job is not done. */
  void goesBack() {
    if (ending.isPresent() && ending.getAsInt() == 0) {
      ending = OptionalInt.empty();
      endingWhy = "";
      watcher.happened("the job is not done: its last steps are lost");
    }
  }

  /** The job ends with this, whatever it was to end with. */
  void fail(int exitCode, String why) {
    ending = OptionalInt.empty();
    end(exitCode, why);
  }

  Optional<Checkpoint> newest() {
    return newest;
  }

  /** Where the checkpoint of a step lies. */
  String directory(long saved) {
    return Path.of(setup.checkpoints(), "step-%012d".formatted(saved)).toString();
  }

  boolean isHeldBy(Participant one) {
    return assignment.table().partitions().stream().anyMatch(copies -> copies.has(one.task()));
  }

  /** Those that are the first to hold something. */
  Stream<Participant> savers() {
    var primaries = new HashSet<Integer>();
    assignment.table().partitions().forEach(copies -> primaries.add(copies.primary()));
    return crew.roster().filter(one -> primaries.contains(one.task()));
  }

  /** One that lies further back, and was sealed late, does not count. */
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

  /** Whether what the job would write now is the newest checkpoint anyhow. */
  boolean isSaved() {
    return newest
        .filter(known ->
            known.step() == assignment.step() && known.cursors().equals(assignment.cursors()))
        .isPresent();
  }

  /** Somebody has told how many examples a split has. */
  void count(int split, int many) {
    check(split, many);
    examples[split] = many;
    if (knowsExamples()) {
      ledger.epochHas(allExamples());
      if (setup.readsBySteps()) {
        ledger.stepsHave(this::batchOf);
      }
    }
  }

  /** Refuses a number of examples that cannot be. */
  void check(int split, int many) {
    if (split < 0 || split >= examples.length || many < 0) {
      throw new IllegalArgumentException("split %d cannot have %d examples".formatted(split, many));
    }
    if (examples[split] >= 0 && examples[split] != many) {
      throw new IllegalArgumentException(
          "split %d has %d examples and not %d".formatted(split, examples[split], many));
    }
  }

  /** How many examples a step has. */
  private int batchOf(long at) {
    long steps = epochSteps();
    int sum = 0;
    for (int split = 0; split < examples.length; split++) {
      sum += Order.begin(examples[split], split, examples.length, at % steps + 1, steps);
      sum -= Order.begin(examples[split], split, examples.length, at % steps, steps);
    }
    return sum;
  }

  boolean knowsExamples() {
    return Arrays.stream(examples).noneMatch(many -> many < 0);
  }

  List<Integer> examples() {
    return knowsExamples() ? Arrays.stream(examples).boxed().toList() : List.of();
  }

  private long allExamples() {
    return Arrays.stream(examples).asLongStream().sum();
  }

  /** Examples of all workers in a step. */
  int batch() {
    int each = setup.job().batch().examples();
    return setup.job().batch().perWorker() ? each * Math.max(1, size().workers()) : each;
  }

  long epochSteps() {
    return Order.steps(allExamples(), batch());
  }

  /** The step that is not made any more, where that is clear from the start. */
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

  /** Whether nothing is left to be done at a boundary. */
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
                assignment.cursors().size() == examples.length
                    && assignment.cursors().stream()
                        .allMatch(each -> each.safe() >= (long) most * examples[each.split()]))
            .isPresent();
    return steps || epochs;
  }

  /** Whether workers that read by cursors may have read enough. */
  boolean mayBeReadThrough() {
    boolean epochs =
        knowsExamples()
            && setup
                .job()
                .stop()
                .epochs()
                .filter(most -> ledger.examples() >= most * allExamples())
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

  /** A task has come to follow partitions. */
  void follows(int task, List<Integer> partitions) {
    assignment = assignment.followedBy(task, partitions);
  }

  void note() {
    outbound.note(entry());
  }

  /** The same, while other things are done. */
  void noteSoon() {
    notes++;
    outbound.noteSoon(entry());
  }

  /** One of those is kept. */
  void noted() {
    notes--;
  }

  boolean isNoted() {
    return notes == 0;
  }

  private JournalEntry entry() {
    var members = new ArrayList<Member>(absent.members());
    members.addAll(crew.members(_ -> true));
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

  /** What the next master could not find out: what others have decided, or have been told. */
  private Optional<JournalEntry.Ending> endingToKeep() {
    return ending.isPresent() && (phase().isOver() || ending.getAsInt() == JobCoordinator.STOPPED)
        ? Optional.of(new JournalEntry.Ending(ending.getAsInt(), phase().isOver(), endingWhy))
        : Optional.empty();
  }
}
