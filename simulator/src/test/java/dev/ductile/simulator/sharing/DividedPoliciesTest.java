package dev.ductile.simulator.sharing;

import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.sharing.DividedPolicy;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;

/** Every installed policy keeps the laws inside the queues of a shared cluster. */
class DividedPoliciesTest extends PolicyContract {
  private static final Catalog CATALOG = Catalog.installed();
  private static final List<Queue> QUEUES =
      List.of(
          Queue.sharing("default", new Sharing(Resources.gpus(4), 70, true, Optional.empty())),
          Queue.sharing("night", Sharing.weight(30)));

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    Map<String, Supplier<Policy>> policies = new LinkedHashMap<>();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      policies.put(provider.profile().name(), () -> divided(made(provider)));
    }
    return policies;
  }

  @Override
  protected Set<String> resizing() {
    return new HashSet<>(policies().keySet());
  }

  private static Policy divided(Policy inside) {
    var divided = new DividedPolicy(inside);
    return cluster -> divided.decide(shared(cluster));
  }

  private static Cluster shared(Cluster cluster) {
    return cluster.withSettings(new ClusterSettings(Optional.empty(), QUEUES, Map.of()));
  }

  private static <S extends Record> Policy made(PolicyProvider<S> provider) {
    return provider.create(
        provider.defaults(),
        new PolicyContext(
            new Consolidated(), new Seed(1).child("policy"), CATALOG, Optional.empty()));
  }
}
