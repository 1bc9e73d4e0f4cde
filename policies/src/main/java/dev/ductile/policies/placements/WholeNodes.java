package dev.ductile.policies.placements;

import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;

/**
 * Like {@link Consolidated}, but what goes to a single node goes to the fullest that has room, so
 * that more nodes stay entirely free for large jobs.
 */
public final class WholeNodes implements PlacementProvider {
  @Override
  public String name() {
    return "whole-nodes";
  }

  @Override
  public String summary() {
    return "inside one node where it fits, the fullest with room; else on entirely free nodes";
  }

  @Override
  public Placement create() {
    return new NodeByNode((demand, size, free) -> free.best(Preference.FULLEST, demand, size));
  }
}
