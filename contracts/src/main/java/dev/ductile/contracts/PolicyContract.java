package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The laws of every policy, at every step of the histories of random clusters. A failure shows its
 * law, seed and step. {@code -Dductile.seedFactor=100} tries a hundred times as many seeds.
 */
@Tag("contract")
public abstract class PolicyContract {
  private static final int SEEDS = 10 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int STEPS = 8;
  private static final Duration DECISION = Duration.ofSeconds(5);
  private static final Set<Reason.Kind> GRANTED =
      EnumSet.of(
          Reason.Kind.STARTED,
          Reason.Kind.KEPT,
          Reason.Kind.GROWN,
          Reason.Kind.SHRUNK,
          Reason.Kind.MOVED);

  /** Text that no sentence for people may contain. */
  private static final Pattern BROKEN = Pattern.compile("^\\s*$|%[sd]|null|NaN|Infinity");

  /** The policies to check, by name; each is made anew whenever it is needed. */
  protected abstract Map<String, Supplier<Policy>> policies();

  /**
   * The names of those policies that choose sizes, as {@code PolicyProvider.resizes()} says. The
   * others start each job at the size that it asks for.
   */
  protected Set<String> resizing() {
    return Set.of();
  }

  /** Names of values in reasons that these policies document beside those of the project. */
  protected Set<String> ownReasonValues() {
    return Set.of();
  }

  @TestFactory
  Stream<DynamicTest> everyPlanKeepsTheLaws() {
    return policies().entrySet().stream()
        .map(entry ->
            dynamicTest(
                entry.getKey(),
                () -> allHistories(entry.getValue(), resizing().contains(entry.getKey()))));
  }

  private void allHistories(Supplier<Policy> policies, boolean resizes) {
    for (long seed = 0; seed < SEEDS; seed++) {
      requireUnblocked(policies, seed);
      history(policies, seed, resizes);
    }
  }

  /** One history, in which every plan is checked by every law. */
  private void history(Supplier<Policy> policies, long seed, boolean resizes) {
    var memories = new Memories(policies, seed);
    var cluster = new RandomCluster(seed);
    for (int step = 0; step < STEPS; step++) {
      String at = "seed %d, step %d".formatted(seed, step);
      Cluster picture = cluster.picture();
      Policy fresh = policies.get();
      Plan plan =
          assertTimeout(DECISION, () -> fresh.decide(picture), () -> "decides in time; " + at);
      requireLegal(plan, picture, at);
      requireReasons(plan, picture, at);
      if (!resizes) {
        requireAskedSizes(plan, at);
      }
      memories.requireSame(plan, picture, at);
      cluster.follow(plan);
    }
  }

  private static void requireLegal(Plan plan, Cluster picture, String at) {
    assertThat(plan.violations(picture)).as("legal; %s", at).isEmpty();
    assertThat(plan.reconsider().stream().allMatch(picture.now()::isBefore))
        .as("reconsiders only in the future; %s", at)
        .isTrue();
    assertThat(plan.figures())
        .as("figures are numbers; %s", at)
        .allMatch(figure -> Double.isFinite(figure.value()));
    assertThat(plan.figures())
        .as("figures have different names; %s", at)
        .extracting(Figure::name)
        .doesNotHaveDuplicates();
  }

  /** Experiments warn of a workload without elastic jobs only if some policy chooses sizes. */
  private static void requireAskedSizes(Plan plan, String at) {
    assertThat(plan.grants())
        .as(
            "a policy whose provider does not say that it resizes starts jobs at other sizes; %s",
            at)
        .allMatch(grant ->
            grant.job().holdsResources()
                || grant.allocation().size().equals(grant.job().spec().asked()));
  }

  private void requireReasons(Plan plan, Cluster picture, String at) {
    Set<Long> granted = granted(plan);
    for (Job job : picture.jobs()) {
      Reason reason = plan.reasons().why(job);
      boolean isRight =
          GRANTED.contains(reason.kind()) == granted.contains(job.arrival())
              && (reason.kind() == Reason.Kind.PROTECTED) == job.isProtected(picture.now())
              && !BROKEN.matcher(reason.sentence()).find();
      if (!isRight) {
        fail("reason of %s: %s: %s; %s".formatted(job.id(), reason.kind(), reason, at));
      }
      assertThat(ReasonNames.wrong(reason, ownReasonValues()))
          .as("reason of %s: %s; %s", job.id(), reason, at)
          .isEmpty();
    }
  }

  /** Jobs that can never start do not delay other jobs. */
  private static void requireUnblocked(Supplier<Policy> policies, long seed) {
    Cluster picture = new RandomCluster(seed).picture();
    Plan plan = policies.get().decide(picture);
    List<Job> possible =
        picture.jobs().stream()
            .filter(job -> plan.reasons().why(job).kind() != Reason.Kind.INFEASIBLE)
            .toList();
    Cluster without = Cluster.of(picture.now(), picture.nodes(), possible);
    assertThat(policies.get().decide(without).grants())
        .as("without the infeasible jobs; seed %d", seed)
        .isEqualTo(plan.grants());
  }

  /**
   * The same picture gives the same plan: a policy that has followed this history, one that has
   * seen other pictures, and a new one agree.
   */
  private static final class Memories {
    private final Policy following;
    private final Policy wandering;
    private final RandomCluster elsewhere;

    Memories(Supplier<Policy> policies, long seed) {
      this.following = policies.get();
      this.wandering = policies.get();
      this.elsewhere = new RandomCluster(seed + 1);
    }

    void requireSame(Plan plan, Cluster picture, String at) {
      var expected = new Expected(plan, sentences(plan, picture));
      expected.requireSame(following.decide(picture), picture, "followed this history; " + at);
      expected.requireSame(following.decide(picture), picture, "asked twice; " + at);
      elsewhere.follow(wandering.decide(elsewhere.picture()));
      expected.requireSame(wandering.decide(picture), picture, "saw others; " + at);
    }
  }

  /** A plan and its reasons, which are the same for the same picture. */
  private record Expected(Plan plan, List<String> sentences) {
    void requireSame(Plan actual, Cluster picture, String as) {
      assertThat(actual.grants()).as(as).isEqualTo(plan.grants());
      assertThat(actual.notes()).as(as).isEqualTo(plan.notes());
      assertThat(actual.reconsider()).as(as).isEqualTo(plan.reconsider());
      assertThat(actual.figures()).as(as).isEqualTo(plan.figures());
      assertThat(PolicyContract.sentences(actual, picture)).as(as).isEqualTo(sentences);
    }
  }

  private static List<String> sentences(Plan plan, Cluster picture) {
    return picture.jobs().stream().map(job -> plan.reasons().why(job).sentence()).toList();
  }

  private static Set<Long> granted(Plan plan) {
    var granted = new HashSet<Long>();
    for (Grant grant : plan.grants()) {
      granted.add(grant.job().arrival());
    }
    return granted;
  }
}
