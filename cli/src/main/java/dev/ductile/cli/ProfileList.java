package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.models.profile.BatchProfile;
import dev.ductile.models.profile.NetworkProfile;
import dev.ductile.models.profile.NetworkProfiles;
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
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("profiles");
    var rows = new ArrayList<List<String>>();
    for (NetworkProfile profile : NetworkProfiles.all()) {
      list.add(entry(profile));
      rows.add(
          List.of(
              profile.name(),
              RoundedNumber.digits(profile.parameters() / 1e6) + " M",
              joined(profile, BatchProfile::batch),
              joined(profile, run -> run.stepSeconds() * 1e3),
              Integer.toString(profile.layers()),
              profile.hasNoTimes() ? "no times" : profile.device() + ", " + profile.precision(),
              profile.dataset().map(NetworkProfile.Dataset::name).orElse("")));
    }
    return new Response(tree, COLUMNS, rows, List.of("dataset", "layers", "device"));
  }

  private static ObjectNode entry(NetworkProfile profile) {
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
    for (BatchProfile run : profile.runs()) {
      runs.addObject()
          .put("batch", run.batch())
          .put("secondsPerStep", run.stepSeconds())
          .put("updateSeconds", run.updateSeconds());
    }
    return entry;
  }

  private static String joined(NetworkProfile profile, ToDoubleFunction<BatchProfile> value) {
    return profile.runs().stream()
        .map(run -> RoundedNumber.exact(value.applyAsDouble(run)).round(new MathContext(4)))
        .map(BigDecimal::toPlainString)
        .collect(Collectors.joining(" "));
  }
}
