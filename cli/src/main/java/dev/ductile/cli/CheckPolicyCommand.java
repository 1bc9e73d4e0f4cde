package dev.ductile.cli;

import dev.ductile.api.Cluster;
import dev.ductile.api.Notebook;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import dev.ductile.api.Seed;
import dev.ductile.laws.PolicyLaws;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.PolicyFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a policy against the laws of all policies. */
@Command(
    name = "check-policy",
    mixinStandardHelpOptions = true,
    header = "Checks a policy against the laws of all policies.",
    description = {
      "",
      "Shows random clusters and pictures with extreme values to the policy, and names the laws"
          + " that its plans break: illegal grants, wrong reasons, plans that depend on more than"
          + " the picture."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile check-policy srtf",
      "  ductile check-policy my-policy --plugins my-policy/out --seeds 1..1000"
    })
final class CheckPolicyCommand implements Callable<Integer> {
  private static final int MOST_REPORTED = 10;

  @Parameters(
      paramLabel = "NAME",
      completionCandidates = Known.Policies.class,
      description = "The policy.")
  private String name = "";

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
  private Optional<String> placement = Optional.empty();

  @Option(
      names = "--seeds",
      paramLabel = "LIST",
      converter = NumberOptions.Seeds.class,
      description = "The random clusters and pictures: 1,2,3 or 1..1000 (default: 0..99).")
  private Optional<NumberOptions.Seeds> seeds = Optional.empty();

  @Mixin private final PluginOptions plugins = new PluginOptions();

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = plugins.catalog();
    Choice choice = PolicyOptions.with(Choice.named(name), settings);
    catalog.check(choice);
    PolicyProvider<?> provider = catalog.policyProvider(choice.name());
    Placement place =
        catalog.placement(placement.map(Choice::named).orElse(Scenario.DEFAULT_PLACEMENT));
    DecisionWatch watch = DecisionLimit.watch();
    var laws =
        new PolicyLaws(
            () -> watched(catalog.policy(choice, place, new Seed(1).child("policy")), watch),
            provider.resizes(),
            _ -> true,
            provider.notebook().stream().<Notebook<?>>map(one -> one).toList());
    List<Long> all =
        seeds
            .map(NumberOptions.Seeds::list)
            .orElse(LongStream.range(0, PolicyLaws.PICTURES).boxed().toList());
    return watch.during(() -> report(laws, all));
  }

  /** Laws name the exception of a policy, and not the failure that the watch makes of it. */
  private Policy watched(Policy policy, DecisionWatch watch) {
    Policy watched = watch.over(name, policy);
    return picture -> plan(watched, picture);
  }

  private static Plan plan(Policy watched, Cluster picture) {
    try {
      return watched.decide(picture);
    } catch (PolicyFailure failure) {
      throw failure.getCause() instanceof RuntimeException thrown ? thrown : failure;
    }
  }

  private int report(PolicyLaws laws, List<Long> all) {
    var broken = new ArrayList<String>();
    for (int i = 0; i < all.size() && broken.size() < MOST_REPORTED; i++) {
      broken.addAll(laws.brokenInHistory(all.get(i)));
      broken.addAll(laws.brokenOnOddPicture(all.get(i)));
    }
    if (!broken.isEmpty()) {
      broken.stream().limit(MOST_REPORTED).forEach(law -> Output.say("ductile: " + law));
      return ExitStatus.ERROR;
    }
    Output.print(
        "%s keeps all laws on %s of %d decisions and on %s with extreme values"
            .formatted(
                name,
                Reason.count(all.size(), "random cluster"),
                PolicyLaws.STEPS,
                Reason.count((long) PolicyLaws.VARIANTS * all.size(), "picture")));
    return ExitStatus.OK;
  }
}
