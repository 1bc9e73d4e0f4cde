package dev.ductile.policies.capes;

import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.elastic.Climb;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Division.Shares;
import dev.ductile.policies.elastic.Division.Table;
import dev.ductile.policies.elastic.Elastic;
import dev.ductile.policies.elastic.Rungs;
import dev.ductile.policies.elastic.Wish;
import java.util.ArrayList;
import java.util.random.RandomGenerator;

/**
 * The doubling heuristic: every job its least size, and then twice the workers to the job that
 * gains most time by that for each GPU (Capes et al., section 4.2). Speeds are known beforehand,
 * which the paper calls precompute.
 */
public final class Doubling implements PolicyProvider<NoSettings> {
  static final String PAPER = "Capes et al., arXiv 1908.08082, 2019";

  @Override
  public Profile profile() {
    return new Profile(
        "doubling",
        PAPER,
        "every job one worker, then twice as many to the job that saves most time per GPU");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, Placement placement, RandomGenerator random) {
    return new Elastic(Doubling::divide, Rungs.DOUBLING, placement);
  }

  static Shares divide(Table table) {
    var climb = new Climb(table);
    var waiting = new ArrayList<Wish>();
    for (Contender contender : table.contenders()) {
      int top = contender.ladder().count() - 1;
      if (!climb.start(contender, new DoublingRoute(contender, top, table.now()))) {
        waiting.add(Wish.late(contender));
      }
    }
    var wishes = new ArrayList<Wish>(climb.grow());
    wishes.addAll(waiting);
    return Shares.of(wishes);
  }
}
