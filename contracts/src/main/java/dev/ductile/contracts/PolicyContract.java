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
 * What every policy must hold, at every step of the lives of random clusters. A failure tells its
 * law, seed and step. {@code -Dductile.seedFactor=100} tries a hundred times as many lives.
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

  /** What no sentence for people has in it. */
  private static final Pattern BROKEN = Pattern.compile("^\\s*$|%[sd]|null|NaN|Infinity");

  /** The policies to try, each by a name, made afresh whenever one is needed. */
  protected abstract Map<String, Supplier<Policy>> policies();

  /** Names of values in reasons that these policies document beside those of the project. */
  protected Set<String> ownReasonValues() {
    return Set.of();
  }

  @TestFactory
  Stream<DynamicTest> laws() {
    return policies().entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> allLives(entry.getValue())));
  }

  private void allLives(Supplier<Policy> policies) {
    for (long seed = 0; seed < SEEDS; seed++) {
      requireUnblocked(policies, seed);
      live(policies, seed);
    }
  }

  /** One life, in which every plan is held against every law. */
  private void live(Supplier<Policy> policies, long seed) {
    var memories = new Memories(policies, seed);
    var life = new Life(seed);
    for (int step = 0; step < STEPS; step++) {
      String at = "seed %d, step %d".formatted(seed, step);
      Cluster picture = life.picture();
      Policy fresh = policies.get();
      Plan plan = assertTimeout(DECISION, () -> fresh.decide(picture), () -> "soon; " + at);
      requireLegal(plan, picture, at);
      requireReasons(plan, picture, at);
      memories.requireSame(plan, picture, at);
      life.follow(plan);
    }
  }

  private static void requireLegal(Plan plan, Cluster picture, String at) {
    assertThat(plan.violations(picture)).as("legal; %s", at).isEmpty();
    assertThat(plan.reconsider().stream().allMatch(picture.now()::isBefore))
        .as("asks to be asked again later; %s", at)
        .isTrue();
    assertThat(plan.figures())
        .as("figures are numbers; %s", at)
        .allMatch(figure -> Double.isFinite(figure.value()));
    assertThat(plan.figures())
        .as("figures have names of their own; %s", at)
        .extracting(Figure::name)
        .doesNotHaveDuplicates();
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

  /** Jobs that can never start hold up no other job. */
  private static void requireUnblocked(Supplier<Policy> policies, long seed) {
    Cluster picture = new Life(seed).picture();
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
   * The same picture, the same plan: a policy that has followed this life, one that has seen other
   * pictures, and a fresh one agree.
   */
  private static final class Memories {
    private final Policy following;
    private final Policy wandering;
    private final Life elsewhere;

    Memories(Supplier<Policy> policies, long seed) {
      this.following = policies.get();
      this.wandering = policies.get();
      this.elsewhere = new Life(seed + 1);
    }

    void requireSame(Plan plan, Cluster picture, String at) {
      agree(plan, following.decide(picture), picture, "followed this life; " + at);
      agree(plan, following.decide(picture), picture, "asked twice; " + at);
      elsewhere.follow(wandering.decide(elsewhere.picture()));
      agree(plan, wandering.decide(picture), picture, "saw others; " + at);
    }
  }

  private static void agree(Plan expected, Plan actual, Cluster picture, String as) {
    assertThat(actual.grants()).as(as).isEqualTo(expected.grants());
    assertThat(actual.notes()).as(as).isEqualTo(expected.notes());
    assertThat(actual.reconsider()).as(as).isEqualTo(expected.reconsider());
    assertThat(actual.figures()).as(as).isEqualTo(expected.figures());
    assertThat(sentences(actual, picture)).as(as).isEqualTo(sentences(expected, picture));
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
