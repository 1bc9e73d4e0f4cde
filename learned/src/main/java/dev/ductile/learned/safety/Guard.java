package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Guards a cluster while a policy is tried on it. The policy decides in shadow beside its teacher,
 * is promoted by an evaluation, and gives way to its teacher again. It watches the scheduler and
 * sends it commands, as an operator would; it applies no plan itself.
 */
public final class Guard implements SchedulerObserver {
  private final ShadowTrial trial;
  private final Executor work;
  private final Function<Command, CompletableFuture<CommandAnswer>> inbox;
  private final WaitingDecisions waiting;
  private boolean rejected;

  /**
   * A guard.
   *
   * @param trial the policy in shadow, its teacher and the rules
   * @param work runs what takes time, one after the other: at once in a simulation, on another
   *     thread beside a live cluster
   * @param inbox takes the commands that change the policy
   */
  public Guard(
      ShadowTrial trial, Executor work, Function<Command, CompletableFuture<CommandAnswer>> inbox) {
    this.trial = trial;
    this.work = work;
    this.waiting = new WaitingDecisions(work);
    this.inbox = inbox;
  }

  /**
   * Takes an event of the journal, which an earlier command wrote; call it before the first round.
   */
  public void past(Event event) {
    trial.happened(event);
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.PolicySet || event instanceof Event.Finished) {
      work.execute(() -> trial.happened(event));
    }
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    rejected = true;
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    boolean isIllegal = rejected;
    rejected = false;
    waiting.add(isAfterGap ->
        trial
            .decided(cluster, plan, isIllegal, isAfterGap)
            .ifPresent(set -> send(set, cluster.now())));
  }

  private void send(Command.SetPolicy command, Instant at) {
    var _ =
        inbox
            .apply(command)
            .thenAccept(answer -> {
              if (answer instanceof CommandAnswer.Refused refused) {
                work.execute(() -> trial.refused(at, refused.why()));
              }
            });
  }
}
