package dev.ductile.simulator.lookahead;

import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The policy that tries futures: at every decision it plays the rest of the day under other
 * policies, and with small changes of the best of their plans, and takes the plan that ends best.
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
   * What to try and for how long.
   *
   * @param base the policy that it is never to be worse than, with its settings after its name:
   *     {@code marginal urgency=0.5}
   * @param others policies to try beside it, written in the same way
   * @param objective what makes one future better than another
   * @param budget how long a decision may take, as a number of looks that took so long when it was
   *     measured
   * @param margin by which share of the base's cost a plan must be better to be taken instead
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
        "tries the plans of other policies and changes of the best, takes what ends best");
  }

  /** Of the policies that are worth trying, those that are installed. */
  @Override
  public Settings defaults() {
    var installed = new HashSet<String>();
    ServiceLoader.load(PolicyProvider.class)
        .forEach(provider -> installed.add(provider.profile().name()));
    List<String> others =
        WORTH_TRYING.stream().filter(line -> installed.contains(nameIn(line))).toList();
    return new Settings("marginal", others, Objective.COMPLETION, Duration.ofMillis(100), 0.01);
  }

  @Override
  public Policy create(Settings settings, Placement placement, RandomGenerator random) {
    Catalog catalog = Catalog.installed();
    var candidates = new ArrayList<Candidate>();
    var names = new ArrayList<String>(settings.others());
    names.remove(settings.base());
    names.addFirst(settings.base());
    var seed = new Seed(random.nextLong());
    for (String name : names) {
      Policy policy = catalog.policy(choice(name), placement, seed.stream(name));
      candidates.add(new Candidate(name, policy));
    }
    return new Chooser(settings, candidates, placement);
  }

  private static String nameIn(String line) {
    return line.strip().split("\\s+", -1)[0];
  }

  /** A policy with its settings in one line: {@code marginal urgency=0.5 inertia=1}. */
  private static Choice choice(String line) {
    Choice choice = Choice.named(nameIn(line));
    for (String setting : Stream.of(line.strip().split("\\s+", -1)).skip(1).toList()) {
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
