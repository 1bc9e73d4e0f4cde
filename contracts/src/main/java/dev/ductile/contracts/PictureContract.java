package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ductile.api.Cluster;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * What every policy and every placement must hold on {@link OddPictures}: no crash, a legal plan by
 * exact arithmetic, no running job moved unless a job before it takes its place, a reason for every
 * job, and every figure in a reason worked out again. {@code -Dductile.seedFactor=100} tries fifty
 * times as many pictures.
 */
@Tag("contract")
public abstract class PictureContract {
  private static final int SEEDS = 40 * Integer.getInteger("ductile.seedFactor", 1);
  private static final long FIRST = Long.getLong("ductile.firstSeed", 0);
  private static final int MOST_TOLD = 5;

  /**
   * Pictures that a policy once failed on: in 459 and 461, tasks that had room one by one had none
   * together, or not in another order; in 8929, more was taken than a limit of more than 2^53
   * bytes; in 4, a gain was told of a size that the job had no more; in 7383, two gains were told
   * in different units; in 345, a job went first that ended later; in 3142, more tasks were free
   * than are counted; in 4982, a gain was told as infinite; in 0 and 204, fair shares made a job
   * smaller though no other job gained; in the others, a reason read "0 is free" where some was.
   */
  private static final List<Long> FAILED_BEFORE =
      List.of(
          0L, 4L, 204L, 345L, 459L, 461L, 1241L, 3142L, 3171L, 3688L, 4982L, 5701L, 6585L, 7383L,
          7665L, 7959L, 8160L, 8929L);

  private final List<Notebook<?>> notebooks = installed();

  /** The policies to try, each by a name, made afresh whenever one is needed. */
  protected abstract Map<String, Supplier<Policy>> policies();

  @TestFactory
  Stream<DynamicTest> odd_pictures() {
    return policies().entrySet().stream()
        .map(each ->
            dynamicTest(
                each.getKey(),
                () -> check(each.getValue(), LongStream.range(FIRST, FIRST + pictures()).boxed())));
  }

  @TestFactory
  Stream<DynamicTest> labels_and_device_types_are_obeyed() {
    return policies().entrySet().stream()
        .map(each ->
            dynamicTest(
                each.getKey(),
                () ->
                    assertThat(
                            LongStream.range(FIRST, FIRST + pictures())
                                .boxed()
                                .flatMap(
                                    seed -> wrongWithLabels(each.getValue().get(), seed).stream())
                                .limit(MOST_TOLD))
                        .isEmpty()));
  }

  @TestFactory
  Stream<DynamicTest> pictures_that_failed_before() {
    return policies().entrySet().stream()
        .map(each ->
            dynamicTest(each.getKey(), () -> check(each.getValue(), FAILED_BEFORE.stream())));
  }

  /** How many pictures each policy is tried on. */
  protected int pictures() {
    return SEEDS;
  }

  private void check(Supplier<Policy> policies, Stream<Long> seeds) {
    assertThat(seeds.flatMap(seed -> wrong(policies.get(), seed).stream()).limit(MOST_TOLD))
        .isEmpty();
  }

  private List<String> wrongWithLabels(Policy policy, long seed) {
    return wrong(policy, OddPictures.withLabels(seed, notebooks)).stream()
        .map(each -> "seed %d with labels: %s".formatted(seed, each))
        .toList();
  }

  private List<String> wrong(Policy policy, long seed) {
    return wrong(policy, OddPictures.of(seed, notebooks)).stream()
        .map(each -> "seed %d: %s".formatted(seed, each))
        .toList();
  }

  private static List<Notebook<?>> installed() {
    var notebooks = new ArrayList<Notebook<?>>();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      provider.notebook().ifPresent(notebooks::add);
    }
    return notebooks;
  }

  private static List<String> wrong(Policy policy, Cluster picture) {
    try {
      Plan plan = policy.decide(picture);
      var wrong = new ArrayList<String>();
      plan.violations(picture).forEach(violation -> wrong.add("unlawful: " + violation));
      wrong.addAll(ExactLaw.broken(picture, plan));
      wrong.addAll(MoveLaw.broken(picture, plan));
      wrong.addAll(ReasonFigures.untrue(picture, plan));
      picture
          .jobs()
          .forEach(job -> wrong.addAll(ReasonNames.wrong(plan.reasons().why(job), Set.of())));
      return wrong;
    } catch (RuntimeException | StackOverflowError crash) {
      StackTraceElement[] trace = crash.getStackTrace();
      return List.of(
          "crashed: %s at %s"
              .formatted(crash, List.of(trace).subList(0, Math.min(5, trace.length))));
    }
  }
}
