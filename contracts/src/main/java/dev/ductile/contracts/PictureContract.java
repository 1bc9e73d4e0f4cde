package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every policy and every placement must hold on {@link OddPictures}: no crash, a legal plan by
 * exact arithmetic, a reason for every job, and no figure in a reason that is not true. {@code
 * -Dductile.seeds=10000} tries more pictures than a usual build does.
 */
public abstract class PictureContract {
  private static final int SEEDS = Integer.getInteger("ductile.seeds", 150);
  private static final long FIRST = Long.getLong("ductile.firstSeed", 0);
  private static final int MOST_TOLD = 5;

  /** The policies to try, each by a name, made afresh whenever one is needed. */
  protected abstract Map<String, Supplier<Policy>> policies();

  @TestFactory
  Stream<DynamicTest> odd_pictures() {
    return policies().entrySet().stream()
        .map(each -> dynamicTest(each.getKey(), () -> check(each.getValue())));
  }

  private static void check(Supplier<Policy> policies) {
    var wrong = new ArrayList<String>();
    for (long seed = FIRST; seed < FIRST + SEEDS && wrong.size() < MOST_TOLD; seed++) {
      for (String each : wrong(policies.get(), seed)) {
        wrong.add("seed %d: %s".formatted(seed, each));
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static List<String> wrong(Policy policy, long seed) {
    Cluster picture = OddPictures.of(seed);
    try {
      Plan plan = policy.decide(picture);
      var wrong = new ArrayList<String>();
      plan.violations(picture).forEach(violation -> wrong.add("unlawful: " + violation));
      wrong.addAll(ExactLaw.broken(picture, plan));
      wrong.addAll(new ReasonFigures(picture, plan).untrue());
      return wrong;
    } catch (RuntimeException | StackOverflowError crash) {
      StackTraceElement[] trace = crash.getStackTrace();
      return List.of(
          "crashed: %s at %s"
              .formatted(crash, List.of(trace).subList(0, Math.min(5, trace.length))));
    }
  }
}
