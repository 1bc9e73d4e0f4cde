package dev.ductile.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.ductile.api.Policy;
import dev.ductile.laws.PolicyLaws;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
  private static final Duration DECISION = Duration.ofSeconds(5);

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
    var laws =
        new PolicyLaws(
            () -> timed(policies.get()), resizes, ownReasonValues()::contains, List.of());
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(laws.brokenInHistory(seed)).isEmpty();
    }
  }

  private static Policy timed(Policy policy) {
    return picture -> assertTimeout(DECISION, () -> policy.decide(picture), "decides in time");
  }
}
