package dev.ductile.server.tracing;

import dev.ductile.api.Policy;
import dev.ductile.rest.DecisionView;
import dev.ductile.scenario.TraceCollector;
import dev.ductile.scheduler.SchedulerParts;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Traces of all decisions of one scheduler, which a collector gets. */
public final class DecisionTracing implements RoundTracing, AutoCloseable {
  private final SpanExport export;
  private final RoundRecorder recorder;
  private final Supplier<Optional<DecisionView>> lastDecision;

  /**
   * Tracing that begins with the next round.
   *
   * @param version the version of the server
   * @param lastDecision the record of the decision that was made last
   * @param clock the time of day
   * @param nanos a clock that never goes back
   * @param notes takes lines for operators
   */
  public DecisionTracing(
      TraceCollector collector,
      String version,
      Supplier<Optional<DecisionView>> lastDecision,
      InstantSource clock,
      LongSupplier nanos,
      Consumer<String> notes) {
    this.export = new SpanExport(collector, version, new ExportNotes(collector, nanos, notes));
    this.recorder = new RoundRecorder(clock, nanos, export::send);
    this.lastDecision = lastDecision;
  }

  @Override
  public Policy policy(Policy policy) {
    return new TracedPolicy(policy, recorder);
  }

  @Override
  public SchedulerParts parts(SchedulerParts parts) {
    return new SchedulerParts(
        parts.policy(),
        new TracedEngine(parts.engine(), recorder),
        new TracedClock(parts.clock(), recorder),
        parts.pace(),
        parts.observer().and(new RoundObserver(recorder, lastDecision)),
        parts.ledger(),
        new TracedJournal(parts.journal(), recorder),
        parts.controls(),
        parts.resting(),
        parts.reasons());
  }

  /** Sends what is left, within a bounded time; call it after the scheduler has ended. */
  @Override
  public void close() {
    export.close();
  }
}
