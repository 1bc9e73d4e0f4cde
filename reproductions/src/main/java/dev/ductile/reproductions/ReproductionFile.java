package dev.ductile.reproductions;

import dev.ductile.reproductions.claim.Check;
import dev.ductile.reproductions.claim.Claim;
import dev.ductile.reproductions.claim.ClaimChecker;
import dev.ductile.reproductions.claim.PublishedNumbers;
import dev.ductile.reproductions.claim.Share;
import dev.ductile.reproductions.experiment.FigureExperiment;
import dev.ductile.reproductions.experiment.Points;
import dev.ductile.reproductions.experiment.Seeds;
import dev.ductile.reproductions.template.Paths;
import dev.ductile.text.Binder;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import dev.ductile.text.TypeReader;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads reproductions. All is checked at once, except the filled-in templates. */
public final class ReproductionFile {
  private static final Binder BINDER =
      new Binder(
          Map.of(
              Share.class, (TypeReader<Share>) Share::of,
              Points.class, (TypeReader<Points>) Points::of,
              Seeds.class, (TypeReader<Seeds>) Seeds::of),
          List.of());

  private ReproductionFile() {}

  /**
   * The reproduction in a file.
   *
   * @param quick whether in its quick form: smaller, and only a test that it works
   * @throws InputException with one line for the first mistake in it
   */
  public static Reproduction read(Path file, boolean quick) {
    Written root = Document.read(file).root();
    var entry = BINDER.record(ReproductionEntry.class, root);
    FigureExperiment whole = BINDER.record(FigureExperiment.class, entry.experiment());
    FigureExperiment experiment =
        quick && entry.quick().isPresent()
            ? BINDER.record(
                FigureExperiment.class, Paths.over(entry.experiment(), entry.quick().get()))
            : whole;
    List<String> lines = whole.lines().stream().map(line -> line.name()).toList();
    requireTheirs(root, entry, whole, lines);
    return new Reproduction(
        name(file),
        file,
        quick ? entry.title() + " (quick form)" : entry.title(),
        entry.paper(),
        entry.figure(),
        entry.x(),
        entry.y(),
        entry.readings().orElse(List.of()),
        entry.notes().orElse(List.of()),
        quick,
        false,
        entry.takes().orElse(""),
        experiment,
        entry.theirs().map(PublishedNumbers::new).orElse(PublishedNumbers.NONE),
        entry.claims().stream().map(claim -> claim(claim, whole, lines)).toList());
  }

  private static Claim claim(Written written, FigureExperiment experiment, List<String> lines) {
    Claim claim = BINDER.record(Claim.class, written);
    for (int i = 0; i < claim.all().size(); i++) {
      Check check = claim.all().get(i);
      ClaimChecker.require(
          written.need("checks").elements().get(i), check, lines, experiment.points());
    }
    return claim;
  }

  private static void requireTheirs(
      Written root, ReproductionEntry entry, FigureExperiment experiment, List<String> lines) {
    if (entry.theirs().isEmpty()) {
      return;
    }
    for (var line : root.need("theirs").members().entrySet()) {
      if (!lines.contains(line.getKey())) {
        throw line.getValue()
            .wrong("is of no line%s".formatted(Suggestion.phrase(line.getKey(), lines)));
      }
      for (var number : line.getValue().members().entrySet()) {
        if (experiment.points().stream().noneMatch(point -> point.isCalled(number.getKey()))) {
          throw number.getValue().wrong("is of no point of the x axis");
        }
      }
    }
  }

  static String name(Path file) {
    return String.valueOf(file.getFileName()).replaceFirst("\\.(ya?ml|json)$", "");
  }
}
