package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.GreedyAscent;
import dev.ductile.policies.sizing.SizeDecision;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts as many jobs as possible, and then divides the leftover nodes (Section V-B, Waterfill).
 */
record Waterfilling(Waterfill.Filling filling, double gamma, SteepestPaths steepest)
    implements Division {
  Waterfilling(Waterfill.Filling filling, double gamma) {
    this(filling, gamma, new SteepestPaths());
  }

  @Override
  public Shares divide(Table table) {
    var waiting = new ArrayList<SizeDecision>();
    List<SizeDecision> decisions =
        switch (filling) {
          case SHORTEST -> shortest(table, waiting);
          case STEEPEST -> steepest(table, waiting);
        };
    var all = new ArrayList<>(decisions);
    all.addAll(waiting);
    return Shares.of(all);
  }

  private List<SizeDecision> shortest(Table table, List<SizeDecision> waiting) {
    var jobs = new ArrayList<SizedJob>(table.candidates().size());
    for (Candidate candidate : table.candidates()) {
      if (table.budget().covers(candidate, candidate.size(0))) {
        var job = new SizedJob(candidate, table.now(), gamma);
        job.choose(0, job.seconds(0), 0);
        job.take(table.budget());
        jobs.add(job);
      } else {
        waiting.add(late(candidate));
      }
    }
    return new LeftoverFilling(jobs, table.budget())
        .fill().stream().map(Waterfilling::decision).toList();
  }

  private List<SizeDecision> steepest(Table table, List<SizeDecision> waiting) {
    var ascent = new GreedyAscent(table);
    for (Candidate candidate : table.candidates()) {
      if (!ascent.start(candidate, steepest.path(new SizedJob(candidate, table.now(), gamma)))) {
        waiting.add(late(candidate));
      }
    }
    return ascent.grow();
  }

  private static SizeDecision late(Candidate candidate) {
    return SizeDecision.late(
        candidate,
        () ->
            Phrase.of(
                "protected jobs, jobs of higher priority and earlier jobs leave too little for it"));
  }

  private static SizeDecision decision(FinalSize fill) {
    return new SizeDecision(
        fill.job().candidate(),
        fill.job().candidate().size(fill.last()),
        () ->
            fill.last() > fill.first()
                ? fill.filled()
                : Phrase.of(
                    "its least size; the leftover nodes would not let it end before all other jobs"));
  }
}
