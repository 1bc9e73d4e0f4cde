package dev.ductile.cli;

import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.RunSettings;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.fallback.Guarded;
import dev.ductile.learned.safety.Evaluation;
import dev.ductile.learned.safety.Guard;
import dev.ductile.learned.safety.NamedPolicy;
import dev.ductile.learned.safety.ReplayEvaluation;
import dev.ductile.learned.safety.ShadowLogFile;
import dev.ductile.learned.safety.ShadowTrial;
import dev.ductile.learned.safety.Verdict;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Shadow;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.scheduler.LiveCluster;
import dev.ductile.scheduler.SchedulerObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The policies of a live run, with the one on trial if there is one. It decides in shadow on a
 * thread of its own, which the scheduler never waits for.
 */
final class LiveTrial implements AutoCloseable {
  private final Choice teacher;
  private final Optional<Choice> candidate;
  private final Function<Choice, Policy> policies;
  private final ExecutorService work;
  private final Optional<Guard> guard;
  private volatile Optional<LiveCluster> cluster = Optional.empty();

  /**
   * A trial that has not begun.
   *
   * @param policies makes a policy that decides for the run, a new instance each time
   * @param notes takes lines for people
   */
  LiveTrial(
      Scenario scenario,
      Catalog catalog,
      RunFolder folder,
      Function<Choice, Policy> policies,
      Consumer<String> notes)
      throws IOException {
    this.teacher = scenario.policies().getFirst();
    this.candidate = scenario.shadow().map(Shadow::policy);
    this.policies = policies;
    this.work =
        Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("shadow").unstarted(task));
    if (scenario.shadow().isEmpty()) {
      this.guard = Optional.empty();
      return;
    }
    Shadow shadow = scenario.shadow().get();
    ShadowTrial trial =
        ShadowTrial.logged(
            named(teacher, scenario, catalog),
            named(shadow.policy(), scenario, catalog),
            shadow,
            evaluation(scenario, shadow, catalog, folder),
            new ShadowLogFile(folder.shadowLog(), notes));
    this.guard = Optional.of(new Guard(trial, this::execute, this::send));
  }

  /** A policy without a limit of its decisions, because nothing waits for it. */
  private static NamedPolicy named(Choice choice, Scenario scenario, Catalog catalog) {
    Seed seed = new Seed(scenario.seeds().getFirst()).child("policy");
    return new NamedPolicy(
        choice, catalog.policy(choice, catalog.placement(scenario.placement()), seed));
  }

  private static Evaluation evaluation(
      Scenario scenario, Shadow shadow, Catalog catalog, RunFolder folder) {
    return shadow
        .promote()
        .<Evaluation>map(rules ->
            new ReplayEvaluation(
                () -> recorded(folder, catalog),
                RunSettings.of(scenario),
                scenario.policies().getFirst(),
                shadow.policy(),
                rules,
                catalog))
        .orElse(() -> new Verdict(false, "the scenario has no promote"));
  }

  private static RecordedRun recorded(RunFolder folder, Catalog catalog) {
    try {
      return RecordedRun.read(folder.journal(), catalog);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Takes an event of the journal, which an earlier command wrote. */
  void past(Event event) {
    guard.ifPresent(present -> present.past(event));
  }

  SchedulerObserver observer() {
    return guard.<SchedulerObserver>map(present -> present).orElse(SchedulerObserver.NONE);
  }

  /** Whether this is the policy on trial, so that its teacher was chosen when the run began. */
  boolean isCandidate(String line) {
    return candidate.filter(policy -> policy.line().equals(line)).isPresent();
  }

  /** The policy of this line; the teacher decides in place of the one on trial where it fails. */
  Policy acting(String line) {
    Policy policy = policies.apply(Choice.ofLine(line));
    return isCandidate(line)
        ? new Guarded(policy, policies.apply(teacher), DecisionCheck.NONE)
        : policy;
  }

  /** From now on commands go to this cluster. */
  void begin(LiveCluster running) {
    cluster = Optional.of(running);
  }

  private void execute(Runnable task) {
    try {
      work.execute(task);
    } catch (RejectedExecutionException closed) {
      // the run is over
    }
  }

  private CompletableFuture<CommandAnswer> send(Command command) {
    return cluster
        .map(running -> running.send(command))
        .orElseGet(() ->
            CompletableFuture.completedFuture(new CommandAnswer.Refused("the run has not begun")));
  }

  /** Ends the trial, also while an evaluation is under way. */
  @Override
  public void close() {
    work.shutdownNow();
  }
}
