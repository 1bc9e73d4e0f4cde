package dev.ductile.server.cluster;

import dev.ductile.answers.forecast.ShadowComparison;
import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.rest.ShadowView;
import dev.ductile.scenario.Choice;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Policies that decide beside the acting one, each on a thread of its own. The scheduler only hands
 * its picture over, so a policy that is slow or never answers delays nothing.
 */
public final class ShadowPolicies implements SchedulerObserver, AutoCloseable {
  /** A policy and its thread; a picture and a forecast wait for it at most. */
  private record Shadow(
      Choice choice, ShadowComparison comparison, ScheduledExecutorService thread) {}

  /** The comparisons of futures. */
  private record Forecasts(Consumer<ShadowComparison> forecast, Duration first, Duration every) {
    void start(Shadow shadow) {
      var _ =
          shadow
              .thread()
              .scheduleWithFixedDelay(
                  () -> forecast.accept(shadow.comparison()),
                  first.toMillis(),
                  every.toMillis(),
                  TimeUnit.MILLISECONDS);
    }
  }

  private final Function<Choice, Policy> policies;
  private final Supplier<String> acting;
  private Optional<Forecasts> forecasts = Optional.empty();
  private volatile List<Shadow> shadows;

  /**
   * Policies that wait for the first decision.
   *
   * @param policies makes instances of a policy
   * @param acting the policy that decides now
   */
  public ShadowPolicies(
      List<Choice> choices, Function<Choice, Policy> policies, Supplier<String> acting) {
    this.policies = policies;
    this.acting = acting;
    this.shadows = choices.stream().map(this::shadow).toList();
  }

  private Shadow shadow(Choice choice) {
    String line = choice.line();
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().daemon().name("shadow " + line).unstarted(task));
    return new Shadow(
        choice, new ShadowComparison(acting, line, () -> policies.apply(choice), thread), thread);
  }

  /**
   * Begins to compare futures, each policy on its thread.
   *
   * @param forecast compares the futures of the present jobs under a policy and the acting one
   */
  public synchronized void start(
      Consumer<ShadowComparison> forecast, Duration first, Duration every) {
    var begun = new Forecasts(forecast, first, every);
    forecasts = Optional.of(begun);
    shadows.forEach(begun::start);
  }

  /** Lets other policies decide in shadow; one that stays keeps its counts. */
  public synchronized void replace(List<Choice> choices) {
    List<Shadow> before = shadows;
    var next = new ArrayList<Shadow>();
    for (Choice choice : choices) {
      next.add(
          before.stream()
              .filter(shadow -> shadow.choice().equals(choice))
              .findFirst()
              .orElseGet(() -> begun(choice)));
    }
    shadows = List.copyOf(next);
    before.stream()
        .filter(shadow -> !next.contains(shadow))
        .forEach(shadow -> shadow.thread().shutdownNow());
  }

  private Shadow begun(Choice choice) {
    Shadow made = shadow(choice);
    forecasts.ifPresent(all -> all.start(made));
    return made;
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    shadows.forEach(shadow -> shadow.comparison().decided(cluster, plan));
  }

  /** The comparison of each policy, in the order of the server file. */
  public List<ShadowView> views() {
    return shadows.stream().map(shadow -> shadow.comparison().view()).toList();
  }

  /** Ends the threads; one whose policy never answers ends with the process. */
  @Override
  public void close() {
    shadows.forEach(shadow -> shadow.thread().shutdownNow());
  }
}
