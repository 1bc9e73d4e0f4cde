package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Budget;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Division;
import dev.ductile.policies.elastic.Wish;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** Sells what there is piece by piece to the highest bidder. */
final class Auction implements Division {
  private final Marginal.Settings settings;

  Auction(Marginal.Settings settings) {
    this.settings = settings;
  }

  @Override
  public Shares divide(Table table) {
    Map<Long, Bid> last = sell(table);
    var wishes = new ArrayList<Wish>();
    for (Contender contender : table.contenders()) {
      wishes.add(wish(contender, last.get(contender.job().arrival())));
    }
    return Shares.of(wishes);
  }

  /** What each job would have bid next, when nothing more could be sold. */
  private Map<Long, Bid> sell(Table table) {
    var bids = new PriorityQueue<Bid>();
    var last = new HashMap<Long, Bid>();
    for (Contender contender : table.contenders()) {
      bids.add(bid(contender, Bid.NOTHING, table.now()));
    }
    while (!bids.isEmpty()) {
      Bid bid = bids.remove();
      last.put(bid.contender().job().arrival(), bid);
      if (!bid.isNone() && buys(bid, table.budget())) {
        bids.add(bid(bid.contender(), bid.next(), table.now()));
      }
    }
    return last;
  }

  private Bid bid(Contender contender, int rung, Instant now) {
    double left = Math.max(1e-3, contender.remainingSeconds(0, now));
    double weight = StrictMath.pow(left, -settings.urgency());
    return Bid.from(contender, rung, weight, settings.inertia());
  }

  private static boolean buys(Bid bid, Budget budget) {
    Contender contender = bid.contender();
    Size had = size(contender, bid.rung());
    budget.give(contender, had);
    boolean isThere = budget.covers(contender, contender.size(bid.next()));
    budget.take(contender, isThere ? contender.size(bid.next()) : had);
    return isThere;
  }

  private static Size size(Contender contender, int rung) {
    return rung == Bid.NOTHING ? Size.NONE : contender.size(rung);
  }

  private static Wish wish(Contender contender, Bid unmet) {
    Size size = size(contender, unmet.rung());
    return new Wish(
        contender,
        size,
        () ->
            unmet.isNone()
                ? "it would be no faster with more"
                : "for %s others bid more".formatted(contender.size(unmet.next())));
  }
}
