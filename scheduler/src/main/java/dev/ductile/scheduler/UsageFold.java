package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.DecayedUse;
import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Sharing;
import dev.ductile.api.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The past use of queues: a fold over the allocations of their jobs. */
final class UsageFold {
  private Map<String, Duration> halfLives = Map.of();
  private final Map<Usage.Account, DecayedUse> accounts = new HashMap<>();
  private Optional<Usage> copy = Optional.of(Usage.NONE);

  /** Continues from a picture. */
  void takeOver(Cluster picture) {
    picture.settings().queues().forEach(this::learn);
    accounts.putAll(picture.usage().accounts());
    copy = Optional.of(picture.usage());
  }

  /** Continues from a snapshot. */
  void takeOver(List<Queue> queues, List<LedgerSnapshot.AccountUse> uses) {
    queues.forEach(this::learn);
    uses.forEach(one -> accounts.put(new Usage.Account(one.queue(), one.owner()), one.use()));
    copy = Optional.empty();
  }

  /** The use of each account, as data. */
  List<LedgerSnapshot.AccountUse> uses() {
    return accounts.entrySet().stream()
        .map(one ->
            new LedgerSnapshot.AccountUse(
                one.getKey().queue(), one.getKey().owner(), one.getValue()))
        .sorted(
            Comparator.comparing(LedgerSnapshot.AccountUse::queue)
                .thenComparing(LedgerSnapshot.AccountUse::owner))
        .toList();
  }

  Usage usage() {
    Usage now = copy.orElseGet(() -> new Usage(accounts));
    copy = Optional.of(now);
    return now;
  }

  /** Takes in the settings of a queue, whose jobs hold resources now. */
  void set(Queue queue, List<Job> holding, Instant now) {
    learn(queue);
    accounts.keySet().removeIf(account -> !halfLives.containsKey(account.queue()));
    Duration halfLife = halfLives.get(queue.name());
    if (halfLife != null) {
      recount(queue.name(), halfLife, holding, now);
    }
    copy = Optional.empty();
  }

  private void learn(Queue queue) {
    Map<String, Duration> newer = new HashMap<>(halfLives);
    newer.remove(queue.name());
    queue.sharing().flatMap(Sharing::halfLife).ifPresent(time -> newer.put(queue.name(), time));
    halfLives = Map.copyOf(newer);
  }

  private void recount(String queue, Duration halfLife, List<Job> holding, Instant now) {
    Map<Usage.Account, Double> devices = new HashMap<>();
    accounts.keySet().stream()
        .filter(account -> account.queue().equals(queue))
        .forEach(account -> devices.put(account, 0.0));
    holding.stream()
        .filter(job -> job.spec().queue().equals(queue))
        .forEach(job -> devices.merge(Usage.Account.of(job), devices(job), Double::sum));
    devices.forEach((account, held) ->
        accounts.put(account, use(account, halfLife, now).change(now, held, halfLife)));
  }

  /**
   * Takes in a job that has changed: {@code before} is null for a new one, {@code after} at its
   * end.
   */
  void update(@Nullable Job before, @Nullable Job after, Instant now) {
    if (halfLives.isEmpty() || isSame(before, after)) {
      return;
    }
    if (before != null) {
      add(before, -devices(before), now);
    }
    if (after != null) {
      add(after, devices(after), now);
    }
  }

  private static boolean isSame(@Nullable Job before, @Nullable Job after) {
    return before != null
        && after != null
        && before.allocation().equals(after.allocation())
        && Usage.Account.of(before).equals(Usage.Account.of(after));
  }

  private void add(Job job, double devices, Instant now) {
    Duration halfLife = halfLives.get(job.spec().queue());
    if (halfLife == null || devices == 0) {
      return;
    }
    Usage.Account account = Usage.Account.of(job);
    DecayedUse use = use(account, halfLife, now);
    accounts.put(account, use.change(now, use.devices() + devices, halfLife));
    copy = Optional.empty();
  }

  private DecayedUse use(Usage.Account account, Duration halfLife, Instant now) {
    return Optional.ofNullable(accounts.get(account))
        .orElseGet(() -> DecayedUse.none(now, halfLife));
  }

  private static double devices(Job job) {
    return job.holdsResources() ? job.spec().demand().devices(job.allocation().size()) : 0;
  }
}
