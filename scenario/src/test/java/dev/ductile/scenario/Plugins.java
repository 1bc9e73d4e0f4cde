package dev.ductile.scenario;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.List;
import java.util.Optional;

/** Fake plugins of each kind, beside the installed trace formats. */
public final class Plugins {
  private Plugins() {}

  public static Catalog catalog() {
    return new Catalog(
        List.of(new Tuned(), new Plain()),
        List.of(new NamedPlacement("spread"), new NamedPlacement("consolidated")),
        List.of(new Doubling(), new Constant.Model()),
        List.of(),
        Catalog.installed().formats());
  }

  record Settings(double alpha, List<Double> limits) implements Policy {
    Settings {
      if (alpha < 0) {
        throw new IllegalArgumentException("alpha must not be negative");
      }
    }

    @Override
    public Plan decide(Cluster cluster) {
      return Plan.of(List.of(), _ -> Reason.of(Reason.Kind.BEHIND_IN_QUEUE, "no grants"));
    }
  }

  record Nothing() {}

  private static final class Tuned implements PolicyProvider<Settings> {
    @Override
    public Profile profile() {
      return new Profile("tuned", "", "has settings");
    }

    @Override
    public boolean resizes() {
      return true;
    }

    @Override
    public Settings defaults() {
      return new Settings(0.5, List.of(1.0, 2.0));
    }

    @Override
    public Policy create(Settings settings, PolicyContext context) {
      return settings;
    }
  }

  private static final class Plain implements PolicyProvider<Nothing> {
    @Override
    public Profile profile() {
      return new Profile("plain", "", "has no settings");
    }

    @Override
    public Nothing defaults() {
      return new Nothing();
    }

    @Override
    public Policy create(Nothing settings, PolicyContext context) {
      return new Settings(0, List.of());
    }
  }

  private record NamedPlacement(String name) implements PlacementProvider {
    @Override
    public String summary() {
      return "nowhere";
    }

    @Override
    public Placement create() {
      return (_, _, _) -> Optional.empty();
    }
  }

  record First(double first) {
    First {
      if (first < 0) {
        throw new IllegalArgumentException("first must not be negative");
      }
    }
  }

  /** As many times the first speed as there are workers. */
  static final class Doubling implements SpeedProvider<First> {
    @Override
    public String name() {
      return "doubling";
    }

    @Override
    public String summary() {
      return "as many times the first speed as there are workers";
    }

    @Override
    public Class<First> parameters() {
      return First.class;
    }

    @Override
    public Speed create(First parameters) {
      return where -> parameters.first() * where.workers();
    }
  }
}
