package dev.ductile.cli.train;

import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;

/**
 * The policy for a cluster with one job, which always fits: the job gets the size that it requests.
 */
public final class AskedSizePolicy {
  private AskedSizePolicy() {}

  public static Policy installed() {
    Catalog catalog = Catalog.installed();
    Placement placement = catalog.placement(Choice.named("pack"));
    return catalog.policy(Choice.named("fifo"), placement, new Seed(0));
  }
}
