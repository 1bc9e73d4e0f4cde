package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.api.PolicyProvider;
import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.PolicySetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One policy for a user who wants to try it. */
final class PolicyDescription {
  private static final List<String> COLUMNS = List.of("setting", "default", "values", "meaning");

  private final PolicyProvider<?> provider;
  private final String name;
  private final List<PolicySetting> settings;
  private final PolicyReference reference;

  PolicyDescription(PolicyProvider<?> provider, PolicyReference reference) {
    this.provider = provider;
    this.name = provider.profile().name();
    this.settings = Catalog.settings(provider);
    this.reference = reference;
  }

  String in(Response.Form form, int width) {
    return form == Response.Form.table
        ? text(width)
        : new Response(tree(), COLUMNS, rows()).in(form, width);
  }

  private String text(int width) {
    var text = new StringBuilder();
    text.append(Wrapped.text(name + ": " + provider.profile().summary(), "", width)).append('\n');
    reference
        .rule(name)
        .ifPresent(rule -> text.append(Wrapped.text(sentence(rule), "", width)).append('\n'));
    line(text, "Paper", paper(), width);
    line(text, "Stops jobs", reference.row(name).map(PolicyReference.Row::stops).orElse(""), width);
    line(text, "Resizes jobs", resizes(), width);
    line(text, "Needs of a job", needs(), width);
    if (!settings.isEmpty()) {
      var table =
          TextTable.ofWords(
              COLUMNS.stream().map(column -> column.toUpperCase(Locale.ROOT)).toList());
      rows().forEach(table::add);
      text.append('\n').append(table.in(width));
    }
    text.append("\nExamples:\n");
    commands().forEach(example -> text.append("  ").append(example).append('\n'));
    text.append("In a scenario:\n  policies: [").append(entry()).append("]\n");
    reference
        .row(name)
        .filter(_ -> hasPages())
        .ifPresent(row -> {
          text.append("\nMore: docs/reference/policies.md#").append(row.section()).append('\n');
        });
    return text.toString();
  }

  /** A package has no documents. */
  private static boolean hasPages() {
    Path home = Path.of(System.getProperty("ductile.home", "."));
    return Files.exists(home.resolve("docs/reference/policies.md"));
  }

  private static void line(StringBuilder text, String label, String value, int width) {
    if (!value.isEmpty()) {
      text.append(Wrapped.text("%s: %s".formatted(label, value), "", width));
    }
  }

  private static String sentence(String rule) {
    String first = rule.substring(0, 1).toUpperCase(Locale.ROOT) + rule.substring(1);
    return first.endsWith(".") ? first : first + ".";
  }

  private String paper() {
    return provider.profile().paper();
  }

  private String resizes() {
    return reference
        .row(name)
        .map(PolicyReference.Row::resizes)
        .orElse(provider.resizes() ? "yes" : "no");
  }

  /** The keys of a job that the policy decides by; a policy of a user does not say. */
  private String needs() {
    return reference
        .row(name)
        .map(PolicyReference.Row::needs)
        .map(keys -> keys.isEmpty() ? "nothing" : keys)
        .orElse("");
  }

  private List<List<String>> rows() {
    var rows = new ArrayList<List<String>>();
    for (PolicySetting setting : settings) {
      Optional<PolicySettingText> described = reference.setting(name, setting.name());
      rows.add(
          List.of(
              setting.name(),
              PolicySettingText.value(setting.value()),
              described.map(PolicySettingText::values).orElse(""),
              described.map(PolicySettingText::meaning).orElse("")));
    }
    return rows;
  }

  /** Two commands; the first setting shows how settings are written. */
  private List<String> commands() {
    return List.of(
        "ductile simulate SCENARIO --policy %s%s"
            .formatted(name, shown().map(this::option).orElse("")),
        "ductile decide STATE --policy %s".formatted(name));
  }

  private Optional<PolicySetting> shown() {
    return settings.stream().filter(setting -> !setting.value().isNull()).findFirst();
  }

  private String entry() {
    return shown().map(this::entry).orElse(name);
  }

  private String option(PolicySetting setting) {
    String value = PolicySettingText.value(setting.value());
    String plain = setting.name() + "=" + value;
    return " --set " + (value.matches("[\\w.,\\[\\]-]*") ? plain : "'%s'".formatted(plain));
  }

  private String entry(PolicySetting setting) {
    return "{name: %s, %s: %s}"
        .formatted(name, setting.name(), PolicySettingText.value(setting.value()));
  }

  private ObjectNode tree() {
    ObjectNode tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("kind", "policy")
            .put("summary", provider.profile().summary())
            .put("paper", paper());
    reference.rule(name).ifPresent(rule -> tree.put("rule", rule));
    reference.row(name).ifPresent(row -> tree.put("stopsJobs", row.stops()));
    tree.put("resizesJobs", resizes());
    reference.row(name).ifPresent(row -> tree.put("needs", row.needs()));
    ArrayNode list = tree.putArray("settings");
    for (PolicySetting setting : settings) {
      ObjectNode one = list.addObject().put("name", setting.name());
      one.set("default", setting.value());
      reference
          .setting(name, setting.name())
          .ifPresent(described ->
              one.put("values", described.values()).put("meaning", described.meaning()));
    }
    commands().forEach(tree.putArray("commands")::add);
    tree.put("scenario", "policies: [%s]".formatted(entry()));
    return tree;
  }
}
