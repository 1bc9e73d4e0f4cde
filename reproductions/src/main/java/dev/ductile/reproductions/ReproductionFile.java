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
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Suggestion;
import dev.ductile.text.TypeReader;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * @throws InputException with all mistakes in it
   */
  public static Reproduction read(Path file, boolean quick) {
    return of(Document.read(file).root(), file, quick);
  }

  /** The same in a document of this file. */
  public static Reproduction of(Written root, Path file, boolean quick) {
    FileKind.REPRODUCTION.require(root);
    var mistakes = new Mistakes();
    Optional<ReproductionEntry> bound =
        mistakes.tried(() -> BINDER.record(ReproductionEntry.class, root));
    Optional<FigureExperiment> runs =
        root.get("experiment")
            .flatMap(
                written -> mistakes.tried(() -> BINDER.record(FigureExperiment.class, written)));
    List<Written> statements =
        root.get("claims")
            .filter(written -> written.node().isArray())
            .map(Written::elements)
            .orElse(List.of());
    List<Claim> claims =
        statements.stream()
            .flatMap(written -> mistakes.tried(() -> claim(written, runs)).stream())
            .toList();
    mistakes.throwAny();
    ReproductionEntry entry = bound.orElseThrow();
    FigureExperiment whole = runs.orElseThrow();
    FigureExperiment experiment =
        quick && entry.quick().isPresent()
            ? BINDER.record(
                FigureExperiment.class, Paths.over(entry.experiment(), entry.quick().get()))
            : whole;
    requireTheirs(root, entry, whole);
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
        claims);
  }

  /** Without runs, because the experiment has mistakes, the claim is not compared with them. */
  private static Claim claim(Written written, Optional<FigureExperiment> runs) {
    Claim claim = BINDER.record(Claim.class, written);
    runs.ifPresent(experiment -> requireChecks(written, claim, experiment));
    return claim;
  }

  private static void requireChecks(Written written, Claim claim, FigureExperiment experiment) {
    var mistakes = new Mistakes();
    for (int i = 0; i < claim.all().size(); i++) {
      Check check = claim.all().get(i);
      Written place = written.need("checks").elements().get(i);
      mistakes.check(
          () -> ClaimChecker.require(place, check, lines(experiment), experiment.points()));
    }
    mistakes.throwAny();
  }

  private static List<String> lines(FigureExperiment experiment) {
    return experiment.lines().stream().map(line -> line.name()).toList();
  }

  private static void requireTheirs(
      Written root, ReproductionEntry entry, FigureExperiment experiment) {
    if (entry.theirs().isEmpty()) {
      return;
    }
    List<String> lines = lines(experiment);
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
