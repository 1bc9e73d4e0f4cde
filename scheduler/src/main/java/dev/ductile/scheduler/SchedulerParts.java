package dev.ductile.scheduler;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Policy;
import dev.ductile.api.Stability;
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
 * @param resting protects jobs that change too often
 * @param reasons the reasons that events carry into the journal
 */
public record SchedulerParts(
    Policy policy,
    Engine engine,
    Clock clock,
    DecisionTimes pace,
    SchedulerObserver observer,
    Ledger ledger,
    Journal journal,
    Controls controls,
    RestingJobs resting,
    ChangeReasons reasons) {

  /** A scheduler that decides after events, without a journal and without commands. */
  public static SchedulerParts of(Policy policy, Engine engine, Clock clock, Ledger ledger) {
    return new SchedulerParts(
        policy,
        engine,
        clock,
        DecisionTimes.ON_EVENTS,
        SchedulerObserver.NONE,
        ledger,
        Journal.NONE,
        Controls.none(),
        RestingJobs.none(),
        ChangeReasons.NONE);
  }

  public SchedulerParts withPace(DecisionTimes newPace) {
    return new SchedulerParts(
        policy, engine, clock, newPace, observer, ledger, journal, controls, resting, reasons);
  }

  public SchedulerParts withObserver(SchedulerObserver newObserver) {
    return new SchedulerParts(
        policy, engine, clock, pace, newObserver, ledger, journal, controls, resting, reasons);
  }

  public SchedulerParts withJournal(Journal newJournal) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, newJournal, controls, resting, reasons);
  }

  public SchedulerParts withControls(Controls newControls) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, journal, newControls, resting, reasons);
  }

  public SchedulerParts withStability(Optional<Stability> limits) {
    return new SchedulerParts(
        policy,
        engine,
        clock,
        pace,
        observer,
        ledger,
        journal,
        controls,
        limits.map(RestingJobs::new).orElseGet(RestingJobs::none),
        reasons);
  }

  public SchedulerParts withResting(RestingJobs newResting) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, journal, controls, newResting, reasons);
  }

  public SchedulerParts withReasons(ChangeReasons newReasons) {
    return new SchedulerParts(
        policy, engine, clock, pace, observer, ledger, journal, controls, resting, newReasons);
  }
}
