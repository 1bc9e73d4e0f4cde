package dev.ductile.cli;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the policies. */
@Command(
    name = "policies",
    mixinStandardHelpOptions = true,
    header = "Lists the policies, or describes one of them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile policies",
      "  ductile policies -o json",
      "  ductile decide examples/state.yaml --policy tiresias-l --set limits=[100,1000]"
    })
final class PoliciesCommand implements Callable<Integer> {
  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("policies");
    var rows = new ArrayList<List<String>>();
    for (PolicyProvider<?> provider : plugins.catalog().policies()) {
      List<PolicySetting> settings = Catalog.settings(provider);
      PolicyProvider.Profile profile = provider.profile();
      ObjectNode entry = entry("policy", profile.name(), profile.paper(), profile.summary());
      ObjectNode defaults = entry.putObject("settings");
      settings.forEach(setting -> defaults.set(setting.name(), setting.value()));
      list.add(entry);
      rows.add(List.of(profile.name(), profile.summary(), text(settings), profile.paper()));
    }
    for (Bound.Kind bound : Bound.Kind.values()) {
      list.add(entry("bound", bound.label(), bound.paper(), bound.summary()));
      rows.add(List.of(bound.label(), "bound: " + bound.summary(), "", bound.paper()));
    }
    var answer = new Response(tree, List.of("name", "meaning", "settings", "paper"), rows);
    Output.print(answer.in(output.form));
    return ExitStatus.OK;
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
        .map(setting -> setting.name() + "=" + text(setting.value()))
        .collect(Collectors.joining(" "));
  }

  private static String text(JsonNode value) {
    if (value.isNull()) {
      return "none";
    }
    return value.isTextual() ? value.textValue() : value.toString();
  }
}
