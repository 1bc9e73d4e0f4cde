package dev.ductile.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.learned.model.CurvePoint;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.reports.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A model for people and programs. */
record ModelDescription(LearnedModel model) {
  private static final String ACTIONS = "actions.";

  /** The text for a terminal of this width. */
  String text(int columns) {
    var text = new StringBuilder(facts().in(columns));
    var normalisation = new TextTable(List.of("FEATURE", "SCALE", "LEAST", "GREATEST"));
    for (StateFeature feature : model.features()) {
      normalisation.add(
          List.of(
              feature.name(),
              RoundedNumber.figure(feature.scale()),
              RoundedNumber.figure(feature.least()),
              RoundedNumber.figure(feature.greatest())));
    }
    text.append('\n').append(normalisation.in(columns));
    for (String figure : figures()) {
      if (!figure.startsWith(ACTIONS)) {
        text.append('\n').append(new CurveChart(figure, model.history().curve()).text());
      }
    }
    return text.append(mix()).toString();
  }

  private TextTable facts() {
    var facts = new TextTable(List.of("KEY", "VALUE"));
    facts.add(List.of("policy", model.policy()));
    model
        .networks()
        .forEach((name, trained) ->
            facts.add(
                List.of(
                    "network " + name,
                    "%d inputs, %d outputs, %,d weights, %,d updates"
                        .formatted(
                            trained.network().inputs(),
                            trained.network().outputs(),
                            trained.network().parameters(),
                            trained.steps()))));
    model.settings().forEach((key, value) -> addSetting(key, value, facts));
    facts.add(List.of("job types", String.join(", ", model.jobTypes())));
    facts.add(List.of("trained slots", Long.toString(model.history().slots())));
    facts.add(List.of("trained by", "ductile " + model.history().version()));
    facts.add(List.of("hash of inputs", model.history().inputsHash()));
    facts.add(List.of("hash", ModelFile.hash(model)));
    return facts;
  }

  /** A group of settings has a line for each. */
  private static void addSetting(String key, JsonNode value, TextTable facts) {
    if (value.isObject()) {
      value
          .properties()
          .forEach(member -> addSetting(key + "." + member.getKey(), member.getValue(), facts));
    } else {
      facts.add(List.of(key, word(value)));
    }
  }

  private static String word(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  /** The actions of the last point of the curve that has them. */
  private String mix() {
    List<CurvePoint> curve = model.history().curve();
    if (curve.isEmpty()) {
      return "";
    }
    var table = new TextTable(List.of("ACTION", "SHARE OF THE LAST EPISODE"));
    curve
        .getLast()
        .figures()
        .forEach((name, share) -> {
          if (name.startsWith(ACTIONS)) {
            table.add(List.of(name.substring(ACTIONS.length()), RoundedNumber.percent(share)));
          }
        });
    return "\n" + table;
  }

  private SortedSet<String> figures() {
    var names = new TreeSet<String>();
    model.history().curve().forEach(point -> names.addAll(point.figures().keySet()));
    return names;
  }

  /** All of the model but its weights. */
  Response response() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("policy", model.policy()).put("hash", ModelFile.hash(model));
    ObjectNode settings = tree.putObject("settings");
    model.settings().forEach(settings::set);
    ArrayNode types = tree.putArray("jobTypes");
    model.jobTypes().forEach(types::add);
    ArrayNode features = tree.putArray("features");
    for (StateFeature feature : model.features()) {
      features
          .addObject()
          .put("name", feature.name())
          .put("scale", feature.scale())
          .put("least", feature.least())
          .put("greatest", feature.greatest());
    }
    tree.put("slots", model.history().slots())
        .put("updates", model.history().updates())
        .put("inputsHash", model.history().inputsHash())
        .put("version", model.history().version());
    ArrayNode curve = tree.putArray("curve");
    var rows = new ArrayList<List<String>>();
    List<String> names = List.copyOf(figures());
    for (CurvePoint point : model.history().curve()) {
      ObjectNode one =
          curve.addObject().put("slots", point.slots()).put("updates", point.updates());
      point.figures().forEach((name, value) -> one.put(name, RoundedNumber.exact(value)));
      var row =
          new ArrayList<>(List.of(Long.toString(point.slots()), Long.toString(point.updates())));
      names.forEach(name -> row.add(text(point, name)));
      rows.add(row);
    }
    var columns = new ArrayList<>(List.of("slots", "updates"));
    columns.addAll(names);
    return new Response(tree, columns, rows);
  }

  private static String text(CurvePoint point, String name) {
    Double value = point.figures().get(name);
    return value == null ? "" : RoundedNumber.exact(value).toPlainString();
  }
}
