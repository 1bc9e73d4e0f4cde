package dev.ductile.scenario;

import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.api.Stability;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a live cluster that takes jobs from users.
 *
 * @param nodes the nodes at the start
 * @param policy the policy that decides until an operator chooses another one
 * @param shadows the policies that decide beside the acting one and change nothing
 * @param estimator the name of the estimator that learns speeds; speeds are not learned without one
 * @param queues the queues with settings of their own
 * @param openId the provider whose tokens sign people in
 * @param runAs the users as whom jobs run; the user of the server if it is absent
 * @param stability the limits of the changes of each job
 * @param idleAfter how long a job uses almost none of its devices before it counts as idle; zero if
 *     that is not watched
 * @param seed the seed of policies that use chance
 * @param kept how long the past is kept
 * @param tracing takes the traces of decisions; none are made if it is absent
 */
public record ServerSettings(
    Nodes nodes,
    Choice policy,
    List<Choice> shadows,
    Choice placement,
    Rescale rescale,
    Decisions decisions,
    Optional<String> estimator,
    List<Queue> queues,
    Optional<OpenIdProvider> openId,
    Optional<JobUsers> runAs,
    Stability stability,
    Duration idleAfter,
    long seed,
    KeptTimes kept,
    Optional<TraceCollector> tracing) {
  /** Shares the cluster equally and needs no speeds. */
  public static final Choice DEFAULT_POLICY = Choice.named("max-min");

  public static final String DEFAULT_ESTIMATOR = "online";

  public static final Duration DEFAULT_IDLE_AFTER = Duration.ofMinutes(15);

  /** The most policies in shadow; each has a thread. */
  public static final int MOST_SHADOWS = 4;

  /** Decides at events, at most ten times a second, so that readers and clients have their turn. */
  public static final Decisions DEFAULT_DECISIONS =
      Decisions.ON_EVENTS.withLeastInterval(Duration.ofMillis(100));

  public ServerSettings {
    queues = List.copyOf(queues);
    shadows = List.copyOf(shadows);
    if (shadows.size() > MOST_SHADOWS) {
      throw new IllegalArgumentException(
          "shadow: at most %d policies decide in shadow, not %d"
              .formatted(MOST_SHADOWS, shadows.size()));
    }
    if (Set.copyOf(shadows).size() < shadows.size()) {
      throw new IllegalArgumentException("shadow: a policy is named twice");
    }
    if (nodes.count() == 0) {
      throw new IllegalArgumentException("a cluster needs at least one node");
    }
  }

  /** The default settings for these nodes. */
  public static ServerSettings of(Nodes nodes) {
    return new ServerSettings(
        nodes,
        DEFAULT_POLICY,
        List.of(),
        Scenario.DEFAULT_PLACEMENT,
        Rescale.FREE,
        DEFAULT_DECISIONS,
        Optional.of(DEFAULT_ESTIMATOR),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Stability.USUAL,
        DEFAULT_IDLE_AFTER,
        1,
        KeptTimes.USUAL,
        Optional.empty());
  }

  /** These settings, with those of another file that can change while a server runs. */
  public ServerSettings withReloaded(ServerSettings file) {
    return new ServerSettings(
        nodes,
        file.policy,
        file.shadows,
        placement,
        file.rescale,
        file.decisions,
        estimator,
        file.queues,
        file.openId,
        runAs,
        file.stability,
        file.idleAfter,
        seed,
        file.kept,
        tracing);
  }

  public ServerSettings withPolicy(Choice newPolicy) {
    return new ServerSettings(
        nodes, newPolicy, shadows, placement, rescale, decisions, estimator, queues, openId, runAs,
        stability, idleAfter, seed, kept, tracing);
  }

  public ServerSettings withPlacement(Choice newPlacement) {
    return new ServerSettings(
        nodes,
        policy,
        shadows,
        newPlacement,
        rescale,
        decisions,
        estimator,
        queues,
        openId,
        runAs,
        stability,
        idleAfter,
        seed,
        kept,
        tracing);
  }

  public ServerSettings withShadows(List<Choice> newShadows) {
    return new ServerSettings(
        nodes,
        policy,
        newShadows,
        placement,
        rescale,
        decisions,
        estimator,
        queues,
        openId,
        runAs,
        stability,
        idleAfter,
        seed,
        kept,
        tracing);
  }
}
