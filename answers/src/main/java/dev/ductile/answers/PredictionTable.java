package dev.ductile.answers;

import dev.ductile.answers.PredictionAnswer.Line;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A prediction in rows and columns.
 *
 * @param forPeople four digits, comparable columns only, and no column of servers without servers
 */
public record PredictionTable(PredictionAnswer prediction, boolean forPeople) {
  /** The columns in which people compare sizes; programs get all columns. */
  private static final Map<String, String> HEADINGS =
      Map.of(
          "secondsPerStep", "s/step",
          "secondsPerSample", "s/sample",
          "examplesPerSecond", "examples/s");

  public List<String> columns() {
    var columns = new ArrayList<String>();
    columns.add("workers");
    if (hasServers()) {
      columns.add("servers");
    }
    columns.addAll(List.of(forPeople ? "steps/s" : "stepsPerSecond", "low", "high"));
    items().forEach(item -> columns.add(forPeople ? HEADINGS.getOrDefault(item, item) : item));
    if (forPeople) {
      columns.addAll(List.of("speedup", "efficiency", ""));
    }
    return columns;
  }

  public List<List<String>> rows() {
    return prediction.lines().stream().map(this::row).toList();
  }

  /** The other items of the model, for a single size. */
  public String details() {
    if (prediction.lines().size() > 1) {
      return "";
    }
    String details =
        prediction.lines().getFirst().items().entrySet().stream()
            .filter(item -> !HEADINGS.containsKey(item.getKey()))
            .map(item -> item.getKey() + ": " + text(item.getValue()) + "\n")
            .collect(Collectors.joining());
    return details.isEmpty() ? details : "\n" + details;
  }

  private List<String> row(Line line) {
    var row = new ArrayList<String>();
    row.add(Integer.toString(line.size().workers()));
    if (hasServers()) {
      row.add(Integer.toString(line.size().servers()));
    }
    row.add(number(line.speed()));
    row.add(number(line.estimate().low()));
    row.add(number(line.estimate().high()));
    items().forEach(item -> row.add(text(line.items().getOrDefault(item, ""))));
    if (forPeople) {
      double speedup = line.rate() / first().rate();
      row.add(number(speedup));
      row.add(number(speedup * first().size().workers() / line.size().workers()));
      row.add(mark(line));
    }
    return row;
  }

  private boolean hasServers() {
    return !forPeople || prediction.lines().stream().anyMatch(line -> line.size().servers() > 0);
  }

  private TreeSet<String> items() {
    return prediction.lines().stream()
        .flatMap(line -> line.items().keySet().stream())
        .filter(item -> !forPeople || HEADINGS.containsKey(item))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The baseline of speedups: the line with the fewest tasks. */
  private Line first() {
    return prediction.lines().stream()
        .min(
            Comparator.comparingInt((Line line) -> line.size().workers())
                .thenComparingInt(line -> line.size().servers()))
        .orElseThrow();
  }

  private String mark(Line line) {
    if (prediction.lines().size() == 1) {
      return "";
    }
    boolean isKnee = prediction.knee().map(Line::size).filter(line.size()::equals).isPresent();
    Size best = prediction.best().size();
    var marks = new ArrayList<String>();
    if (isKnee) {
      marks.add("knee");
    }
    if (line.size().equals(best)) {
      marks.add("best");
    }
    return String.join(", ", marks);
  }

  private String text(Object item) {
    return switch (item) {
      case Integer number -> number.toString();
      case Number number -> number(number.doubleValue());
      case List<?> list -> list.stream().map(this::text).collect(Collectors.joining(", "));
      case Map<?, ?> map ->
          new TreeMap<>(map)
              .entrySet().stream()
                  .map(entry -> entry.getKey() + " " + text(entry.getValue()))
                  .collect(Collectors.joining(", "));
      default -> item.toString();
    };
  }

  private String number(double value) {
    return forPeople ? RoundedNumber.figure(value) : Double.toString(value);
  }
}
