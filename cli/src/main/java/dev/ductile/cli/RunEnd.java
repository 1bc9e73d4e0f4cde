package dev.ductile.cli;

import dev.ductile.api.Event;
import dev.ductile.history.Run;
import dev.ductile.scenario.RunLimits;
import dev.ductile.text.Quantity;
import java.util.Optional;

/**
 * Why a live run ended before its jobs, and the sentence with which its jobs are cancelled then.
 */
enum RunEnd {
  HORIZON(Run.End.HORIZON) {
    @Override
    String sentence(RunLimits limits) {
      return "the run is at its limit of %s (horizon)".formatted(Quantity.text(limits.horizon()));
    }
  },
  DECISIONS(Run.End.DECISIONS) {
    @Override
    String sentence(RunLimits limits) {
      return "the run is at its limit of %d decisions".formatted(limits.decisions());
    }
  },
  STANDSTILL(Run.End.STANDSTILL) {
    @Override
    String sentence(RunLimits limits) {
      return "the run ends because no job runs and the policy starts none";
    }
  };

  private final Run.End inFigures;

  RunEnd(Run.End inFigures) {
    this.inFigures = inFigures;
  }

  abstract String sentence(RunLimits limits);

  /** The end as the figures of the run name it. */
  Run.End inFigures() {
    return inFigures;
  }

  /** The end that cancelled this job; empty for any other event. */
  static Optional<RunEnd> of(Event event, RunLimits limits) {
    if (event instanceof Event.Cancelled cancelled) {
      for (RunEnd end : values()) {
        if (end.sentence(limits).equals(cancelled.why())) {
          return Optional.of(end);
        }
      }
    }
    return Optional.empty();
  }
}
