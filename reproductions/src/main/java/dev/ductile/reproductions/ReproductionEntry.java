package dev.ductile.reproductions;

import dev.ductile.reproductions.claim.Claim;
import dev.ductile.reproductions.experiment.FigureExperiment;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A published figure or table, and how it is reproduced.
 *
 * @param kind the kind of the file, for tools and messages; known by its keys if it is absent
 * @param title the subject of the figure
 * @param paper the publication
 * @param figure which figure or table of the publication, such as Fig. 7
 * @param x the points
 * @param y the measured quantity; its unit is the unit of the measures
 * @param readings assumptions for the whole figure, if the paper leaves them open
 * @param notes further remarks for the reader
 * @param takes about how long the run takes, for the list
 * @param experiment the runs
 * @param theirs the paper's own numbers: by line, then by point
 * @param claims statements of the paper about its figure
 * @param quick keys of the experiment that are different for --quick and for tests
 */
record ReproductionEntry(
    Optional<Word> kind,
    String title,
    Paper paper,
    String figure,
    Axis x,
    Axis y,
    Optional<List<String>> readings,
    Optional<List<String>> notes,
    Optional<String> takes,
    @ReadAs(FigureExperiment.class) Written experiment,
    Optional<Map<String, Map<String, Double>>> theirs,
    List<@ReadAs(Claim.class) Written> claims,
    Optional<@ReadAs(value = FigureExperiment.class, partial = true) Written> quick) {

  /** The kind of the file. */
  enum Word {
    REPRODUCTION
  }
}
