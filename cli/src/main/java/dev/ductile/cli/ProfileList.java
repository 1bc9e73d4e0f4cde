package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.models.profile.Profile;
import dev.ductile.models.profile.Profiles;
import dev.ductile.models.profile.Run;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The list of the profiles that come with Ductile. */
final class ProfileList {
  private static final List<String> COLUMNS =
      List.of("name", "parameters", "batches", "ms per step", "layers", "device", "dataset");

  private ProfileList() {}

  static Response answer() {
    ArrayNode tree = JsonNodeFactory.instance.arrayNode();
    var rows = new ArrayList<List<String>>();
    for (Profile profile : Profiles.all()) {
      tree.add(entry(profile));
      rows.add(
          List.of(
              profile.name(),
              RoundedNumber.digits(profile.parameters() / 1e6) + " M",
              joined(profile, Run::batch),
              joined(profile, run -> run.stepSeconds() * 1e3),
              Integer.toString(profile.layers()),
              profile.isShape() ? "shape only" : profile.device() + ", " + profile.precision(),
              profile.dataset().map(Profile.Dataset::name).orElse("")));
    }
    return new Response(tree, COLUMNS, rows);
  }

  private static ObjectNode entry(Profile profile) {
    ObjectNode entry =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", profile.name())
            .put("device", profile.device())
            .put("precision", profile.precision())
            .put("parameters", profile.parameters())
            .put("layers", profile.layers());
    profile
        .dataset()
        .ifPresent(dataset ->
            entry
                .putObject("dataset")
                .put("name", dataset.name())
                .put("examples", dataset.examples())
                .put("epochs", dataset.epochs()));
    ArrayNode runs = entry.putArray("runs");
    for (Run run : profile.runs()) {
      runs.addObject()
          .put("batch", run.batch())
          .put("secondsPerStep", run.stepSeconds())
          .put("updateSeconds", run.updateSeconds());
    }
    return entry;
  }

  private static String joined(Profile profile, ToDoubleFunction<Run> value) {
    return profile.runs().stream()
        .map(run -> RoundedNumber.exact(value.applyAsDouble(run)).round(new MathContext(4)))
        .map(BigDecimal::toPlainString)
        .collect(Collectors.joining(" "));
  }
}
