package dev.ductile.api;

import java.util.HashMap;
import java.util.Map;

/**
 * The decayed use of the queues that count past use, by owner.
 *
 * @param accounts the use of each owner in each of these queues
 */
public record Usage(Map<Account, DecayedUse> accounts) {
  public static final Usage NONE = new Usage(Map.of());

  /** The jobs of one owner in one queue. */
  public record Account(String queue, String owner) {
    public static Account of(Job job) {
      return new Account(job.spec().queue(), job.spec().owner());
    }
  }

  public Usage {
    accounts = Map.copyOf(accounts);
  }

  /** This use with another use of one account. */
  public Usage with(Account account, DecayedUse use) {
    var newer = new HashMap<>(accounts);
    newer.put(account, use);
    return new Usage(newer);
  }
}
