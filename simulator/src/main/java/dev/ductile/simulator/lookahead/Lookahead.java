package dev.ductile.simulator.lookahead;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The lookahead policy. In each decision it simulates the rest of the run under other policies and
 * under small changes of the best plan, and takes the plan with the lowest cost.
 */
public final class Lookahead implements PolicyProvider<Lookahead.Settings> {
  public static final String NAME = "lookahead";

  private static final List<String> WORTH_TRYING =
      List.of(
          "marginal urgency=0.25",
          "marginal urgency=1",
          "hell filling=true",
          "knee",
          "optimus",
          "max-min",
          "srtf");

  /**
   * The settings of lookahead.
   *
   * @param base the policy that it must not be worse than, with its settings after its name: {@code
   *     marginal urgency=0.5}
   * @param others further policies to evaluate, written in the same way
   * @param objective the cost of a rollout
   * @param budget the length of a decision, counted in simulated job decisions (100 per
   *     millisecond), so that the same picture always gives the same plan (above 0, at most 1h)
   * @param margin the share of the base's cost by which a plan must be better to be taken instead
   *     (at least 0, below 1)
   */
  public record Settings(
      String base, List<String> others, Objective objective, Duration budget, double margin) {
    private static final Duration LONGEST = Duration.ofHours(1);

    public Settings {
      others = List.copyOf(others);
      if (Stream.concat(Stream.of(base), others.stream())
          .anyMatch(line -> nameIn(line).equals(NAME))) {
        throw new IllegalArgumentException(
            "lookahead cannot look ahead under itself; name other policies as base and others");
      }
      if (budget.isNegative() || budget.isZero() || budget.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "budget must be above zero and at most an hour, not %s".formatted(budget));
      }
      if (!(margin >= 0 && margin < 1)) {
        throw new IllegalArgumentException(
            "margin must be at least 0 and below 1, not %s".formatted(margin));
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NAME,
        "",
        "evaluates the plans of other policies and changes of the best one, takes the best");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(
        "marginal", WORTH_TRYING, Objective.COMPLETION, Duration.ofMillis(100), 0.01);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    var lines = new ArrayList<String>(settings.others());
    lines.removeIf(line -> isAbsent(line, context) || line.equals(settings.base()));
    lines.addFirst(settings.base());
    List<CandidatePolicy> candidates =
        lines.stream()
            .map(line ->
                new CandidatePolicy(line, context.others().policy(line, context.inner(line))))
            .toList();
    return new LookaheadPolicy(settings, candidates, context.placement());
  }

  /** Whether a policy of the defaults is not installed. */
  private static boolean isAbsent(String line, PolicyContext context) {
    return WORTH_TRYING.contains(line) && !context.others().has(nameIn(line));
  }

  private static String nameIn(String line) {
    return line.strip().split("\\s+", -1)[0];
  }
}
