package dev.ductile.reproductions;

import dev.ductile.reproductions.claim.Claim;
import dev.ductile.reproductions.claim.PublishedNumbers;
import dev.ductile.reproductions.experiment.FigureExperiment;
import java.nio.file.Path;
import java.util.List;

/**
 * A published figure or table, and its reproduction.
 *
 * @param name the name of the file, such as {@code lin-fig-7}
 * @param readings assumptions for the whole figure, if the paper leaves them open
 * @param notes further remarks for the reader
 * @param quick whether this is the quick form, whose verdicts mean little
 * @param seedsChosen whether the command names other seeds than the file
 * @param takes the approximate duration, for the list
 * @param theirs the paper's numbers
 */
public record Reproduction(
    String name,
    Path file,
    String title,
    Paper paper,
    String figure,
    Axis x,
    Axis y,
    List<String> readings,
    List<String> notes,
    boolean quick,
    boolean seedsChosen,
    String takes,
    FigureExperiment experiment,
    PublishedNumbers theirs,
    List<Claim> claims) {
  public Reproduction {
    readings = List.copyOf(readings);
    notes = List.copyOf(notes);
    claims = List.copyOf(claims);
  }

  public Reproduction withSeeds(List<Long> seeds) {
    return new Reproduction(
        name,
        file,
        title,
        paper,
        figure,
        x,
        y,
        readings,
        notes,
        quick,
        true,
        takes,
        experiment.withSeeds(seeds),
        theirs,
        claims);
  }
}
