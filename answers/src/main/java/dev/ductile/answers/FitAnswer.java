package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Estimate;
import dev.ductile.models.fit.FitErrors;
import dev.ductile.models.fit.Fitter;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import dev.ductile.models.fit.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The result of a fit.
 *
 * @param predict the speed and its range for every setup
 * @param ranged whether the predictions have ranges
 * @param heldOut the mean error of predictions of each measurement from all others, if it is known
 * @param chosen the measurements that were fitted
 * @param others the other measurements, for the test of the fit
 */
public record FitAnswer(
    String form,
    List<Term> terms,
    List<Double> theta,
    Function<Setup, Estimate> predict,
    boolean ranged,
    OptionalDouble heldOut,
    List<Fitter.Score> scores,
    List<Measurement> chosen,
    List<Measurement> others) {
  private static final int MOST_SIZES = 16;

  public Response answer() {
    var rows = new ArrayList<List<String>>();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    rows.add(List.of("form", form, "equation for seconds of a step"));
    tree.put("form", form);
    parameters(tree.putArray("parameters"), rows);
    errors("training", FitErrors.of(predict, chosen), tree, rows);
    heldOut.ifPresent(error -> {
      tree.put("heldOutError", error);
      rows.add(
          List.of(
              "held-out error", RoundedNumber.percent(error), "each predicted from all others"));
    });
    tried(tree.putArray("contest"), rows);
    if (!others.isEmpty()) {
      errors("test", FitErrors.of(predict, others), tree, rows);
    }
    rows.add(List.of("fitted", Integer.toString(chosen.size()), sizes(chosen)));
    points(tree.putArray("points"));
    return new Response(tree, List.of("figure", "value", "detail"), rows);
  }

  private void parameters(ArrayNode list, List<List<String>> rows) {
    for (int k = 0; k < theta.size(); k++) {
      Term term = terms.get(k);
      list.addObject()
          .put("value", theta.get(k))
          .put("unit", term.unit())
          .put("meaning", term.meaning());
      String value = (RoundedNumber.figure(theta.get(k)) + " " + term.unit()).strip();
      rows.add(List.of("parameter t" + k, value, term.meaning()));
    }
  }

  private void tried(ArrayNode list, List<List<String>> rows) {
    for (Fitter.Score score : scores) {
      list.addObject().put("form", score.form()).put("heldOutError", score.heldOutError());
      rows.add(
          List.of(
              "form tried",
              score.form(),
              "held-out error %s".formatted(RoundedNumber.percent(score.heldOutError()))));
    }
  }

  private void errors(String what, FitErrors errors, ObjectNode tree, List<List<String>> rows) {
    ObjectNode node =
        tree.putObject(what)
            .put("points", errors.points())
            .put("meanError", errors.mean())
            .put("medianError", errors.median())
            .put("worstError", errors.worst());
    if (ranged) {
      node.put("insideRange", errors.covered());
    }
    String detail =
        "median %s, worst %s of %d"
            .formatted(
                RoundedNumber.percent(errors.median()),
                RoundedNumber.percent(errors.worst()),
                errors.points());
    rows.add(List.of(what + " error", RoundedNumber.percent(errors.mean()), detail));
    if (ranged) {
      rows.add(
          List.of(
              what + " range", RoundedNumber.percent(errors.covered()), "inside their 90 % range"));
    }
  }

  private void points(ArrayNode list) {
    chosen.forEach(one -> point(list.addObject().put("fitted", true), one));
    others.forEach(one -> point(list.addObject().put("fitted", false), one));
  }

  private void point(ObjectNode node, Measurement measurement) {
    Setup setup = measurement.setup();
    Estimate estimate = predict.apply(setup);
    node.put("workers", setup.workers())
        .put("servers", setup.servers())
        .put("batch", setup.batch())
        .put("measured", measurement.stepsPerSecond())
        .put("predicted", estimate.stepsPerSecond())
        .put("low", estimate.low())
        .put("high", estimate.high());
  }

  /** The first sizes, each once; JSON has all of them. */
  private static String sizes(List<Measurement> measurements) {
    List<String> distinct = measurements.stream().map(FitAnswer::written).distinct().toList();
    String more = distinct.size() > MOST_SIZES ? " …" : "";
    return distinct.stream().limit(MOST_SIZES).collect(Collectors.joining(" ")) + more;
  }

  private static String written(Measurement measurement) {
    Setup setup = measurement.setup();
    return setup.batch() == 1
        ? setup.size().toString()
        : "%s@%s".formatted(setup.size(), Double.toString(setup.batch()).replaceAll("\\.0$", ""));
  }
}
