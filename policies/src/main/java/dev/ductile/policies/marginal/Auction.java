package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Budget;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Division;
import dev.ductile.policies.elastic.Ladder;
import dev.ductile.policies.elastic.Wish;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;

/** Sells what there is piece by piece to the highest bidder. */
final class Auction implements Division {
  private static final int MOST_REMEMBERED = 20_000;

  /** Jobs closer to their end than this are as urgent as these. */
  private static final double SHORTEST_SECONDS = 1e-3;

  private final Marginal.Settings settings;
  private final IdentityHashMap<Ladder, Steps> known = new IdentityHashMap<>();

  Auction(Marginal.Settings settings) {
    this.settings = settings;
  }

  @Override
  public Shares divide(Table table) {
    return Shares.of(
        sell(table).stream()
            .sorted(Comparator.comparingLong(bid -> bid.bidder().arrival()))
            .map(Auction::wish)
            .toList());
  }

  /** The one bid of each job that was not accepted, when no other was either. */
  private List<Bid> sell(Table table) {
    var bids = new PriorityQueue<Bid>();
    var unmet = new ArrayList<Bid>();
    for (Contender contender : table.contenders()) {
      bids.add(bidder(contender, table.now()).bid(Steps.NOTHING));
    }
    while (!bids.isEmpty()) {
      Bid bid = bids.remove();
      if (!bid.isNone() && buys(bid, table.budget())) {
        bids.add(bid.bidder().bid(bid.next()));
      } else {
        unmet.add(bid);
      }
    }
    return unmet;
  }

  private Bidder bidder(Contender contender, Instant now) {
    if (known.size() > MOST_REMEMBERED) {
      known.clear();
    }
    Steps all = known.computeIfAbsent(contender.ladder(), any -> Steps.all(contender));
    double left = Math.max(SHORTEST_SECONDS, contender.remainingSeconds(0, now));
    double weight =
        StrictMath.pow(left, -settings.urgency()) / contender.ladder().stepsPerSecond(0);
    return new Bidder(contender, all, Steps.upToHeld(contender), weight, settings.inertia());
  }

  private static boolean buys(Bid bid, Budget budget) {
    Contender contender = bid.bidder().contender();
    Size had = bid.bidder().size(bid.size());
    Size wanted = bid.bidder().size(bid.next());
    budget.give(contender, had);
    boolean isThere = budget.covers(contender, wanted);
    budget.take(contender, isThere ? wanted : had);
    return isThere;
  }

  private static Wish wish(Bid unmet) {
    Bidder bidder = unmet.bidder();
    return new Wish(
        bidder.contender(),
        bidder.size(unmet.size()),
        () ->
            unmet.isNone()
                ? "it would be no faster with more"
                : "for %s others bid more".formatted(bidder.size(unmet.next())));
  }
}
