package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.JobNote;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A policy whose teacher decides in its place where a check finds its input unfamiliar or its plan
 * poor, or where it fails. A figure of the plan gives the cause. The notes of both policies are
 * kept, so that neither loses its memory.
 */
public record Guarded(Policy policy, Policy teacher, DecisionCheck check) implements Policy {
  /** The figure of a decision whose input is unlike anything in training. */
  public static final String UNFAMILIAR = "unfamiliar";

  /** The figure of a decision whose plan is poor. */
  public static final String POOR = "poor";

  @Override
  public Plan decide(Cluster cluster) {
    Plan own;
    try {
      own = policy.decide(cluster);
    } catch (RuntimeException failure) {
      return instead(cluster, List.of(), new Figure(POOR, 1, "it failed: " + failure.getMessage()));
    }
    Optional<Figure> unfamiliar =
        check.unfamiliar(cluster).map(cause -> new Figure(UNFAMILIAR, 1, cause));
    Optional<Figure> reason =
        unfamiliar.or(() -> check.poor(cluster, own).map(cause -> new Figure(POOR, 1, cause)));
    return reason.isPresent() ? instead(cluster, own.notes(), reason.get()) : own;
  }

  private Plan instead(Cluster cluster, List<JobNote> notes, Figure reason) {
    Plan plan = teacher.decide(cluster);
    var all = new ArrayList<JobNote>(plan.notes());
    all.addAll(notes);
    var figures = new ArrayList<Figure>(plan.figures());
    figures.add(
        new Figure(
            reason.name(),
            reason.value(),
            "decisions of the teacher instead, because " + reason.meaning()));
    return new Plan(plan.grants(), all, plan.reconsider(), plan.settled(), plan.reasons(), figures);
  }

  /** The cause of the teacher's decision under this name; absent if the policy decided. */
  static Optional<String> cause(Plan plan, String name) {
    return plan.figures().stream()
        .filter(figure -> figure.name().equals(name) && figure.value() > 0)
        .map(Figure::meaning)
        .findFirst();
  }
}
