package dev.ductile.cli;

import dev.ductile.api.Placement;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.text.InputException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The policy and the placement named on the command line. */
final class PolicyOptions {
  /** A comma that is not in a list of a setting. */
  static final String BETWEEN_POLICIES = ",(?![^\\[]*\\])";

  @Option(
      names = {"-p", "--policy"},
      split = BETWEEN_POLICIES,
      splitSynopsisLabel = ",",
      paramLabel = "NAME",
      completionCandidates = Known.Policies.class,
      description = {
        "The policy, or several: -p fifo,srtf is -p fifo -p srtf; 'ductile policies' lists them. Its"
            + " settings may follow its name: -p 'marginal urgency=1'."
      })
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "SETTING=VALUE",
      description = "A setting of the policy; the value is as in a scenario file.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--placement",
      paramLabel = "NAME",
      completionCandidates = Known.Placements.class,
      description = "The placement of tasks: consolidated, pooled, pack, spread, least-loaded ...")
  private String placement = "";

  /** The policies that were named: at least one, and none twice. */
  List<Choice> somePolicies() {
    List<Choice> named = policies(List.of());
    if (named.isEmpty()) {
      throw new InputException(
          "name a policy, such as --policy srtf, or several, such as --policy fifo,srtf; 'ductile policies' lists them");
    }
    for (int i = 0; i < named.size(); i++) {
      if (named.subList(0, i).contains(named.get(i))) {
        throw new InputException("--policy names %s twice".formatted(named.get(i)));
      }
    }
    return named;
  }

  /** The policies of the options, or else of the scenario. */
  List<Choice> policies(List<Choice> written) {
    List<Choice> named = policies.isEmpty() ? written : named(policies);
    if (settings.isEmpty()) {
      return named;
    }
    if (named.size() != 1) {
      throw new InputException("--set needs a policy; name one with --policy");
    }
    return List.of(with(named.getFirst(), settings));
  }

  /** The policies of these lines. */
  static List<Choice> named(List<String> lines) {
    try {
      return lines.stream().map(Choice::ofLine).toList();
    } catch (IllegalArgumentException broken) {
      throw new InputException(String.valueOf(broken.getMessage()), broken);
    }
  }

  /** The choice with settings such as {@code limits=[100,1000]}. */
  static Choice with(Choice named, List<String> settings) {
    Choice choice = named;
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new InputException(
            "--set needs SETTING=VALUE, such as --set limits=[100,1000], not \"%s\""
                .formatted(setting));
      }
      choice = choice.with(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return choice;
  }

  /** Refuses unknown policies, settings and placements before the first run. */
  static void check(Scenario scenario, Catalog catalog) {
    Placement placement = catalog.placement(scenario.placement());
    for (Choice policy : scenario.policies()) {
      catalog.check(policy);
      catalog.policy(policy, placement, new Seed(0).child("check"));
    }
  }

  Choice placement(Choice written) {
    return placement.isEmpty() ? written : Choice.named(placement);
  }
}
