package dev.ductile.policies.placements;

import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;

/**
 * As {@link Consolidated}, but tasks for a single node go to the fullest one that fits, which
 * leaves more nodes entirely free for large jobs.
 */
public final class WholeNodes implements PlacementProvider {
  @Override
  public String name() {
    return "whole-nodes";
  }

  @Override
  public String summary() {
    return "a job that fits in a node goes to the fullest that fits; a larger one to entirely free nodes";
  }

  @Override
  public Placement create() {
    return new NodeByNode((demand, size, free) -> free.best(Preference.FULLEST, demand, size));
  }
}
