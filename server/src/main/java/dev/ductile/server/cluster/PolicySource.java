package dev.ductile.server.cluster;

import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;

/** Makes policies with the placement and the seed of a server. */
public record PolicySource(ServerSettings settings, Catalog catalog) {
  /** A new instance of a policy. */
  public Policy made(Choice choice) {
    catalog.check(choice);
    return catalog.policy(
        choice, catalog.placement(settings.placement()), new Seed(settings.seed()).child("policy"));
  }
}
