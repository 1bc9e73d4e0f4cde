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
  @Option(
      names = {"-p", "--policy"},
      paramLabel = "NAME",
      description = "The policy to ask; 'ductile policies' lists them.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "SETTING=VALUE",
      description = "A setting of the policy, its value as in a scenario file.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--placement",
      paramLabel = "NAME",
      description = "Where tasks go: consolidated, pooled, pack, spread, least-loaded ...")
  private String placement = "";

  /** The one policy that was named. */
  Choice policy() {
    List<Choice> named = policies(List.of());
    if (named.size() != 1) {
      throw new InputException(
          "name one policy, such as --policy srtf; 'ductile policies' lists them");
    }
    return named.getFirst();
  }

  /** The policies that were named, or else those of the scenario. */
  List<Choice> policies(List<Choice> written) {
    List<Choice> named =
        policies.isEmpty() ? written : policies.stream().map(Choice::named).toList();
    if (settings.isEmpty()) {
      return named;
    }
    if (named.size() != 1) {
      throw new InputException("--set needs one policy that it is for; name it with --policy");
    }
    Choice choice = named.getFirst();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new InputException(
            "--set wants SETTING=VALUE, such as --set limits=[100,1000], not \"%s\""
                .formatted(setting));
      }
      choice = choice.with(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return List.of(choice);
  }

  /** Refuses policies, settings and placements that are not there before anything is run. */
  static void check(Scenario scenario, Catalog catalog) {
    Placement placement = catalog.placement(scenario.placement());
    for (Choice policy : scenario.policies()) {
      catalog.policy(policy, placement, new Seed(0).child("check"));
    }
  }

  Choice placement(Choice written) {
    return placement.isEmpty() ? written : Choice.named(placement);
  }
}
