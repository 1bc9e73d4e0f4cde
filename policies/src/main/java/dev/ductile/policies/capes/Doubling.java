package dev.ductile.policies.capes;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import dev.ductile.policies.sizing.GreedyAscent;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/**
 * The doubling heuristic: every job starts at its least size, and then the job that saves the most
 * time per added GPU gets twice its workers (Capes et al., section 4.2). Speeds are known
 * beforehand, which the paper calls precompute.
 */
public final class Doubling implements PolicyProvider<NoSettings> {
  static final String PAPER = "Capes et al., arXiv 1908.08082, 2019";

  @Override
  public Profile profile() {
    return new Profile(
        "doubling",
        PAPER,
        "every job starts at its least size; then the job that saves the most time per GPU doubles");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new SizingPolicy(Doubling::divide, SizeSteps.DOUBLING, context.placement());
  }

  static Shares divide(Table table) {
    return GreedyAscent.divide(
        table,
        candidate -> new DoublingPath(candidate, candidate.speeds().count() - 1, table.now()));
  }
}
