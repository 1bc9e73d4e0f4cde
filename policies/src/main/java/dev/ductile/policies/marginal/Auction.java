package dev.ductile.policies.marginal;

import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.EmptyCluster;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Greedy by marginal gain: sells the resources step by step to the highest bid. */
final class Auction implements Division {
  private static final int MOST_REMEMBERED = 20_000;

  /** A remaining time below this counts as this. */
  private static final double SHORTEST_SECONDS = 1e-3;

  private final Marginal.Settings settings;
  private final IdentityHashMap<SpeedBySize, SteepestSteps> known = new IdentityHashMap<>();
  private @Nullable EmptyCluster empty;

  Auction(Marginal.Settings settings) {
    this.settings = settings;
  }

  @Override
  public Shares divide(Table table) {
    Budget all = table.budget().copy();
    return Shares.of(
        sell(table).stream()
            .sorted(Comparator.comparingLong(bid -> bid.bidder().arrival()))
            .map(bid -> decision(bid, all))
            .toList());
  }

  /** Sells all steps; returns the last bid of each job, which was not accepted. */
  private List<Bid> sell(Table table) {
    var bids = new PriorityQueue<Bid>();
    var unmet = new ArrayList<Bid>();
    for (Candidate candidate : table.candidates()) {
      bids.add(bidder(candidate, table).bid(SteepestSteps.NOTHING));
    }
    while (!bids.isEmpty()) {
      Bid bid = bids.remove();
      if (!bid.isNone() && buys(bid, table.budget())) {
        bids.add(bid.bidder().bid(bid.next()));
      } else {
        Bid smaller = bid.bidder().bid(bid.size(), most(bid, table.budget()));
        if (smaller.isNone()) {
          unmet.add(bid);
        } else {
          bids.add(smaller);
        }
      }
    }
    return unmet;
  }

  @SuppressWarnings("ReferenceEquality") // a cache for these nodes only
  private Bidder bidder(Candidate candidate, Table table) {
    if (known.size() > MOST_REMEMBERED || table.empty() != empty) {
      known.clear();
      empty = table.empty();
    }
    SteepestSteps all =
        known.computeIfAbsent(
            candidate.speeds(), any -> SteepestSteps.all(candidate, table.budget()));
    double left = Math.max(SHORTEST_SECONDS, candidate.remainingSeconds(0, table.now()));
    double weight =
        StrictMath.pow(left, -settings.urgency()) / candidate.speeds().stepsPerSecond(0);
    return new Bidder(
        candidate,
        all,
        SteepestSteps.upToHeld(candidate, table.budget()),
        weight,
        settings.inertia());
  }

  private static boolean buys(Bid bid, Budget budget) {
    Candidate candidate = bid.bidder().candidate();
    Size had = bid.bidder().size(bid.size());
    Size wanted = bid.bidder().size(bid.next());
    budget.give(candidate, had);
    boolean isThere = budget.covers(candidate, wanted);
    budget.take(candidate, isThere ? wanted : had);
    return isThere;
  }

  /** The largest size that the bidder could have with its purchases and the remaining resources. */
  private static int most(Bid bid, Budget budget) {
    Candidate candidate = bid.bidder().candidate();
    Size had = bid.bidder().size(bid.size());
    budget.give(candidate, had);
    int most = budget.most(candidate) + 1;
    budget.take(candidate, had);
    return Math.min(most, Math.max(bid.size(), bid.next() - 1));
  }

  private static SizeDecision decision(Bid unmet, Budget all) {
    Bidder bidder = unmet.bidder();
    Supplier<Phrase> because = () -> why(unmet, bidder, all);
    return unmet.size() == SteepestSteps.NOTHING
        ? SizeDecision.late(bidder.candidate(), because)
        : new SizeDecision(bidder.candidate(), bidder.size(unmet.size()), because);
  }

  private static Phrase why(Bid unmet, Bidder bidder, Budget all) {
    if (unmet.isNone()) {
      boolean isLargest = unmet.size() == bidder.candidate().speeds().count();
      return isLargest
          ? Phrase.of("this is its largest size")
          : Phrase.of("more tasks would not make it faster");
    }
    Size next = bidder.size(unmet.next());
    return Phrase.of(
        all.covers(bidder.candidate(), next)
            ? "other jobs gain more than it would with {nextSize}"
            : "there are too few resources for {nextSize}",
        next);
  }
}
