package dev.ductile.scheduler;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Policy;
import java.util.Optional;

/**
 * The parts of a scheduler.
 *
 * @param policy makes the decisions, unless the ledger has a policy that a command chose
 * @param engine runs the jobs
 * @param clock the time of the world in which the jobs run
 * @param pace the times of decisions
 * @param observer receives events and decisions
 * @param ledger the state of the cluster; if it has jobs, the first round makes a decision
 * @param journal stores events before the scheduler acts on them
 * @param controls the source of commands
 * @param stability the limits of the changes of one job; none if it is absent
 */
public record SchedulerParts(
    Policy policy,
    Engine engine,
    Clock clock,
    DecisionTimes pace,
    Observer observer,
    Ledger ledger,
    Journal journal,
    Controls controls,
    Optional<Stability> stability) {

  /** A scheduler that decides after events, without a journal and without commands. */
  public static SchedulerParts of(Policy policy, Engine engine, Clock clock, Ledger ledger) {
    return new SchedulerParts(
        policy,
        engine,
        clock,
        DecisionTimes.ON_EVENTS,
        Observer.NONE,
        ledger,
        Journal.NONE,
        Controls.none(),
        Optional.empty());
  }

  public SchedulerParts withPace(DecisionTimes newPace) {
    return new SchedulerParts(
        policy, engine, clock, newPace, observer, ledger, journal, controls, stability);
  }

  public SchedulerParts withObserver(Observer newObserver) {
    return new SchedulerParts(
        policy, engine, clock, pace, newObserver, ledger, journal, controls, stability);
  }

  public SchedulerParts withJournal(Journal newJournal) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, newJournal, controls, stability);
  }

  public SchedulerParts withControls(Controls newControls) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, journal, newControls, stability);
  }

  public SchedulerParts withStability(Stability limits) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, journal, controls, Optional.of(limits));
  }
}
