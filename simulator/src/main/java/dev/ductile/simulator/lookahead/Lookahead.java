package dev.ductile.simulator.lookahead;

import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The policy that tries futures: at every decision it plays the rest of the day under other
 * policies, and with small changes of the best of their plans, and takes the plan that ends best.
 */
public final class Lookahead implements PolicyProvider<Lookahead.Settings> {
  public static final String NAME = "lookahead";

  /**
   * What to try and for how long.
   *
   * @param base the policy that it is never to be worse than
   * @param others policies to try beside it
   * @param objective what makes one future better than another
   * @param budget how long a decision may take, as a number of looks that took so long when it was
   *     measured
   * @param margin by which share of the base's cost a plan must be better to be taken instead
   * @param arrivals how many jobs it expects to come, for each that is there
   */
  public record Settings(
      String base,
      List<String> others,
      Objective objective,
      Duration budget,
      double margin,
      double arrivals) {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final double MOST_ARRIVALS = 100;

    public Settings {
      others = List.copyOf(others);
      if (base.equals(NAME) || others.contains(NAME)) {
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
      if (!(arrivals >= 0 && arrivals <= MOST_ARRIVALS)) {
        throw new IllegalArgumentException(
            "arrivals must be between 0 and %s, not %s".formatted(MOST_ARRIVALS, arrivals));
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NAME,
        "",
        "tries the plans of other policies and changes of the best, takes what ends best");
  }

  @Override
  public Settings defaults() {
    return new Settings(
        "max-min", List.of("srtf", "srsf"), Objective.COMPLETION, Duration.ofMillis(100), 0, 0);
  }

  @Override
  public Policy create(Settings settings, Placement placement, RandomGenerator random) {
    Catalog catalog = Catalog.installed();
    var candidates = new ArrayList<Candidate>();
    var names = new ArrayList<String>(settings.others());
    names.remove(settings.base());
    names.addFirst(settings.base());
    for (String name : names) {
      candidates.add(new Candidate(name, catalog.policy(choice(name), placement, random)));
    }
    return new Chooser(settings, candidates, placement);
  }

  /** A policy with its settings in one line: {@code marginal urgency=0.5 inertia=1}. */
  private static Choice choice(String line) {
    String[] words = line.strip().split("\\s+");
    Choice choice = Choice.named(words[0]);
    for (String setting : List.of(words).subList(1, words.length)) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "\"%s\" in \"%s\" is no setting; write it as urgency=0.5".formatted(setting, line));
      }
      choice = choice.with(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return choice;
  }
}
