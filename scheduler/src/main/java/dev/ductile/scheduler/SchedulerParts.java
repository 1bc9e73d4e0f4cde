package dev.ductile.scheduler;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Policy;

/**
 * What a scheduler is made of.
 *
 * @param policy decides, unless a command chose another one in the past that the ledger knows
 * @param engine runs the jobs
 * @param clock of the world in which the jobs run
 * @param pace when the policy is asked
 * @param observer is told what the scheduler does
 * @param ledger what is known of the cluster; a scheduler decides at once on jobs that it knows
 * @param journal keeps events before the scheduler acts on them
 * @param controls where commands come from
 */
public record SchedulerParts(
    Policy policy,
    Engine engine,
    Clock clock,
    Pace pace,
    Observer observer,
    Ledger ledger,
    Journal journal,
    Controls controls) {

  /** A scheduler that decides on events, keeps no journal and takes no command. */
  public static SchedulerParts of(Policy policy, Engine engine, Clock clock, Ledger ledger) {
    return new SchedulerParts(
        policy,
        engine,
        clock,
        Pace.ON_EVENTS,
        Observer.NONE,
        ledger,
        Journal.NONE,
        Controls.none());
  }

  public SchedulerParts withPace(Pace newPace) {
    return new SchedulerParts(policy, engine, clock, newPace, observer, ledger, journal, controls);
  }

  public SchedulerParts withObserver(Observer newObserver) {
    return new SchedulerParts(policy, engine, clock, pace, newObserver, ledger, journal, controls);
  }

  public SchedulerParts withJournal(Journal newJournal) {
    return new SchedulerParts(policy, engine, clock, pace, observer, ledger, newJournal, controls);
  }

  public SchedulerParts withControls(Controls newControls) {
    return new SchedulerParts(policy, engine, clock, pace, observer, ledger, journal, newControls);
  }
}
