package dev.ductile.server.routes;

import dev.ductile.rest.ListPage;
import dev.ductile.rest.ShadowView;
import dev.ductile.server.cluster.ShadowPolicies;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Route;
import java.util.List;
import java.util.Optional;

/** Shows the policies that decide in shadow. */
public record ShadowRoutes(ShadowPolicies shadows) {
  public List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/shadow",
                Permission.VIEW,
                "The policies that decide beside the acting one, compared with it.")
            .answersPageOf(ShadowView.class)
            .by(_ -> Reply.json(page(shadows.views()))));
  }

  private static ListPage<ShadowView> page(List<ShadowView> views) {
    return new ListPage<>(views, Optional.empty(), views.size());
  }
}
