package dev.ductile.scenario.file;

import dev.ductile.api.Cluster;
import dev.ductile.api.DecayedUse;
import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Sharing;
import dev.ductile.api.Usage;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The past use in a state: the amounts that it has, and the devices that its jobs hold.
 *
 * @param cluster the picture without past use
 */
record UsageReader(Cluster cluster) {
  Cluster withUsage(Written root, Optional<List<StateEntry.UsageEntry>> entries) {
    Map<Usage.Account, Double> amounts = new HashMap<>();
    for (StateEntry.UsageEntry entry : entries.orElse(List.of())) {
      var account = new Usage.Account(entry.queue(), entry.owner().orElse(""));
      if (halfLife(entry.queue()).isEmpty()) {
        throw root.need("usage")
            .breaks("queue %s has past use, but no halfLife in queues".formatted(entry.queue()));
      }
      amounts.merge(account, entry.deviceSeconds(), Double::sum);
    }
    return amounts.isEmpty() && !countsUse() ? cluster : cluster.withUsage(usage(amounts));
  }

  private boolean countsUse() {
    return cluster.settings().queues().stream()
        .anyMatch(queue -> halfLife(queue.name()).isPresent());
  }

  private Usage usage(Map<Usage.Account, Double> amounts) {
    Map<Usage.Account, Double> devices = new HashMap<>();
    for (Job job : cluster.jobs()) {
      if (job.holdsResources() && halfLife(job.spec().queue()).isPresent()) {
        devices.merge(
            Usage.Account.of(job),
            job.spec().demand().devices(job.allocation().size()),
            Double::sum);
      }
    }
    devices.keySet().forEach(account -> amounts.putIfAbsent(account, 0.0));
    Map<Usage.Account, DecayedUse> uses = new HashMap<>();
    amounts.forEach((account, amount) ->
        uses.put(
            account,
            new DecayedUse(
                cluster.now(),
                amount,
                devices.getOrDefault(account, 0.0),
                halfLife(account.queue()).orElseThrow())));
    return new Usage(uses);
  }

  private Optional<Duration> halfLife(String name) {
    return cluster.settings().queues().stream()
        .filter(queue -> queue.name().equals(name))
        .findFirst()
        .flatMap(Queue::sharing)
        .flatMap(Sharing::halfLife);
  }
}
