package dev.ductile.policies.sizing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobNote;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A policy that decides sizes: a paper's {@link Division}, and the parts that all such policies
 * share. Higher priorities divide before lower ones. Jobs of unknown speed come after all others of
 * their priority, at the sizes that they request. A job that does not fit into the empty cluster
 * gets nothing, and protected jobs keep their allocations. Then all jobs are placed. Resources of
 * jobs that found no place are offered to late jobs.
 */
public final class SizingPolicy implements Policy {
  private static final Comparator<SizeDecision> IN_THEIR_ORDER = (_, _) -> 0;

  private final Division division;
  private final Placement placement;
  private final PlacementPass.First first;
  private final Candidates candidates;
  private EmptyCluster empty;

  /**
   * A policy that places the largest jobs first.
   *
   * @param steps the sizes that the division may choose from
   */
  public SizingPolicy(Division division, SizeSteps steps, Placement placement) {
    this(division, steps, placement, PlacementPass.First.LARGEST);
  }

  /** A policy whose paper defines the order of placement. */
  public SizingPolicy(
      Division division, SizeSteps steps, Placement placement, PlacementPass.First first) {
    this.division = division;
    this.placement = placement;
    this.first = first;
    this.candidates = new Candidates(steps);
    this.empty = new EmptyCluster(Nodes.NONE, placement);
  }

  /** The decisions, notes and figures so far. */
  private record DraftShares(
      List<SizeDecision> decisions, List<JobNote> notes, List<Figure> figures) {
    void add(int priority, Shares shares) {
      decisions.addAll(shares.decisions());
      notes.addAll(shares.notes());
      shares.figures().forEach(figure -> figures.add(named(figure, priority)));
    }

    /** Figures of a priority other than 0 have it in their names. */
    private static Figure named(Figure figure, int priority) {
      return priority == 0
          ? figure
          : new Figure(figure.name() + "OfPriority" + priority, figure.value(), figure.meaning());
    }
  }

  @Override
  public Plan decide(Cluster cluster) {
    var draft = new DraftShares(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Optional<Instant> reconsider = Optional.empty();
    if (!empty.isOf(cluster.nodes())) {
      empty = new EmptyCluster(cluster.nodes(), placement);
    }
    NavigableMap<Integer, List<Candidate>> priorities = byPriority(cluster);
    Budget budget = Budget.of(FreeCapacity.of(cluster), empty.pools());
    for (Map.Entry<Integer, List<Candidate>> each : priorities.entrySet()) {
      List<Candidate> peers = each.getValue();
      List<Candidate> known = peers.stream().filter(this::isDivided).toList();
      Shares shares = division.divide(new Table(cluster.now(), known, budget, empty));
      draft.add(each.getKey(), shares);
      reconsider = earlier(reconsider, shares.reconsider());
      peers.stream()
          .filter(Predicate.not(this::isDivided))
          .forEach(job -> serve(job, budget, draft));
    }
    settle(cluster, draft.decisions());
    List<Grant> grants = grants(draft.decisions());
    return new Plan(
        grants,
        draft.notes(),
        reconsider,
        false,
        SizingReasons.of(cluster, grants, draft.decisions()),
        draft.figures());
  }

  private boolean isDivided(Candidate candidate) {
    return candidate.isKnown() || !division.readsSpeeds();
  }

  private void settle(Cluster cluster, List<SizeDecision> decisions) {
    var settling = new PlacementPass<SizeDecision>(cluster, placement, first, IN_THEIR_ORDER);
    var ranks = new TreeMap<Integer, List<SizeDecision>>(Comparator.reverseOrder());
    for (SizeDecision decision : decisions) {
      ranks
          .computeIfAbsent(decision.job().spec().priority(), any -> new ArrayList<>())
          .add(decision);
    }
    settling.settleRanks(List.copyOf(ranks.values()));
    if (!division.reserves()) {
      decisions.stream()
          .filter(SizeDecision::isLate)
          .forEach(decision -> settling.offer(decision, decision.least()));
    }
  }

  /**
   * The jobs that may be changed and fit into the empty cluster, by falling priority, each list in
   * order of arrival.
   */
  private NavigableMap<Integer, List<Candidate>> byPriority(Cluster cluster) {
    candidates.expect(cluster.nodes().columns());
    var peers = new TreeMap<Integer, List<Candidate>>(Comparator.reverseOrder());
    for (Job job : cluster.jobs()) {
      if (!job.isProtected(cluster.now()) && empty.hasPlace(job, job.spec().bounds().least())) {
        peers
            .computeIfAbsent(job.spec().priority(), any -> new ArrayList<>())
            .add(candidates.of(job, empty.pools()));
      }
    }
    return peers;
  }

  /** Gives a job of unknown speed the size that it requests, if enough is left. */
  private static void serve(Candidate candidate, Budget budget, DraftShares draft) {
    Size asked = candidate.job().spec().asked();
    if (!budget.covers(candidate, asked)) {
      draft
          .decisions()
          .add(
              SizeDecision.late(
                  candidate,
                  asked,
                  () ->
                      Phrase.of(
                          "its speed is unknown, so it comes after all other jobs of its priority")));
      return;
    }
    budget.take(candidate, asked);
    draft
        .decisions()
        .add(
            new SizeDecision(
                candidate,
                asked,
                () -> Phrase.of("its speed is unknown, so it gets the size that it requests")));
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return one.isPresent() && other.isPresent()
        ? one.filter(other.get()::isAfter).or(() -> other)
        : one.or(() -> other);
  }

  private static List<Grant> grants(List<SizeDecision> decisions) {
    var grants = new ArrayList<Grant>();
    for (SizeDecision decision : decisions) {
      if (!decision.allocation().isNone()) {
        grants.add(new Grant(decision.job(), decision.allocation()));
      }
    }
    return grants;
  }
}
