package dev.ductile.reproductions.experiment;

import dev.ductile.reproductions.training.TrainingEntry;
import dev.ductile.text.Entries;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.KeyPattern;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The runs for a figure: one template, filled in for every line, point and seed.
 *
 * @param simulate a scenario without its policies, or the path of one
 * @param predict a speed model and one size
 * @param decide a state of a cluster, or the path of one
 * @param set values of the template that differ, by path, for all lines and trainings
 * @param let quantities by their names, each of which may use those before it
 * @param trainings models to train; for policies, the name of each is a quantity, the model's file
 * @param x the points
 * @param lines the lines of the figure, or the rows of the table
 * @param measure the measure that the figure shows: a word, or one key with its value
 * @param seeds one run for each seed; seed 1 if it is absent
 * @param networks the seeds of trainings, which take turns over the seeds of runs; seed 1 if they
 *     are absent
 * @param placement for decide, the placement: consolidated if it is absent
 * @param relativeTo a line by which all lines are divided, seed by seed
 */
@ExactlyOne({"simulate", "predict", "decide"})
public record FigureExperiment(
    Optional<@ReadAs({Map.class, String.class}) Written> simulate,
    Optional<@ReadAs({Map.class, String.class}) Written> predict,
    Optional<@ReadAs({Map.class, String.class}) Written> decide,
    Optional<Map<String, Written>> set,
    Optional<@KeyPattern(NAME) Map<String, Written>> let,
    Optional<@KeyPattern(NAME) Map<String, TrainingEntry>> trainings,
    Points x,
    @Entries(least = 1) List<Line> lines,
    Optional<@ReadAs(Measure.class) Written> measure,
    Optional<Seeds> seeds,
    Optional<Seeds> networks,
    Optional<String> placement,
    Optional<String> relativeTo) {
  /** The name of a quantity. */
  static final String NAME = "^[A-Za-z][A-Za-z0-9_]*$";

  private static final int MOST_NUMBERS = 100_000;

  public FigureExperiment {
    long kinds = Stream.of(simulate, predict, decide).filter(Optional::isPresent).count();
    if (kinds != 1) {
      throw new IllegalArgumentException(
          "an experiment is one of simulate, predict, decide; this has %d of them"
              .formatted(kinds));
    }
    int each = seeds.map(chosen -> chosen.list().size()).orElse(1);
    if (x.list().isEmpty()
        || lines.isEmpty()
        || (double) x.list().size() * lines.size() * each > MOST_NUMBERS) {
      throw new IllegalArgumentException(
          "a figure has 1 to %d numbers, not %d points times %d lines times %d seeds"
              .formatted(MOST_NUMBERS, x.list().size(), lines.size(), each));
    }
    var names = new HashSet<String>();
    for (Line line : lines) {
      if (!names.add(line.name())) {
        throw new IllegalArgumentException("lines has \"%s\" twice".formatted(line.name()));
      }
    }
    relativeTo.ifPresent(base -> {
      if (!names.contains(base)) {
        throw new IllegalArgumentException(
            "relativeTo must be a line, and \"%s\" is none".formatted(base));
      }
    });
    requireOrder(trainings.orElse(Map.of()), let.orElse(Map.of()).keySet());
  }

  /** A training continues one before it, and its name is no other quantity's. */
  private static void requireOrder(Map<String, TrainingEntry> trainings, Set<String> quantities) {
    var before = new LinkedHashSet<String>();
    trainings.forEach((name, training) -> {
      if (quantities.contains(name)) {
        throw new IllegalArgumentException(
            "\"%s\" is a quantity in let, so no training can have this name".formatted(name));
      }
      training
          .from()
          .filter(from -> !before.contains(from))
          .ifPresent(from -> {
            throw new IllegalArgumentException(
                "the training \"%s\" continues \"%s\", which is no training before it%s"
                    .formatted(name, from, Suggestion.phrase(from, before)));
          });
      before.add(name);
    });
  }

  /** The document that is filled in. */
  Written template() {
    return Stream.of(simulate, predict, decide).flatMap(Optional::stream).findFirst().orElseThrow();
  }

  public List<Point> points() {
    return x.list();
  }

  public List<Long> seedList() {
    return seeds.map(Seeds::list).orElse(List.of(1L));
  }

  List<Long> networkList() {
    return networks.map(Seeds::list).orElse(List.of(1L));
  }

  public FigureExperiment withSeeds(List<Long> newSeeds) {
    return new FigureExperiment(
        simulate,
        predict,
        decide,
        set,
        let,
        trainings,
        x,
        lines,
        measure,
        Optional.of(new Seeds(newSeeds)),
        networks,
        placement,
        relativeTo);
  }

  /**
   * All quantities of one line at one point in the order of evaluation. Those that the point and
   * the line set come first, so that the others may use them.
   */
  Map<String, Written> quantities(Line line, Point point) {
    Map<String, Written> own = line.let().orElse(Map.of());
    Map<String, Written> common = let.orElse(Map.of());
    var all = new ArrayList<Map.Entry<String, Written>>();
    all.addAll(point.quantities().entrySet());
    all.addAll(own.entrySet());
    var quantities = new LinkedHashMap<String, Written>();
    all.sort((one, other) ->
        Boolean.compare(other.getKey().equals(Point.X), one.getKey().equals(Point.X)));
    for (var entry : all) {
      if (!common.containsKey(entry.getKey())) {
        quantities.put(entry.getKey(), entry.getValue());
      }
    }
    for (var entry : common.entrySet()) {
      Written value = point.quantities().getOrDefault(entry.getKey(), entry.getValue());
      quantities.put(entry.getKey(), own.getOrDefault(entry.getKey(), value));
    }
    return quantities;
  }
}
