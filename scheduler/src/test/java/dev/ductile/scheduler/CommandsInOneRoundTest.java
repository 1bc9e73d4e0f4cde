package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Protection;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Commands that meet: several for one job in a round, or for a job in an unusual state. */
final class CommandsInOneRoundTest extends CommandRig {
  private static final CommandAnswer ACCEPTED = new CommandAnswer.Accepted(START);
  private static final Gang PAIR = new Gang("pair", 2);

  @Test
  void aJobThatIsCancelledInTheRoundOfItsSubmissionNeverStarts() {
    withNodes(1);

    assertThat(round(submit("a"), new Command.Cancel(A, "no more")))
        .containsExactly(ACCEPTED, ACCEPTED);

    assertThat(engine.orders).isEmpty();
    assertThat(scheduler.ledger().activeJobs()).isZero();
  }

  @Test
  void aJobThatIsHeldAndResumedInOneRoundStopsAndStartsAgain() {
    withNodes(1);
    obey(submit("a"));

    round(new Command.Hold(A, "not now"), new Command.Resume(A));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing", "a 1 on node-0");
  }

  @Test
  void aJobThatIsScaledAndUnscaledInOneRoundIsNotDisturbed() {
    withNodes(1);
    obey(submit("a"));

    round(new Command.Scale(A, Size.workers(3)), new Command.Unscale(A));

    assertThat(engine.orders).containsExactly("a 1 on node-0");
  }

  @Test
  void aCancelledJobIsUnknownToTheNextCommandOfItsRound() {
    withNodes(1);
    obey(submit("a"));

    assertThat(round(new Command.Cancel(A, "no more"), new Command.Hold(A, "not now")))
        .containsExactly(ACCEPTED, new CommandAnswer.Refused("no job named a waits or runs"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a ends");
  }

  @Test
  void aHeldJobThatIsCancelledLeavesNoHold() {
    withNodes(1);
    obey(submit("a"));
    obey(new Command.Hold(A, "not now"));

    obey(new Command.Cancel(A, "no more"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing", "a ends");
    assertThat(scheduler.ledger().held()).isEmpty();
  }

  @Test
  void aProtectedJobThatIsHeldStopsAtOnce() {
    withNodes(1);
    submit(spec("a").withProtection(new Protection(Duration.ofHours(1), Duration.ZERO)));
    scheduler.round();

    obey(new Command.Hold(A, "not now"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing");
    assertThat(asked.getLast().pinned()).isEmpty();
  }

  @Test
  void aRunningMemberOfAGangThatIsAmendedChangesItsSizeAlone() {
    withNodes(1);
    submit(spec("a").withGang(PAIR));
    submit(spec("b").withGang(PAIR));
    scheduler.round();

    obey(new Command.Amend(workers(2, 3).withGang(PAIR)));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "b 1 on node-0", "a 2 on node-0");
  }

  @Test
  void theJobsOfADrainedClusterWaitUntilANodeIsBack() {
    withNodes(1);
    obey(submit("a"));

    obey(new Command.Drain(NODE, "a new disk"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a nothing");
    assertThat(asked.getLast().nodes().list()).isEmpty();
    assertThat(applied.getLast().reasons().why(job(scheduler, "a")).kind())
        .isEqualTo(Reason.Kind.KEPT);

    obey(new Command.Undrain(NODE));

    assertThat(engine.orders).endsWith("a 1 on node-0");
  }

  @Test
  void aJobOfAnUnknownStateLeavesItsNodeIfAnOperatorDrainsIt() {
    withNodes(2);
    obey(submit("a"));
    engine.report(new Event.Unknown(START, A, 1, "its node is silent"));
    scheduler.round();

    obey(new Command.Drain(NODE, "it is broken"));

    assertThat(engine.orders).containsExactly("a 1 on node-0", "a 1 on node-1");
  }

  @Test
  void theProgramAndTheAggregationOfAJobCannotBeAmended() {
    withNodes(1);
    obey(submit("a"));
    JobSpec spec = spec("a");
    var served = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 1), Resources.NONE);

    assertRefused(
        new Command.Amend(spec.withProgram(spec.program().withCommand(List.of("train")))),
        "the program of job a cannot be changed; cancel it and submit another");
    assertRefused(
        new Command.Amend(
            JobSpec.of(
                A, served, new Bounds(Range.between(1, 4), Range.between(1, 1)), Work.steps(100))),
        "the aggregation of job a cannot be changed; cancel it and submit another");
  }

  private static JobSpec workers(int least, int most) {
    JobSpec spec = spec("a");
    return JobSpec.of(A, spec.demand(), Bounds.workers(least, most), spec.work());
  }

  /** Sends all commands before one round. */
  private List<CommandAnswer> round(Command... commands) {
    List<CompletableFuture<CommandAnswer>> answers =
        Arrays.stream(commands).map(inbox::send).toList();
    scheduler.round();
    return answers.stream().map(CompletableFuture::join).toList();
  }
}
