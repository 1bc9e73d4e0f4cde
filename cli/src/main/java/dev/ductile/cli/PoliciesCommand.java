package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.api.PolicyProvider;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.PolicySetting;
import dev.ductile.simulator.Bound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the policies. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    header = "Lists the policies, or describes one of them.",
    description = {
      "",
      "Without a name: lists all policies, and the bounds that no policy can beat. With a name: prints"
          + " the rule of a policy, its paper, its settings with their defaults and ranges, and"
          + " examples."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile policies",
      "  ductile policies tiresias-l",
      "  ductile policies -o json",
      "  ductile decide examples/state.yaml --policy tiresias-l \\",
      "      --set limits=[100,1000]"
    })
final class PoliciesCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      completionCandidates = Known.PoliciesAndBounds.class,
      description = "The policy or bound to describe.")
  private Optional<String> name = Optional.empty();

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    Catalog catalog = plugins.catalog();
    if (name.isPresent()) {
      Output.print(described(name.get(), catalog));
      return ExitStatus.OK;
    }
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("policies");
    var rows = new ArrayList<List<String>>();
    for (PolicyProvider<?> provider : catalog.policies()) {
      List<PolicySetting> settings = Catalog.settings(provider);
      PolicyProvider.Profile profile = provider.profile();
      ObjectNode entry = entry("policy", profile.name(), profile.paper(), profile.summary());
      ObjectNode defaults = entry.putObject("settings");
      settings.forEach(setting -> defaults.set(setting.name(), setting.value()));
      list.add(entry);
      rows.add(
          List.of(
              profile.name(),
              provider.resizes() ? "yes" : "no",
              profile.summary(),
              text(settings),
              profile.paper()));
    }
    for (Bound.Kind bound : Bound.Kind.values()) {
      list.add(entry("bound", bound.label(), bound.paper(), bound.summary()));
      rows.add(List.of(bound.label(), "-", "bound: " + bound.summary(), "", bound.paper()));
    }
    var answer =
        new Response(
            tree,
            List.of("name", "resizes", "meaning", "settings", "paper"),
            rows,
            List.of("settings", "paper"));
    Output.print(answer.in(output.form, Output.columns()));
    if (output.form == Response.Form.table) {
      output.console.note("'ductile policies NAME' describes a policy and its settings");
    }
    return ExitStatus.OK;
  }

  private String described(String wanted, Catalog catalog) throws IOException {
    for (Bound.Kind bound : Bound.Kind.values()) {
      if (bound.label().equals(wanted)) {
        return described(bound);
      }
    }
    var description =
        new PolicyDescription(catalog.policyProvider(wanted), PolicyReference.ofInstallation());
    return description.in(output.form, Output.columns());
  }

  private String described(Bound.Kind bound) {
    ObjectNode tree = entry("bound", bound.label(), bound.paper(), bound.summary());
    return new Response(
            tree,
            List.of("name", "meaning", "paper"),
            List.of(List.of(bound.label(), "bound: " + bound.summary(), bound.paper())))
        .in(output.form, Output.columns());
  }

  private static ObjectNode entry(String kind, String name, String paper, String summary) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("kind", kind)
        .put("summary", summary)
        .put("paper", paper);
  }

  private static String text(List<PolicySetting> settings) {
    return settings.stream()
        .map(setting -> setting.name() + "=" + PolicySettingText.value(setting.value()))
        .collect(Collectors.joining(" "));
  }
}
