package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.scenario.Shadow;
import dev.ductile.scheduler.ShadowNotes;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a policy on trial: its mode, which follows from the events, and the averages by
 * which it is promoted or gives way. Each call returns what it wants done; nothing is applied here.
 */
public final class ShadowTrial {
  /** A policy that has fallen back waits twice as long each time, at most this many times. */
  private static final int MOST_DOUBLINGS = 10;

  private final NamedPolicy teacher;
  private final NamedPolicy candidate;
  private final Shadow rules;
  private final Evaluation evaluation;
  private final ShadowLog log;
  private final RecentDecisions decisions;
  private final RecentRewards rewards;

  /**
   * The rewards while the teacher acted, with which later ones are compared if there are enough.
   */
  private final RecentRewards reference;

  private final ShadowNotes notes = new ShadowNotes();
  private final Map<JobId, Instant> finished = new HashMap<>();
  private Mode mode = Mode.SHADOW;
  private int fallbacks;
  private boolean switching;
  private @Nullable Instant modeSince;
  private @Nullable Instant nextEvaluation;
  private @Nullable Slot slot;

  /** The slot under way: its picture and the plans of both policies. */
  private record Slot(Cluster cluster, Plan ofTeacher, Plan ofCandidate) {}

  /**
   * A trial that begins in shadow.
   *
   * @param evaluation decides on a promotion; it is not asked if the rules have none
   */
  public ShadowTrial(
      NamedPolicy teacher, NamedPolicy candidate, Shadow rules, Evaluation evaluation) {
    this(teacher, candidate, rules, evaluation, ShadowLog.NONE);
  }

  /**
   * The same with a log, whose earlier lines give the averages of the trial so far.
   *
   * @throws IOException if the earlier lines cannot be read
   */
  public static ShadowTrial logged(
      NamedPolicy teacher,
      NamedPolicy candidate,
      Shadow rules,
      Evaluation evaluation,
      ShadowLogFile log)
      throws IOException {
    var trial = new ShadowTrial(teacher, candidate, rules, evaluation, log);
    log.past((mode, slot) -> (mode == Mode.ACTING ? trial.rewards : trial.reference).add(slot));
    return trial;
  }

  ShadowTrial(
      NamedPolicy teacher,
      NamedPolicy candidate,
      Shadow rules,
      Evaluation evaluation,
      ShadowLog log) {
    this.teacher = teacher;
    this.candidate = candidate;
    this.rules = rules;
    this.evaluation = evaluation;
    this.log = log;
    int most = rules.fallback().decisions();
    this.decisions = new RecentDecisions(most);
    this.rewards = new RecentRewards(most);
    this.reference = new RecentRewards(most);
  }

  public Mode mode() {
    return mode;
  }

  void happened(Event event) {
    begin(event.at());
    if (event instanceof Event.PolicySet set) {
      follow(set);
    } else if (event instanceof Event.Finished end) {
      finished.put(end.job(), end.at());
    }
  }

  private Instant begin(Instant now) {
    Instant since = modeSince == null ? now : modeSince;
    modeSince = since;
    return since;
  }

  private void follow(Event.PolicySet set) {
    Mode before = mode;
    mode =
        set.policy().equals(candidate.line())
            ? Mode.ACTING
            : set.policy().equals(teacher.line()) ? Mode.SHADOW : Mode.ASIDE;
    switching = false;
    if (mode == before) {
      return;
    }
    fallbacks += before == Mode.ACTING ? 1 : 0;
    modeSince = set.at();
    nextEvaluation = null;
    slot = null;
    decisions.clear();
    rewards.clear();
    notes.clear();
  }

  /** The scheduler has refused a change of the policy; the next decision may ask again. */
  void refused(Instant at, String why) {
    switching = false;
    log.refused(at, why);
  }

  /**
   * A decision of the running cluster.
   *
   * @param isIllegal whether grants of its plan were dropped
   * @param isAfterGap whether decisions before it were left out
   * @return the change of the policy that is needed, if any
   */
  Optional<Command.SetPolicy> decided(
      Cluster cluster, Plan plan, boolean isIllegal, boolean isAfterGap) {
    Optional<SlotReward> earned = isAfterGap ? Optional.empty() : endSlot(cluster);
    slot = null;
    if (mode == Mode.ASIDE) {
      return Optional.empty();
    }
    NamedPolicy other = mode == Mode.ACTING ? teacher : candidate;
    UnappliedDecision unapplied = UnappliedDecision.of(other, notes.on(cluster));
    notes.keep(unapplied.plan());
    Plan ofTeacher = mode == Mode.ACTING ? unapplied.plan() : plan;
    Plan ofCandidate = mode == Mode.ACTING ? plan : unapplied.plan();
    if (!unapplied.isFailed()) {
      slot = new Slot(cluster, ofTeacher, ofCandidate);
    }
    RecentDecisions.Anomalies anomalies =
        mode == Mode.ACTING ? UnappliedDecision.anomalies(plan, isIllegal) : unapplied.anomalies();
    decisions.add(anomalies);
    log(cluster, plan, unapplied.plan(), anomalies, earned);
    return change(cluster.now());
  }

  private Optional<SlotReward> endSlot(Cluster cluster) {
    Slot ended = slot;
    Map<JobId, Instant> over = Map.copyOf(finished);
    finished.clear();
    if (ended == null || !ended.cluster().now().isBefore(cluster.now())) {
      return Optional.empty();
    }
    var reward =
        new SlotReward(
            SlotRewards.earned(ended.cluster(), cluster, over),
            SlotRewards.expected(ended.cluster(), ended.ofTeacher(), cluster.now()),
            SlotRewards.expected(ended.cluster(), ended.ofCandidate(), cluster.now()));
    (mode == Mode.ACTING ? rewards : reference).add(reward);
    return Optional.of(reward);
  }

  private void log(
      Cluster cluster,
      Plan plan,
      Plan unapplied,
      RecentDecisions.Anomalies anomalies,
      Optional<SlotReward> earned) {
    Map<JobId, ShadowDecision.Sizes> differences =
        ShadowDecision.differences(cluster, plan, unapplied);
    boolean isActing = mode == Mode.ACTING;
    log.decided(
        new ShadowDecision(
            cluster.now(),
            mode,
            (isActing ? candidate : teacher).line(),
            (isActing ? teacher : candidate).line(),
            differences.size(),
            ShadowDecision.examples(differences),
            anomalies,
            earned));
  }

  private Optional<Command.SetPolicy> change(Instant now) {
    if (switching) {
      return Optional.empty();
    }
    Optional<Command.SetPolicy> change =
        mode == Mode.ACTING
            ? whyGiveWay().map(why -> set(teacher, candidate.name() + " gives way: " + why))
            : promotion(now).map(why -> set(candidate, candidate.name() + " is promoted: " + why));
    switching = change.isPresent();
    return change;
  }

  private static Command.SetPolicy set(NamedPolicy policy, String why) {
    return new Command.SetPolicy(policy.line(), why);
  }

  /** Why the teacher must act again; absent if the policy may go on. */
  private Optional<String> whyGiveWay() {
    return poorDecisions()
        .or(() ->
            rewards.isFull() && isBelow(rewards)
                ? Optional.of(
                    "in its last %d slots, jobs made %s of the progress that plans of %s would make by their speeds; under %s it was %s"
                        .formatted(
                            rules.fallback().decisions(),
                            percent(rewards),
                            teacher.name(),
                            teacher.name(),
                            percent(reference)))
                : Optional.empty());
  }

  private Optional<String> poorDecisions() {
    return decisions
        .unfamiliarBeyond(rules.fallback().unfamiliar())
        .or(() -> decisions.poorBeyond(rules.fallback().poor()));
  }

  private boolean isBelow(RecentRewards acting) {
    double usual = reference.isFull() ? reference.relative().orElse(1) : 1;
    double least = (1 - rules.fallback().drop()) * usual;
    return acting.relative().orElse(least) < least;
  }

  private static String percent(RecentRewards rewards) {
    return rewards.isFull() && rewards.relative().isPresent()
        ? "%.0f %%".formatted(100 * rewards.relative().getAsDouble())
        : "not measured";
  }

  /** Why the policy may act; absent if it may not, or if it is not time to ask. */
  private Optional<String> promotion(Instant now) {
    if (rules.promote().isEmpty()) {
      return Optional.empty();
    }
    Duration after = rules.promote().get().after();
    Instant due = nextEvaluation;
    if (due == null) {
      long times = 1L << Math.min(fallbacks, MOST_DOUBLINGS);
      due = begin(now).plus(after.multipliedBy(times));
      nextEvaluation = due;
    }
    if (now.isBefore(due)) {
      return Optional.empty();
    }
    nextEvaluation = now.plus(after);
    Verdict verdict = verdict();
    log.evaluated(now, verdict);
    return verdict.better() ? Optional.of(verdict.sentence()) : Optional.empty();
  }

  /** Poor decisions in shadow spare the evaluation. */
  private Verdict verdict() {
    Optional<String> poor = poorDecisions();
    if (poor.isPresent()) {
      return new Verdict(false, poor.get());
    }
    try {
      return evaluation.evaluate();
    } catch (RuntimeException failure) {
      return new Verdict(false, "the evaluation failed: " + failure.getMessage());
    }
  }
}
