package dev.ductile.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of a checkpoint on the held-out examples.
 *
 * @param step of the checkpoint
 * @param loss none if it is not finite
 * @param accuracy none for a regression
 */
public record HeldOutFigures(
    long step, OptionalDouble loss, OptionalDouble accuracy, long examples) {
  /** Empty if a master's line has none. */
  static Optional<HeldOutFigures> of(JsonNode tree) {
    return tree.path("step").isNumber()
        ? Optional.of(
            new HeldOutFigures(
                tree.path("step").asLong(),
                number(tree, "loss"),
                number(tree, "accuracy"),
                tree.path("examples").asLong()))
        : Optional.empty();
  }

  private static OptionalDouble number(JsonNode tree, String key) {
    return tree.path(key).isNumber()
        ? OptionalDouble.of(tree.path(key).asDouble())
        : OptionalDouble.empty();
  }

  /** The loss, and the accuracy if there is one. */
  String brief() {
    var parts = new ArrayList<String>();
    parts.add(loss.isPresent() ? "loss " + JobText.figure(loss.getAsDouble()) : "loss not finite");
    percent().ifPresent(percent -> parts.add("accuracy " + percent));
    return String.join(", ", parts);
  }

  /** Such as {@code held out: loss 0.2310, accuracy 91.2 % of 3,256 examples, at step 1,200}. */
  String sentence() {
    return "held out: %s of %,d examples, at step %,d".formatted(brief(), examples, step);
  }

  /** Such as {@code 91.2 %}. */
  private Optional<String> percent() {
    return accuracy.isPresent()
        ? Optional.of(String.format(Locale.ROOT, "%.1f %%", 100 * accuracy.getAsDouble()))
        : Optional.empty();
  }

  /** Writes the figures as JSON. */
  public void write(ObjectNode tree) {
    tree.put("step", step);
    loss.ifPresent(value -> tree.put("loss", value));
    accuracy.ifPresent(value -> tree.put("accuracy", value));
    tree.put("examples", examples);
  }

  /** The cells of a table: the loss, and the accuracy if there is one. */
  public List<String> cells() {
    var cells = new ArrayList<String>();
    cells.add(loss.isPresent() ? JobText.figure(loss.getAsDouble()) : "-");
    percent().ifPresent(cells::add);
    return cells;
  }

  /** The names of these cells. */
  public List<String> columns() {
    return accuracy.isPresent() ? List.of("held-out loss", "accuracy") : List.of("held-out loss");
  }
}
