package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.history.Figures;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The mean completion times of a model and of other policies on the same seeds.
 *
 * @param results the first policy is the model
 */
record ModelEvaluation(Results results) {
  private static final List<String> COLUMNS =
      List.of("policy", "mean completion", "model against it", "95 % interval", "seeds");

  Response response() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("policies");
    var rows = new ArrayList<List<String>>();
    String model = results.policies().getFirst();
    Sample models = sample(model);
    for (String policy : results.policies()) {
      Interval mean = sample(policy).interval(Figures::averageCompletion);
      Interval difference = models.difference(sample(policy), Figures::averageCompletion);
      boolean isModel = policy.equals(model);
      rows.add(
          List.of(
              policy,
              RoundedNumber.seconds(mean.mean()),
              isModel ? "" : share(difference.mean(), mean),
              isModel || difference.samples() < 2
                  ? ""
                  : "%s to %s"
                      .formatted(share(difference.low(), mean), share(difference.high(), mean)),
              Integer.toString(mean.samples())));
      ObjectNode one =
          list.addObject()
              .put("policy", policy)
              .put("seeds", mean.samples())
              .put("meanCompletionSeconds", RoundedNumber.exact(mean.mean()));
      if (!isModel) {
        add(one, "difference", difference.mean() / mean.mean());
        add(one, "differenceLow", difference.low() / mean.mean());
        add(one, "differenceHigh", difference.high() / mean.mean());
      }
    }
    return new Response(tree, COLUMNS, rows);
  }

  private Sample sample(String policy) {
    return results.sample(policy, results.scenario().loads().getFirst());
  }

  /** A difference to the other policy as a share of its mean. */
  private static String share(double difference, Interval mean) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * difference / mean.mean());
  }

  private static void add(ObjectNode tree, String key, double value) {
    if (Double.isFinite(value)) {
      tree.put(key, RoundedNumber.exact(value));
    }
  }
}
