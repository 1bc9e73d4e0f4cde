package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
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
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** What every policy must hold, on the lives of fifty random clusters. A failure tells its seed. */
public abstract class PolicyContract {
  private static final int SEEDS = 50;
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

  @FunctionalInterface
  private interface Law {
    void check(Supplier<Policy> policy, long seed);
  }

  @TestFactory
  Stream<DynamicNode> laws() {
    return policies().entrySet().stream()
        .map(entry ->
            dynamicContainer(
                entry.getKey(),
                Stream.of(
                    law("plans are legal", entry.getValue(), PolicyContract::legal),
                    law("same picture, same plan", entry.getValue(), PolicyContract::pure),
                    law("every job has a reason", entry.getValue(), PolicyContract::reasoned),
                    law(
                        "what is impossible holds up nobody",
                        entry.getValue(),
                        PolicyContract::unblocked))));
  }

  private static DynamicNode law(String name, Supplier<Policy> policy, Law law) {
    return dynamicTest(
        name,
        () -> {
          for (long seed = 0; seed < SEEDS; seed++) {
            law.check(policy, seed);
          }
        });
  }

  private static void legal(Supplier<Policy> policies, long seed) {
    Policy policy = policies.get();
    var life = new Life(seed);
    for (int step = 0; step < STEPS; step++) {
      Cluster picture = life.picture();
      Plan plan = assertTimeout(DECISION, () -> policy.decide(picture), () -> at(seed));
      assertThat(plan.violations(picture)).as(at(seed, step)).isEmpty();
      assertThat(plan.reconsider().stream().allMatch(picture.now()::isBefore))
          .as("asks to be asked again later; %s", at(seed, step))
          .isTrue();
      assertThat(plan.figures())
          .as("figures are numbers; %s", at(seed, step))
          .allMatch(figure -> Double.isFinite(figure.value()));
      assertThat(plan.figures())
          .as("figures have names of their own; %s", at(seed, step))
          .extracting(Figure::name)
          .doesNotHaveDuplicates();
      life.follow(plan);
    }
  }

  /** One that has seen other pictures, one that has followed this life, and a fresh one agree. */
  private static void pure(Supplier<Policy> policies, long seed) {
    Policy following = policies.get();
    Policy wandering = policies.get();
    var life = new Life(seed);
    var elsewhere = new Life(seed + 1);
    for (int step = 0; step < STEPS; step++) {
      Cluster picture = life.picture();
      Plan plan = policies.get().decide(picture);
      agree(plan, following.decide(picture), picture, "followed this life; " + at(seed, step));
      agree(plan, following.decide(picture), picture, "asked twice; " + at(seed, step));
      elsewhere.follow(wandering.decide(elsewhere.picture()));
      agree(plan, wandering.decide(picture), picture, "saw others; " + at(seed, step));
      life.follow(plan);
    }
  }

  private static void reasoned(Supplier<Policy> policies, long seed) {
    var life = new Life(seed);
    for (int step = 0; step < STEPS; step++) {
      Cluster picture = life.picture();
      Plan plan = policies.get().decide(picture);
      Set<Long> granted = granted(plan);
      for (Job job : picture.jobs()) {
        Reason reason = plan.reasons().why(job);
        boolean isRight =
            GRANTED.contains(reason.kind()) == granted.contains(job.arrival())
                && (reason.kind() == Reason.Kind.PROTECTED) == job.isProtected(picture.now())
                && !BROKEN.matcher(reason.sentence()).find();
        if (!isRight) {
          fail("%s: %s: %s; %s".formatted(job.id(), reason.kind(), reason, at(seed, step)));
        }
      }
      life.follow(plan);
    }
  }

  private static void unblocked(Supplier<Policy> policies, long seed) {
    Cluster picture = new Life(seed).picture();
    Plan plan = policies.get().decide(picture);
    List<Job> possible =
        picture.jobs().stream()
            .filter(job -> plan.reasons().why(job).kind() != Reason.Kind.INFEASIBLE)
            .toList();
    Cluster without = Cluster.of(picture.now(), picture.nodes(), possible);
    assertThat(policies.get().decide(without).grants()).as(at(seed)).isEqualTo(plan.grants());
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

  private static String at(long seed) {
    return "seed " + seed;
  }

  private static String at(long seed, int step) {
    return "seed %d, step %d".formatted(seed, step);
  }
}
