package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.scenario.RunLimits;
import dev.ductile.text.Quantity;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a live run ended before its jobs. The remaining jobs are cancelled with the sentence of the
 * end, by which a journal shows the end of its run.
 */
public enum RunEnd {
  HORIZON(Run.End.HORIZON, "the run is at its limit of .+ \\(horizon\\)") {
    @Override
    public String sentence(RunLimits limits) {
      return "the run is at its limit of %s (horizon)".formatted(Quantity.text(limits.horizon()));
    }
  },
  DECISIONS(Run.End.DECISIONS, "the run is at its limit of \\d+ decisions") {
    @Override
    public String sentence(RunLimits limits) {
      return "the run is at its limit of %d decisions".formatted(limits.decisions());
    }
  },
  STANDSTILL(Run.End.STANDSTILL, "the run ends because no job runs and the policy starts none") {
    @Override
    public String sentence(RunLimits limits) {
      return "the run ends because no job runs and the policy starts none";
    }
  };

  private final Run.End inFigures;
  private final Pattern sentences;

  RunEnd(Run.End inFigures, String sentences) {
    this.inFigures = inFigures;
    this.sentences = Pattern.compile(sentences);
  }

  /** The sentence of a run with these limits. */
  public abstract String sentence(RunLimits limits);

  /** The end as the figures of the run name it. */
  public Run.End inFigures() {
    return inFigures;
  }

  /** The end that cancelled this job; empty for any other event. */
  public static Optional<RunEnd> of(Event event) {
    if (event instanceof Event.Cancelled cancelled) {
      for (RunEnd end : values()) {
        if (end.sentences.matcher(cancelled.why()).matches()) {
          return Optional.of(end);
        }
      }
    }
    return Optional.empty();
  }
}
