package dev.ductile.server.cluster;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.scenario.Catalog;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Policies that no cluster wants to wait for, beside the installed ones. */
public final class OddPolicies {
  private OddPolicies() {}

  record NoSettings() {}

  public static Catalog catalog() {
    Catalog installed = Catalog.installed();
    var policies = new ArrayList<PolicyProvider<?>>(installed.policies());
    policies.add(new Odd("failing", OddPolicies::failing));
    policies.add(new Odd("endless", OddPolicies::endless));
    return new Catalog(
        policies,
        installed.placements(),
        installed.speeds(),
        installed.estimators(),
        installed.formats());
  }

  private static Policy failing() {
    return _ -> {
      throw new IllegalStateException("no plan");
    };
  }

  /** An interrupted thread would not wait any more, and keep a processor busy. */
  private static Policy endless() {
    return _ -> {
      while (true) {
        LockSupport.parkNanos(1_000_000);
        var _ = Thread.interrupted();
      }
    };
  }

  /** A policy without settings. */
  private record Odd(String name, Supplier<Policy> policy) implements PolicyProvider<NoSettings> {
    @Override
    public Profile profile() {
      return new Profile(name, "", "for tests");
    }

    @Override
    public NoSettings defaults() {
      return new NoSettings();
    }

    @Override
    public Policy create(NoSettings settings, PolicyContext context) {
      return policy.get();
    }
  }
}
