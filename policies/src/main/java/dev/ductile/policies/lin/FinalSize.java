package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.List;

/**
 * The final size of a job, and how it got it.
 *
 * @param first the index of the size by the rule, before leftover nodes
 * @param last the index of the final size
 */
record FinalSize(SizedJob job, int first, int last) {
  static List<FinalSize> none(List<SizedJob> jobs) {
    return jobs.stream().map(job -> FinalSize.of(job, job.index())).toList();
  }

  static FinalSize of(SizedJob job, int first) {
    return new FinalSize(job, first, job.index());
  }

  SizeDecision decision(Heuristic heuristic) {
    return new SizeDecision(
        job.candidate(),
        job.candidate().size(last),
        () -> last > first ? filled() : heuristic.why(job, last));
  }

  /** The reason why it is larger than by the rule. */
  Phrase filled() {
    SpeedBySize speeds = job.speeds();
    int more = Heuristic.nodes(speeds, last) - Heuristic.nodes(speeds, first);
    return Phrase.of(
        "{}with {moreTasks}, left over by the rule, it ends before all other jobs, in {remaining}",
        job.isStretched() ? "counted with gamma, " : "",
        Worded.count(more, "more node"),
        job.time(last));
  }
}
