package dev.ductile.scenario.cluster;

import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A ClusterQueue of Kueue.
 *
 * @param cohort the queues that lend it quota; empty for none
 */
record KueueQueue(String name, String cohort, List<Quota> quotas) {
  /** A state cannot say a quota of zero, which would be no limit. */
  private static final double LEAST = 1e-6;

  /**
   * The quota of a resource in a flavor.
   *
   * @param group the index of the group of resources that get the same flavor
   * @param most the largest amount with what it can borrow; infinite for all of its cohort
   */
  record Quota(int group, String flavor, String resource, double nominal, double most) {}

  static KueueQueue of(Entry item) {
    var quotas = new ArrayList<Quota>();
    List<Entry> groups = item.list("spec", "resourceGroups");
    String cohort =
        item.text("spec", "cohortName").or(() -> item.text("spec", "cohort")).orElse("");
    for (int group = 0; group < groups.size(); group++) {
      for (Entry flavor : groups.get(group).list("flavors")) {
        for (Entry resource : flavor.list("resources")) {
          quotas.add(quota(group, flavor.need("name"), resource, !cohort.isEmpty()));
        }
      }
    }
    quotas.removeIf(quota -> quota.resource().equals("pods"));
    return new KueueQueue(
        item.at().need("metadata").need("name").node().asText(), cohort, List.copyOf(quotas));
  }

  private static Quota quota(int group, String flavor, Entry resource, boolean borrows) {
    double nominal = amount(resource, "nominalQuota", 0);
    double limit = amount(resource, "borrowingLimit", Double.POSITIVE_INFINITY);
    String name = Accelerators.name(resource.need("name"));
    return new Quota(group, flavor, name, nominal, borrows ? nominal + limit : nominal);
  }

  private static double amount(Entry owner, String key, double absent) {
    return owner.find(key).map(KubernetesQuantity::amount).orElse(absent);
  }

  /** The quota with all that the queue can borrow, over all its flavors. */
  Queue queue(Collection<KueueQueue> all) {
    Map<String, Double> quota = new HashMap<>();
    for (Quota own : quotas) {
      double shared =
          cohort.isEmpty()
              ? own.nominal()
              : all.stream()
                  .filter(other -> other.cohort.equals(cohort))
                  .mapToDouble(other -> other.nominal(own.flavor()).amount(own.resource()))
                  .sum();
      quota.merge(own.resource(), Math.min(own.most(), shared), Double::sum);
    }
    quota.replaceAll((name, amount) -> Math.max(amount, LEAST));
    return new Queue(ShortName.of(name), Resources.of(quota));
  }

  /** Its own quota of a flavor. */
  Resources nominal(String flavor) {
    Map<String, Double> nominal = new HashMap<>();
    quotas.stream()
        .filter(quota -> quota.flavor().equals(flavor))
        .forEach(quota -> nominal.merge(quota.resource(), quota.nominal(), Double::sum));
    return Resources.of(nominal);
  }

  Set<String> flavors() {
    var flavors = new HashSet<String>();
    quotas.forEach(quota -> flavors.add(quota.flavor()));
    return flavors;
  }

  /** The flavors that can have this resource. */
  Set<String> flavors(String resource) {
    var flavors = new HashSet<String>();
    quotas.stream()
        .filter(quota -> quota.resource().equals(resource))
        .forEach(quota -> flavors.add(quota.flavor()));
    return flavors;
  }

  /** The part of a need that gets the same flavor as a resource. */
  Resources together(String resource, Resources need) {
    var names = new HashSet<String>();
    for (Quota quota : quotas) {
      if (quotas.stream()
          .anyMatch(other -> other.group() == quota.group() && other.resource().equals(resource))) {
        names.add(quota.resource());
      }
    }
    var part = new HashMap<>(need.amounts());
    part.keySet().retainAll(names);
    return Resources.of(part);
  }
}
