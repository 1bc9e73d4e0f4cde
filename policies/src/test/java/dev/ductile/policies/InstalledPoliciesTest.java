package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.policies.fair.Drf;
import dev.ductile.policies.fair.MaxMin;
import dev.ductile.policies.marginal.Marginal;
import dev.ductile.policies.placements.Consolidated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Every policy that is installed, with every placement and with the settings that change much. */
final class InstalledPoliciesTest extends PolicyContract {
  @Override
  protected Map<String, Supplier<Policy>> policies() {
    var policies = new LinkedHashMap<String, Supplier<Policy>>();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      policies.put(provider.profile().name(), () -> standard(provider, new Consolidated()));
    }
    for (PlacementProvider placement : ServiceLoader.load(PlacementProvider.class)) {
      policies.put("srtf, " + placement.name(), () -> standard(new Srtf(), placement.create()));
      policies.put("drf, " + placement.name(), () -> standard(new Drf(), placement.create()));
    }
    policies.put("fifo, skipping", () -> made(new Fifo(), new Fifo.Settings(true)));
    policies.put("drf between owners", () -> made(new Drf(), new Drf.Settings(Drf.Between.OWNERS)));
    policies.put("max-min, weighted", () -> made(new MaxMin(), new MaxMin.Settings(true)));
    policies.put("marginal, urgent", () -> made(new Marginal(), new Marginal.Settings(2, 0)));
    policies.put("tetris, packing only", () -> made(new Tetris(), new Tetris.Settings(0)));
    return policies;
  }

  @Test
  void all_are_installed_and_say_what_they_are() {
    var profiles = new ArrayList<PolicyProvider.Profile>();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      profiles.add(provider.profile());
    }
    assertThat(profiles)
        .extracting(PolicyProvider.Profile::name)
        .containsExactlyInAnyOrder(
            "fifo",
            "sjf",
            "srtf",
            "srsf",
            "las",
            "tiresias-l",
            "drf",
            "tetris",
            "fixed-size",
            "max-min",
            "marginal");
    assertThat(profiles)
        .allSatisfy(profile -> assertThat(profile.summary()).hasSizeBetween(20, 100));
  }

  @Test
  void a_cluster_without_nodes_gives_nothing() {
    Sketch empty = new Sketch(Nodes.NONE).waiting("a", 1, 10);
    policies()
        .forEach((name, policy) -> {
          assertThat(empty.grants(policy.get())).as(name).isEmpty();
          assertThat(empty.reason(policy.get(), "a"))
              .as(name)
              .isEqualTo("INFEASIBLE: would need 1 gpu; the cluster has no gpu");
        });
  }

  private static <S extends Record> Policy standard(PolicyProvider<S> provider, Placement place) {
    return provider.create(provider.defaults(), place, new Seed(1).stream("policy"));
  }

  private static <S extends Record> Policy made(PolicyProvider<S> provider, S settings) {
    return provider.create(settings, new Consolidated(), new Seed(1).stream("policy"));
  }
}
