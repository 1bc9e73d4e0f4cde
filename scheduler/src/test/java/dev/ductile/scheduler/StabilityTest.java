package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.api.Stability;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StabilityTest extends SchedulerRig {
  private static final Stability LIMITS =
      new Stability(
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofMinutes(10),
          0.04,
          Stability.MOST,
          Duration.ofMinutes(1),
          Duration.ofMinutes(4));

  private int decisions;
  private Duration pause = Duration.ofSeconds(8);

  @Test
  void aJobThatChangesInEveryDecisionIsLeftAloneForAGrowingTime() {
    Scheduler scheduler = alternating(true);
    arrive("a");
    run(scheduler, 300);

    assertThat(heard(Event.Allocated.class)).hasSizeLessThan(10);
    assertThat(scheduler.rests()).isGreaterThan(1);
    assertThat(rested()).isTrue();
  }

  /** Pauses of 0.1 s are not worth a rest. */
  @Test
  void aJobThatRescalesHotIsNotLeftAlone() {
    pause = Duration.ofMillis(100);
    Scheduler scheduler = alternating(true);
    arrive("a");
    run(scheduler, 300);

    assertThat(scheduler.rests()).isZero();
  }

  @Test
  void withoutLimitsItChangesForEver() {
    Scheduler scheduler = alternating(false);
    arrive("a");
    run(scheduler, 300);

    assertThat(scheduler.rests()).isZero();
    assertThat(rested()).isFalse();
    assertThat(heard(Event.Allocated.class)).hasSizeGreaterThan(25);
  }

  @Test
  void theReasonSaysHowOftenAndForHowLong() {
    Scheduler scheduler = alternating(true);
    arrive("a");
    run(scheduler, 100);

    assertThat(
            applied.stream()
                .map(plan -> plan.reasons().why(job()).sentence())
                .filter(sentence -> sentence.startsWith("is left alone"))
                .findFirst())
        .contains("is left alone for 50 s, because 4 changes have paused it for 32 s in 10 min");
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Stability(
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofHours(1),
                0.05,
                1,
                Duration.ofHours(2),
                Duration.ofHours(1)))
        .withMessageContaining("is shorter than the first");
  }

  private Job job() {
    return decidedOn.getLast().jobs().iterator().next();
  }

  private boolean rested() {
    return decidedOn.stream()
            .anyMatch(cluster -> cluster.pinned().stream().anyMatch(job -> job.holdsResources()))
        && applied.stream()
            .anyMatch(plan ->
                plan.reasons().why(decidedOn.getLast().jobs().iterator().next()).kind()
                    == Reason.Kind.COOLING_DOWN);
  }

  /**
   * A scheduler that decides every ten seconds, by a policy that gives one worker and two in turn.
   */
  private Scheduler alternating(boolean isLimited) {
    SchedulerParts parts =
        SchedulerParts.of(this::alternate, engine, engine, new Ledger(GivenSpeed.SPEEDS))
            .withPace(new DecisionTimes(true, Duration.ofSeconds(10)))
            .withControls(Controls.of(inbox))
            .withObserver(
                new SchedulerObserver() {
                  @Override
                  public void happened(Event event) {
                    happened.add(event);
                  }

                  @Override
                  public void decided(Cluster cluster, Plan plan) {
                    decidedOn.add(cluster);
                    applied.add(plan);
                  }
                });
    return new Scheduler(isLimited ? parts.withStability(Optional.of(LIMITS)) : parts);
  }

  private Plan alternate(Cluster cluster) {
    decisions++;
    Allocation each = Allocation.on(NODE, Size.workers(1 + decisions % 2));
    Plan all = grants(cluster, each);
    return Plan.of(
        all.grants().stream().filter(grant -> !grant.job().isProtected(cluster.now())).toList(),
        all.reasons());
  }

  private void report(Event.Allocated change) {
    engine.report(
        new Event.Rescaled(
            change.at(),
            change.job(),
            change.revision(),
            change.from().size(),
            change.to().size(),
            pause));
  }

  private void run(Scheduler scheduler, int seconds) {
    for (int second = 0; second < seconds; second += 10) {
      int before = heard(Event.Allocated.class).size();
      scheduler.round();
      heard(Event.Allocated.class).stream().skip(before).forEach(this::report);
      engine.sleepUntil(START.plusSeconds(second + 10));
    }
  }
}
