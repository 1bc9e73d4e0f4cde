package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.models.topology.LinkCost;
import dev.ductile.models.topology.NodeSpread;
import dev.ductile.models.topology.PlacementFit;
import dev.ductile.models.topology.PlacementMeasurement;
import dev.ductile.models.topology.StepCosts;
import dev.ductile.text.Mistakes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A speed model for placements, fitted to the measurements of a sheet. */
public final class PlacementAnswer {
  private static final Column NODES = Column.called("nodes", "node", "numnodes", "nnodes", "hosts");

  private final List<List<String>> rows = new ArrayList<>();
  private final ObjectNode tree = JsonNodeFactory.instance.objectNode().put("form", "placed");

  private PlacementAnswer() {}

  /** Whether a sheet has a column with the number of nodes. */
  public static boolean recognises(Sheet sheet) {
    return NODES.in(sheet).isPresent();
  }

  /**
   * A fit.
   *
   * @param test measurements that are not fitted, for the test of the fit
   */
  public static ModelAnswer fit(Sheet sheet, Optional<Sheet> test) {
    List<PlacementMeasurement> measured = read(sheet);
    StepCosts costs = PlacementFit.of(measured);
    var answer = new PlacementAnswer();
    answer.rows.add(List.of("form", "placed", ""));
    ObjectNode model = answer.model(costs, usual(measured));
    answer.errors("training", costs, measured);
    test.ifPresent(other -> answer.errors("test", costs, read(other)));
    answer.tree.set("model", model);
    return new ModelAnswer(
        new Response(answer.tree, List.of("figure", "value", "detail"), answer.rows),
        model,
        List.of());
  }

  /** Refuses a sheet with mistakes; returns the number of its measurements. */
  public static int check(Sheet sheet) {
    return read(sheet).size();
  }

  private static List<PlacementMeasurement> read(Sheet sheet) {
    int workers = MeasuredSpeeds.WORKERS.needed(sheet);
    int nodes = NODES.needed(sheet);
    int batch = MeasuredSpeeds.BATCH.needed(sheet);
    int seconds = MeasuredSpeeds.SECONDS_PER_STEP.needed(sheet);
    var measured = new ArrayList<PlacementMeasurement>(sheet.lines().size());
    var mistakes = new Mistakes();
    for (Sheet.Line line : sheet.lines()) {
      mistakes.check(() -> {
        try {
          var spread =
              new NodeSpread(Column.count(sheet, line, workers), Column.count(sheet, line, nodes));
          double each = Column.positive(sheet, line, batch) / spread.workers();
          measured.add(
              new PlacementMeasurement(spread, each, Column.positive(sheet, line, seconds)));
        } catch (IllegalArgumentException broken) {
          throw sheet.wrong(line, String.valueOf(broken.getMessage()));
        }
      });
    }
    mistakes.throwAny();
    return measured;
  }

  /** The median of the global batch sizes. */
  private static double usual(List<PlacementMeasurement> measured) {
    double[] batches =
        measured.stream()
            .mapToDouble(one -> one.examplesPerWorker() * one.spread().workers())
            .sorted()
            .toArray();
    return batches[batches.length / 2];
  }

  private ObjectNode model(StepCosts costs, double batch) {
    ObjectNode model =
        JsonNodeFactory.instance.objectNode().put("model", "placed").put("globalBatch", batch);
    parameter(model, "fixed", costs.fixed(), "s", "of computation, independent of the batch");
    parameter(model, "perExample", costs.perExample(), "s", "of computation per example");
    link(model.putObject("local"), "local", costs.local(), "inside a node");
    link(model.putObject("network"), "network", costs.network(), "between nodes");
    parameter(model, "pair", costs.pair(), "", "the factor on transfers between exactly two nodes");
    parameter(model, "overlap", costs.overlap(), "", "of computation and exchange; 1 is none");
    return model;
  }

  private void link(ObjectNode keys, String name, LinkCost link, String where) {
    keys.put("transfer", link.transfer()).put("round", link.round());
    row(name + " transfer", link.transfer(), "s", "sending, " + where);
    row(name + " round", link.round(), "s", "per doubling of the workers, " + where);
  }

  private void parameter(ObjectNode model, String name, double value, String unit, String meaning) {
    model.put(name, value);
    row(name, value, unit, meaning);
  }

  private void row(String name, double value, String unit, String meaning) {
    rows.add(List.of(name, (RoundedNumber.figure(value) + " " + unit).strip(), meaning));
  }

  private void errors(String what, StepCosts costs, List<PlacementMeasurement> measured) {
    double[] errors =
        measured.stream()
            .mapToDouble(one -> {
              double predicted = costs.seconds(one.examplesPerWorker(), one.spread());
              return Math.abs(predicted / one.secondsPerStep() - 1);
            })
            .sorted()
            .toArray();
    double mean = Arrays.stream(errors).average().orElse(0);
    double median = errors[errors.length / 2];
    double worst = errors[errors.length - 1];
    tree.putObject(what)
        .put("points", errors.length)
        .put("meanError", mean)
        .put("medianError", median)
        .put("worstError", worst);
    rows.add(
        List.of(
            what + " error",
            RoundedNumber.percent(mean),
            "median %s, worst %s of %d"
                .formatted(
                    RoundedNumber.percent(median), RoundedNumber.percent(worst), errors.length)));
  }
}
