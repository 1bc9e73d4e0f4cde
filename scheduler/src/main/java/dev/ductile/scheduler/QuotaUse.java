package dev.ductile.scheduler;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resources that queues, and owners in queues, use of their quotas. */
final class QuotaUse {
  private final Map<String, Queue> queues = new HashMap<>();

  /** The use that counts against the quotas. */
  private final Map<Account, Resources> used = new HashMap<>();

  /** The resources that jobs hold before the decision. */
  private final Map<Account, Resources> held = new HashMap<>();

  /** A queue, or one owner in it. */
  private record Account(String queue, Optional<String> owner) {}

  QuotaUse(List<Queue> queues) {
    queues.forEach(queue -> this.queues.put(queue.name(), queue));
  }

  QuotaUse copy() {
    var copy = new QuotaUse(List.of());
    copy.queues.putAll(queues);
    copy.used.putAll(used);
    copy.held.putAll(held);
    return copy;
  }

  void add(Job job, Size size) {
    for (Account account : accounts(job)) {
      used.merge(account, job.spec().demand().of(size), Resources::plus);
      held.merge(account, job.spec().demand().of(size), Resources::plus);
    }
  }

  /** Counts a running job in its queue with no more of a resource than its least size takes. */
  void countAtLeastSize(Job job, String resource) {
    double now = job.spec().demand().of(job.allocation().size()).amount(resource);
    double least = job.spec().demand().of(job.spec().bounds().least()).amount(resource);
    if (now > least) {
      used.computeIfPresent(
          new Account(job.spec().queue(), Optional.empty()),
          (_, all) -> all.minus(Resources.of(resource, now - least)));
    }
  }

  /** Changes the size of a counted job, if the quotas of its queue allow that. */
  boolean change(Job job, Size from, Size to) {
    List<Account> accounts = accounts(job);
    for (Account account : accounts) {
      if (!isWithin(quota(account), after(account, job, from, to))) {
        return false;
      }
    }
    accounts.forEach(account -> used.put(account, after(account, job, from, to)));
    return true;
  }

  /** The quota that a change exceeds, and its use. */
  Phrase exceeded(Job job, Size from, Size to) {
    for (Account account : accounts(job)) {
      if (!isWithin(quota(account), after(account, job, from, to))) {
        return text(account);
      }
    }
    throw new IllegalStateException("%s exceeds no quota at %s".formatted(job.id(), to));
  }

  private Phrase text(Account account) {
    return account.owner().isEmpty()
        ? Phrase.of(
            "queue {queue} uses {used} of its quota of {quota}",
            account.queue(),
            atLeastHeld(account),
            quota(account))
        : Phrase.of(
            "owner {owner} uses {used} in queue {queue}, where each owner may use {quota}",
            account.owner().get(),
            atLeastHeld(account),
            account.queue(),
            quota(account));
  }

  private Resources after(Account account, Job job, Size from, Size to) {
    return used(account).minus(job.spec().demand().of(from)).plus(job.spec().demand().of(to));
  }

  private Resources atLeastHeld(Account account) {
    Map<String, Double> amounts = new HashMap<>(used(account).amounts());
    Optional.ofNullable(held.get(account))
        .orElse(Resources.NONE)
        .amounts()
        .forEach((name, amount) -> amounts.merge(name, amount, Math::max));
    return Resources.of(amounts);
  }

  private Resources used(Account account) {
    return Optional.ofNullable(used.get(account)).orElse(Resources.NONE);
  }

  /** The accounts of a job that have quotas. */
  private List<Account> accounts(Job job) {
    Queue queue = queues.get(job.spec().queue());
    if (queue == null) {
      return List.of();
    }
    var accounts = new ArrayList<Account>(2);
    if (!queue.quota().isNone()) {
      accounts.add(new Account(queue.name(), Optional.empty()));
    }
    if (!queue.userQuota().isNone()) {
      accounts.add(new Account(queue.name(), Optional.of(job.spec().owner())));
    }
    return accounts;
  }

  private Resources quota(Account account) {
    Queue queue = queues.get(account.queue());
    if (queue == null) {
      return Resources.NONE;
    }
    return account.owner().isEmpty() ? queue.quota() : queue.userQuota();
  }

  private static boolean isWithin(Resources quota, Resources wanted) {
    return quota.amounts().entrySet().stream()
        .allMatch(limit -> Resources.covers(limit.getValue(), wanted.amount(limit.getKey())));
  }
}
