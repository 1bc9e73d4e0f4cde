package dev.ductile.answers.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.StateFixture;
import dev.ductile.answers.Views;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.ReasonValue;
import dev.ductile.api.Resources;
import dev.ductile.api.Roster;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.laws.RandomCluster;
import dev.ductile.scheduler.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reasons of waiting jobs on random clusters that queues share. */
final class ShareReasonLawTest {
  private static final int SEEDS = 60;
  private static final int ROUNDS = 4;
  private static final List<String> NAMES = List.of("blue", "red", "green");

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "srtf", "max-min", "optimus"})
  void aJobIsOverTheShareOnlyIfTheShareStopsIt(String policy) {
    int found = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      var cluster = new RandomCluster(seed);
      int queues = 1 + (int) (seed % NAMES.size());
      for (int round = 0; round < ROUNDS; round++) {
        Cluster shared = shared(cluster.picture(), queues);
        Decision decision = Decision.of(shared, StateFixture.policy(policy).get());
        for (Job job : shared.waiting()) {
          Reason reason = decision.plan().reasons().why(job);
          String at = "seed %d, round %d, %s: %s".formatted(seed, round, job.id(), reason);
          if (reason.kind() == Reason.Kind.OVER_SHARE) {
            assertShareStops(job, reason, queues, at);
            found++;
          } else if (reason.values().containsKey(ReasonValue.HOLDER.key())) {
            assertFree(shared, decision, reason, at);
          }
        }
        cluster.follow(decision.plan());
      }
    }
    assertThat(found).isPositive();
  }

  private static void assertShareStops(Job job, Reason reason, int queues, String at) {
    assertThat(queues).as(at).isGreaterThan(1);
    Map<String, Double> share = amounts(reason, ReasonValue.SHARE);
    Resources need = job.spec().demand().of(job.spec().bounds().least());
    Resources use = Resources.of(amounts(reason, ReasonValue.QUEUE_USE));
    assertThat(
            share.entrySet().stream()
                .anyMatch(one ->
                    use.amount(one.getKey()) + need.amount(one.getKey())
                        > one.getValue() * (1 - 1e-9)))
        .as(at)
        .isTrue();
  }

  /** The free amounts are those of the whole cluster after the plan. */
  private static void assertFree(Cluster shared, Decision decision, Reason reason, String at) {
    Resources held =
        Stream.concat(
                shared.pinned().stream().map(job -> held(job, job.allocation().size())),
                decision.plan().grants().stream()
                    .map(grant -> held(grant.job(), grant.allocation().size())))
            .reduce(Resources.NONE, Resources::plus);
    amounts(reason, ReasonValue.FREE)
        .forEach((name, free) ->
            assertThat(free)
                .as(at)
                .isLessThanOrEqualTo(
                    shared.nodes().total().amount(name) - held.amount(name) + 1e-6));
    assertThat(amounts(reason, ReasonValue.NEED))
        .as(at)
        .allSatisfy((name, need) ->
            assertThat(need).isGreaterThan(amounts(reason, ReasonValue.FREE).get(name)));
  }

  private static Resources held(Job job, Size size) {
    return job.spec().demand().of(size);
  }

  private static Map<String, Double> amounts(Reason reason, ReasonValue value) {
    return Views.amounts(reason.values().get(value.key()));
  }

  private static Cluster shared(Cluster picture, int queues) {
    Roster jobs = picture.jobs();
    for (Job job : picture.jobs()) {
      String queue = NAMES.get((int) (job.arrival() % queues));
      jobs = jobs.with(job.with(job.spec().withQueue(queue, 0), job.manualOverride()));
    }
    List<Queue> settings =
        NAMES.stream()
            .limit(queues)
            .map(name -> Queue.sharing(name, Sharing.weight(name.length())))
            .toList();
    return Cluster.of(picture.now(), picture.nodes(), jobs)
        .withSettings(new ClusterSettings(Optional.empty(), settings, Map.of()));
  }
}
