package dev.ductile.reproductions;

import dev.ductile.reproductions.claim.Judge;
import dev.ductile.reproductions.claim.Judged;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.reproductions.experiment.Laboratory;
import java.util.List;

/** A reproduced figure: its numbers, and the verdict on each claim. */
public record Reproduced(Reproduction reproduction, Grid grid, List<Judged> claims) {
  public Reproduced {
    claims = List.copyOf(claims);
  }

  /**
   * Claims whose verdict differs from the expected one. Runs with other seeds or sizes have no
   * expected verdicts.
   */
  public List<Judged> surprises() {
    return reproduction.quick() || reproduction.seedsChosen()
        ? List.of()
        : claims.stream().filter(Judged::isSurprise).toList();
  }

  public static Reproduced of(Reproduction reproduction, Laboratory laboratory) {
    Grid grid =
        laboratory.run(
            reproduction.experiment(),
            reproduction.file(),
            reproduction.x().counted(),
            reproduction.y().counted());
    var judge = new Judge(grid, reproduction.theirs(), !reproduction.readings().isEmpty());
    return new Reproduced(
        reproduction, grid, reproduction.claims().stream().map(judge::judged).toList());
  }
}
