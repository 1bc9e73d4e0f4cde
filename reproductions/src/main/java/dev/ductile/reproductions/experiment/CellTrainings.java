package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.ductile.reproductions.training.TrainingPlan;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The trainings of an experiment, filled in for one cell.
 *
 * @param quantities the quantities of the cell
 * @param trainings all trainings, used or not
 */
record CellTrainings(Map<String, Written> quantities, List<Planned> trainings) {
  /** A training and the file of its model. */
  record Planned(TrainingPlan plan, Path model) {
    private Written quantity() {
      Written scenario = plan.scenario();
      return new Written(scenario.document(), scenario.trail(), TextNode.valueOf(model.toString()));
    }
  }

  /** The quantities for a policy: each training is the path of its model. */
  Map<String, Written> ofPolicy() {
    var all = new LinkedHashMap<>(quantities);
    trainings.forEach(training -> all.put(training.plan().name(), training.quantity()));
    return all;
  }

  /** The trainings whose models a policy names. */
  List<TrainingPlan> usedBy(JsonNode policy) {
    return trainings.stream()
        .filter(training -> has(policy, training.model().toString()))
        .map(Planned::plan)
        .toList();
  }

  private static boolean has(JsonNode node, String text) {
    if (node.isTextual()) {
      return node.textValue().contains(text);
    }
    for (JsonNode child : node) {
      if (has(child, text)) {
        return true;
      }
    }
    return false;
  }
}
