package dev.ductile.scenario.file;

import dev.ductile.api.Estimator;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.scenario.KeptTimes;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.text.Entries;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A live cluster that takes jobs from users.
 *
 * @param kind the kind of the file, for tools and messages; known by its keys if it is absent
 * @param cluster the machines; that of the server as one node if it is absent
 * @param policy the policy that decides until an operator chooses another one; max-min if it is
 *     absent
 * @param shadow the policies that decide beside the acting one and change nothing; none if it is
 *     absent
 * @param placement the algorithm that chooses nodes for tasks; consolidated if it is absent
 * @param rescale the expected cost of starting and rescaling, until it is measured; nothing if it
 *     is absent
 * @param decisions when the policy decides; on events if it is absent
 * @param estimator the estimator that learns the speeds of jobs from measurements; online if it is
 *     absent
 * @param queues the queues with settings of their own
 * @param openId the OpenID Connect provider by which people sign in; only tokens of the server if
 *     it is absent
 * @param runAs how jobs run as the users who submitted them; as the user of the server if it is
 *     absent
 * @param stability the limits of the changes of each job; the usual ones if it is absent
 * @param idleAfter how long a job uses almost none of its devices before it counts as idle; 0 if
 *     that is not watched, 15m if it is absent
 * @param seed the seed of policies that use chance; 1 if it is absent
 * @param journal how long the past is kept
 * @param tracing the collector of traces of decisions; none if it is absent
 */
record ServerEntry(
    Optional<Word> kind,
    Optional<ClusterEntry> cluster,
    Optional<@ReadAs(Policy.class) Written> policy,
    Optional<
            @Entries(most = ServerSettings.MOST_SHADOWS, unique = true) List<
                @ReadAs(Policy.class) Written>>
        shadow,
    Optional<@ReadAs(Placement.class) Written> placement,
    Optional<ScenarioEntry.RescaleEntry> rescale,
    Optional<ScenarioEntry.DecisionsEntry> decisions,
    Optional<@ReadAs(Estimator.class) Written> estimator,
    Optional<List<QueueEntry>> queues,
    Optional<OpenIdEntry> openId,
    Optional<RunAsEntry> runAs,
    Optional<StabilityEntry> stability,
    Optional<Duration> idleAfter,
    @NumberBounds(least = 0) OptionalLong seed,
    Optional<JournalEntry> journal,
    Optional<TracingEntry> tracing) {

  /**
   * How long the past is kept, at least an hour.
   *
   * @param events the events that only replays need; 90 days if it is absent
   * @param decisions the decision log; 90 days if it is absent
   * @param samples the measurements of jobs; 30 days if it is absent
   */
  record JournalEntry(
      Optional<Duration> events, Optional<Duration> decisions, Optional<Duration> samples) {
    JournalEntry {
      var _ = kept(events, decisions, samples);
    }

    KeptTimes kept() {
      return kept(events, decisions, samples);
    }

    private static KeptTimes kept(
        Optional<Duration> events, Optional<Duration> decisions, Optional<Duration> samples) {
      return new KeptTimes(
          events.orElse(KeptTimes.USUAL.events()),
          decisions.orElse(KeptTimes.USUAL.decisions()),
          samples.orElse(KeptTimes.USUAL.samples()));
    }
  }

  /** The kind of the file. */
  enum Word {
    SERVER
  }
}
