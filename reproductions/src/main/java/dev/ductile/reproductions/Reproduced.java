package dev.ductile.reproductions;

import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.claim.ClaimChecker;
import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.reproductions.experiment.Grid;
import java.util.List;

/** A reproduced figure: its numbers, and the verdict on each claim. */
public record Reproduced(Reproduction reproduction, Grid grid, List<CheckedClaim> claims) {
  public Reproduced {
    claims = List.copyOf(claims);
  }

  /**
   * Claims whose verdict differs from the expected one. Runs with other seeds or sizes have no
   * expected verdicts.
   */
  public List<CheckedClaim> surprises() {
    return reproduction.quick() || reproduction.seedsChosen()
        ? List.of()
        : claims.stream().filter(CheckedClaim::isSurprise).toList();
  }

  public static Reproduced of(Reproduction reproduction, ExperimentRunner laboratory) {
    Grid grid =
        laboratory.run(
            reproduction.experiment(),
            reproduction.file(),
            reproduction.x().counted(),
            reproduction.y().counted());
    var judge = new ClaimChecker(grid, reproduction.theirs(), !reproduction.readings().isEmpty());
    return new Reproduced(
        reproduction, grid, reproduction.claims().stream().map(judge::judged).toList());
  }
}
