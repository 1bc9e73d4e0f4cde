package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.ModelAnswer;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.models.profile.StepRate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The same command at several sizes, one after the other, and a speed model of them: a table, or a
 * prior that is fitted to the measurements.
 *
 * @param prior the keys of a profile
 */
record QuickMeasurements(QuickMeasurement run, List<Integer> sizes, Optional<ObjectNode> prior) {
  private static final List<String> COLUMNS =
      List.of("workers", "steps seen", "steps per second", "give or take");

  ModelAnswer measure() throws IOException {
    ObjectNode model =
        JsonNodeFactory.instance.objectNode().put("model", prior.isPresent() ? "fitted" : "table");
    ArrayNode points = model.putArray("points");
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode measured = tree.putArray("sizes");
    var rows = new ArrayList<List<String>>();
    double error = 0;
    for (int workers : sizes) {
      StepRate rate = run.with(workers);
      error = Math.max(error, rate.error());
      points
          .addObject()
          .put("workers", workers)
          .put("stepsPerSecond", RoundedNumber.exact(rate.stepsPerSecond()));
      measured
          .addObject()
          .put("workers", workers)
          .put("steps", rate.steps())
          .put("stepsPerSecond", rate.stepsPerSecond())
          .put("error", rate.error());
      rows.add(
          List.of(
              Integer.toString(workers),
              RoundedNumber.exact(rate.steps()).toPlainString(),
              RoundedNumber.digits(rate.stepsPerSecond()),
              RoundedNumber.percent(rate.error())));
    }
    if (prior.isPresent()) {
      model.set("prior", prior.get());
    } else {
      model.put("error", RoundedNumber.exact(error));
    }
    tree.set("model", model);
    return new ModelAnswer(new Response(tree, COLUMNS, rows), model, List.of());
  }
}
