package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ductile.api.Cluster;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.laws.ExactLaw;
import dev.ductile.laws.OddPictures;
import dev.ductile.laws.ReasonNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The laws of every policy and placement on {@link OddPictures}: no exception, a legal plan by
 * exact arithmetic, no job left on an overcommitted node, no running job moved unless a job before
 * it takes its place, a reason for every job, and every figure of a reason recomputed. {@code
 * -Dductile.seedFactor=100} tries a hundred times as many pictures.
 */
@Tag("contract")
public abstract class PictureContract {
  private static final int SEEDS = 20 * Integer.getInteger("ductile.seedFactor", 1);
  private static final long FIRST = Long.getLong("ductile.firstSeed", 0);
  private static final int MOST_TOLD = 5;

  /**
   * Seeds of pictures on which a policy once failed. 459 and 461: tasks that fit one by one did not
   * fit together, or not in another order. 8929: more was taken than a limit above 2^53 bytes. 4: a
   * gain was given for a size that the job no longer had. 7383: two gains had different units. 345:
   * a job went first that ended later. 3142: more tasks were free than are counted. 4982: a gain
   * was written as infinite. 0 and 204: fair shares shrank a job although no other job gained. The
   * others: a reason read "0 is free" although some was free.
   */
  private static final List<Long> FAILED_BEFORE =
      List.of(
          0L, 4L, 204L, 345L, 459L, 461L, 1241L, 3142L, 3171L, 3688L, 4982L, 5701L, 6585L, 7383L,
          7665L, 7959L, 8160L, 8929L);

  private final List<Notebook<?>> notebooks = installed();
  private final SentencePatterns patterns = new SentencePatterns();

  /** The policies to check, by name; each is made anew whenever it is needed. */
  protected abstract Map<String, Supplier<Policy>> policies();

  @TestFactory
  Stream<DynamicTest> plansForOddPicturesKeepTheLaws() {
    return policies().entrySet().stream()
        .map(each ->
            dynamicTest(
                each.getKey(),
                () -> check(each.getValue(), LongStream.range(FIRST, FIRST + pictures()).boxed())));
  }

  @TestFactory
  Stream<DynamicTest> labelsAndDeviceTypesAreObeyed() {
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
  Stream<DynamicTest> plansForPicturesThatFailedBeforeKeepTheLaws() {
    return policies().entrySet().stream()
        .map(each ->
            dynamicTest(each.getKey(), () -> check(each.getValue(), FAILED_BEFORE.stream())));
  }

  /** The number of pictures for each policy. */
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

  private List<String> wrong(Policy policy, Cluster picture) {
    try {
      Plan plan = policy.decide(picture);
      var wrong = new ArrayList<String>();
      plan.violations(picture).forEach(violation -> wrong.add("unlawful: " + violation));
      wrong.addAll(ExactLaw.broken(picture, plan));
      wrong.addAll(MoveLaw.broken(picture, plan));
      wrong.addAll(OvercommitmentLaw.broken(picture, plan));
      wrong.addAll(ReasonFigures.untrue(picture, plan, patterns));
      picture
          .jobs()
          .forEach(job -> wrong.addAll(ReasonNames.wrong(plan.reasons().why(job), _ -> false)));
      return wrong;
    } catch (RuntimeException | StackOverflowError crash) {
      StackTraceElement[] trace = crash.getStackTrace();
      return List.of(
          "crashed: %s at %s"
              .formatted(crash, List.of(trace).subList(0, Math.min(5, trace.length))));
    }
  }
}
