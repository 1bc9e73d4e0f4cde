package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.models.convergence.Ensemble;
import dev.ductile.models.convergence.FittedCurve;
import dev.ductile.models.convergence.Forecast;
import dev.ductile.models.convergence.Hint;
import dev.ductile.models.convergence.InverseFit;
import dev.ductile.models.convergence.LossHistory;
import dev.ductile.scenario.trace.LossCsv;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Predictions from the losses of a run. */
public final class LossAnswer {
  private final ObjectNode tree = JsonNodeFactory.instance.objectNode();
  private final List<List<String>> rows = new ArrayList<>();

  private LossAnswer() {}

  /**
   * The prediction for one run.
   *
   * @param target the loss to reach, if any
   * @param horizon the last step of the run, if it is known
   */
  public static Response of(InputFile file, OptionalDouble target, OptionalLong horizon) {
    if (target.isPresent() && !Double.isFinite(target.getAsDouble())) {
      throw new InputException(
          "the target must be a finite loss, not %s".formatted(target.getAsDouble()));
    }
    LossHistory history = read(file);
    horizon.ifPresent(step -> requireAfter(history, file, step));
    var answer = new LossAnswer();
    answer.present(history);
    Ensemble.fit(history).ifPresent(curve -> answer.future(curve, horizon));
    InverseFit.fit(history).ifPresent(curve -> answer.form("papers", curve));
    target.ifPresent(
        loss -> answer.forecast(history, loss, horizon.orElse(Forecast.limit(history))));
    return new Response(answer.tree, List.of("figure", "value"), answer.rows);
  }

  /** The advice which of several runs should continue to their common last step. */
  public static Response among(List<InputFile> files, double keep, long horizon) {
    List<LossHistory> runs = files.stream().map(LossAnswer::read).toList();
    for (int i = 0; i < runs.size(); i++) {
      requireAfter(runs.get(i), files.get(i), horizon);
    }
    List<Hint> hints = Hint.among(runs, keep, horizon);
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    var rows = new ArrayList<List<String>>();
    ArrayNode list = tree.putArray("runs");
    for (int i = 0; i < hints.size(); i++) {
      list.addObject().put("file", files.get(i).toString()).setAll(tree(hints.get(i)));
      rows.add(
          List.of(
              files.get(i).toString(),
              RoundedNumber.figure(runs.get(i).smoothed()),
              hints.get(i).sentence()));
    }
    return new Response(tree, List.of("run", "loss now", "hint"), rows);
  }

  private static void requireAfter(LossHistory history, InputFile file, long horizon) {
    if (horizon <= history.lastStep()) {
      throw new InputException(
          "--last-step must be after step %d, the last of %s, not %d"
              .formatted(history.lastStep(), file, horizon));
    }
  }

  private static LossHistory read(InputFile file) {
    var history = new LossHistory();
    LossCsv.read(file, history::add);
    if (history.losses() == 0) {
      throw new InputException(Place.in(file.toString()), "has no finite loss");
    }
    return history;
  }

  private void present(LossHistory history) {
    tree.put("step", history.lastStep()).put("loss", history.smoothed());
    rows.add(List.of("steps so far", Long.toString(history.lastStep())));
    rows.add(
        List.of(
            "loss now",
            "%s, the mean of the last %d"
                .formatted(RoundedNumber.figure(history.smoothed()), history.smoothing())));
  }

  private void future(Ensemble curve, OptionalLong horizon) {
    form("form", curve);
    if (horizon.isPresent()) {
      long step = horizon.getAsLong();
      tree.put("horizon", step).put("lossAtHorizon", curve.loss((double) step));
      rows.add(List.of("loss at step " + step, RoundedNumber.figure(curve.loss((double) step))));
    }
  }

  private void form(String what, FittedCurve curve) {
    ObjectNode entry = tree.putObject(what).put("name", curve.form());
    curve.parameters().forEach(entry::put);
    String parameters =
        curve.parameters().entrySet().stream()
            .map(parameter -> parameter.getKey() + " " + RoundedNumber.figure(parameter.getValue()))
            .collect(Collectors.joining(", "));
    String label = what.equals("papers") ? "papers' form" : what;
    rows.add(List.of(label, curve.form() + ": " + parameters));
  }

  private void forecast(LossHistory history, double target, long limit) {
    Forecast forecast = Forecast.of(history, target, limit);
    ObjectNode entry = tree.putObject("forecast").put("target", target).put("limit", limit);
    if (forecast instanceof Forecast.Expected expected) {
      entry
          .put("low", expected.low())
          .put("likely", expected.likely())
          .put("high", expected.high())
          .put("chance", expected.chance());
    }
    String sentence = sentence(forecast, limit);
    entry.put("sentence", sentence);
    rows.add(List.of("steps to a loss of " + RoundedNumber.figure(target), sentence));
    Hint hint = Hint.of(history, target, limit);
    tree.set("hint", tree(hint));
    rows.add(List.of("hint", hint.sentence()));
  }

  private static String sentence(Forecast forecast, long limit) {
    return switch (forecast) {
      case Forecast.TooEarly(long losses, long needed) ->
          "too early to say: %d losses, and at least %d are needed".formatted(losses, needed);
      case Forecast.Diverged() -> "none: the newest losses are not finite, the run has diverged";
      case Forecast.Reached _ -> "0: the target is already reached";
      case Forecast.Unlikely(_, double chance) ->
          "improbable by step %d: %s chance".formatted(limit, percent(chance));
      case Forecast.Expected(long low, long likely, long high, double chance) ->
          "%d more, 90 %% between %d and %d, if it is reached by step %d: %s chance"
              .formatted(likely, low, high, limit, percent(chance));
    };
  }

  private static ObjectNode tree(Hint hint) {
    ObjectNode tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("verdict", hint.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .put("step", hint.step());
    if (hint.verdict() != Hint.Verdict.WAIT && hint.hasTarget()) {
      tree.put("chance", hint.chance()).put("target", hint.target());
    }
    return tree.put("sentence", hint.sentence());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
