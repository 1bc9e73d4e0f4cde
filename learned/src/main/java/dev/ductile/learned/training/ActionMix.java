package dev.ductile.learned.training;

import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Inference;
import java.util.Map;
import java.util.TreeMap;

/** The shares of the kinds of actions in an episode, for the training curve. */
final class ActionMix {
  /** The names of the shares begin with this word. */
  static final String PREFIX = "actions.";

  private final ActionSpace actions;
  private final Map<String, Integer> counts = new TreeMap<>();

  ActionMix(ActionSpace actions) {
    this.actions = actions;
  }

  void add(Inference inference) {
    counts.merge(name(actions.action(inference.action())), 1, Integer::sum);
  }

  private static String name(Action action) {
    return switch (action) {
      case Action.Stop _ -> PREFIX + "stop";
      case Action.Add(int _, Action.Tasks tasks) ->
          switch (tasks) {
            case WORKER -> PREFIX + "worker";
            case SERVER -> PREFIX + "server";
            case BOTH -> PREFIX + "both";
          };
    };
  }

  /** The shares with another figure of the episode. */
  Map<String, Double> with(String name, double figure) {
    double all = counts.values().stream().mapToInt(Integer::intValue).sum();
    var figures = new TreeMap<String, Double>();
    counts.forEach((action, count) -> figures.put(action, count / all));
    figures.put(name, figure);
    return figures;
  }
}
