package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.laws.RandomCluster;
import dev.ductile.policies.capes.Exploratory;
import dev.ductile.policies.classic.Fifo;
import dev.ductile.policies.classic.Srtf;
import dev.ductile.policies.classic.Tetris;
import dev.ductile.policies.dl2.Fill;
import dev.ductile.policies.eps.HScheduler;
import dev.ductile.policies.eps.KillBased;
import dev.ductile.policies.fair.Drf;
import dev.ductile.policies.fair.MaxMin;
import dev.ductile.policies.lin.Hell;
import dev.ductile.policies.lin.JsqChunk;
import dev.ductile.policies.lin.Knee;
import dev.ductile.policies.lin.Waterfill;
import dev.ductile.policies.marginal.Marginal;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.placements.Pooled;
import dev.ductile.policies.smd.BaselineAdmission;
import dev.ductile.policies.smd.Charge;
import dev.ductile.policies.smd.Esw;
import dev.ductile.policies.smd.OptimusUtility;
import dev.ductile.policies.smd.Scale;
import dev.ductile.policies.smd.Smd;
import dev.ductile.policies.smd.SmdExact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Every installed policy, with every placement and with settings that change its rule. */
final class InstalledPoliciesTest extends PolicyContract {
  private static final Smd.Settings SMD_BY_USE =
      new Smd.Settings(0.2, 3, Scale.LEMMA, 1, 1, Charge.USE, 0.99);

  private static final int PICTURES = 40;

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
    policies.put(
        "drf between owners", () -> made(new Drf(), new Drf.Settings(Drf.ShareOwner.OWNERS)));
    policies.put("max-min, weighted", () -> made(new MaxMin(), new MaxMin.Settings(true)));
    policies.put("marginal, urgent", () -> made(new Marginal(), new Marginal.Settings(2, 0)));
    policies.put("tetris, packing only", () -> made(new Tetris(), new Tetris.Settings(0)));
    policies.put("knee, filling", () -> made(new Knee(), new Knee.Settings(0.05, true, 1.05)));
    policies.put("hell, filling", () -> made(new Hell(), new Hell.Settings(true, 1.05)));
    policies.put(
        "waterfill, steepest",
        () -> made(new Waterfill(), new Waterfill.Settings(Waterfill.Filling.STEEPEST, 0)));
    policies.put("jsq-chunk of 3", () -> made(new JsqChunk(), new JsqChunk.Settings(3)));
    policies.put("h-scheduler, pooled", () -> standard(new HScheduler(), new Pooled()));
    policies.put("h-scheduler, strict", () -> made(new HScheduler(), strict()));
    policies.put("kill-based, strict", () -> made(new KillBased(), strict()));
    policies.put(
        "exploratory, 4 GPUs for a minute",
        () -> made(new Exploratory(), new Exploratory.Settings(4, Duration.ofMinutes(1))));
    for (Fill.Order order : Fill.Order.values()) {
      policies.put("fill, " + order, () -> made(new Fill(), new Fill.Settings(order, 3)));
    }
    policies.put("smd by use", () -> made(new Smd(), SMD_BY_USE));
    policies.put(
        "smd-exact by use", () -> made(new SmdExact(), new SmdExact.Settings(Charge.USE, 0.9)));
    for (BaselineAdmission admission : BaselineAdmission.values()) {
      policies.put(
          "esw, " + admission, () -> made(new Esw(), new Esw.Settings(admission, Charge.USE)));
      policies.put(
          "optimus-utility, " + admission,
          () -> made(new OptimusUtility(), new OptimusUtility.Settings(admission, Charge.LIMIT)));
    }
    return policies;
  }

  /** The name of a policy with other settings begins with the name of its provider. */
  @Override
  protected Set<String> resizing() {
    var resizing = new HashSet<String>();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      String own = provider.profile().name();
      policies().keySet().stream()
          .filter(
              name -> provider.resizes() && (name + " ").replace(',', ' ').startsWith(own + " "))
          .forEach(resizing::add);
    }
    return resizing;
  }

  private static HScheduler.Settings strict() {
    return new HScheduler.Settings(OptionalInt.of(3), false, Duration.ofSeconds(5), false, 1);
  }

  @Test
  void allPoliciesAreInstalledWithProfiles() {
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
            "knee",
            "hell",
            "moldable-knee",
            "moldable-hell",
            "srpt",
            "waterfill",
            "jsq-chunk",
            "h-scheduler",
            "kill-based",
            "default-ps",
            "priority",
            "doubling",
            "exploratory",
            "optimus",
            "fill",
            "smd",
            "smd-exact",
            "esw",
            "optimus-utility",
            "marginal");
    assertThat(profiles)
        .allSatisfy(profile -> assertThat(profile.summary()).hasSizeBetween(20, 100));
  }

  @Test
  void aClusterWithoutNodesGivesNothing() {
    Sketch empty = new Sketch(Nodes.NONE).waiting("a", 1, 10);
    policies()
        .forEach((name, policy) -> {
          assertThat(empty.grants(policy.get())).as(name).isEmpty();
          assertThat(empty.reason(policy.get(), "a"))
              .as(name)
              .isEqualTo("INFEASIBLE: needs 1 gpu; the cluster has no gpu");
        });
  }

  /** A policy that resizes starts some waiting job at a size that the job does not ask for. */
  @Test
  void onlyPoliciesThatResizeStartJobsAtAnotherSizeThanTheyAskFor() {
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      Policy policy = standard(provider, new Consolidated());
      boolean resizes =
          LongStream.range(0, PICTURES)
              .mapToObj(seed -> new RandomCluster(seed).picture())
              .anyMatch(picture -> startsAtAnotherSize(policy, picture));
      assertThat(resizes).as(provider.profile().name()).isEqualTo(provider.resizes());
    }
  }

  private static boolean startsAtAnotherSize(Policy policy, Cluster picture) {
    return policy.decide(picture).grants().stream()
        .anyMatch(grant ->
            grant.job().allocation().isNone()
                && !grant.allocation().size().equals(grant.job().spec().asked()));
  }

  private static <S extends Record> Policy standard(PolicyProvider<S> provider, Placement place) {
    return provider.create(
        provider.defaults(), PolicyContext.of(place, new Seed(1).child("policy")));
  }

  private static <S extends Record> Policy made(PolicyProvider<S> provider, S settings) {
    return provider.create(
        settings, PolicyContext.of(new Consolidated(), new Seed(1).child("policy")));
  }
}
