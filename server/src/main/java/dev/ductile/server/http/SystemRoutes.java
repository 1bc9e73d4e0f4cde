package dev.ductile.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.rest.Health;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The routes for the operation of the service. */
final class SystemRoutes {
  private static final Duration RETRY = Duration.ofSeconds(2);

  private SystemRoutes() {}

  static List<Route> of(Metrics metrics, Supplier<Optional<String>> unready) {
    return List.of(
        Route.get("/health/live", Permission.OPEN, "Answers while the process works.")
            .answers(Health.class)
            .by(request -> Reply.json(new Health("ok", Optional.empty()))),
        Route.get(
                "/health/ready",
                Permission.OPEN,
                "Answers 503 while the service takes no requests.")
            .answers(Health.class)
            .by(request -> ready(unready.get())),
        Route.get("/metrics", Permission.VIEW, "The metrics of the service for Prometheus.")
            .answers(new Answer.Text(Metrics.MEDIA_TYPE))
            .by(request -> new Reply.Text(Metrics.MEDIA_TYPE, metrics.scrape())));
  }

  /** The route of the OpenAPI document, which describes this route too. */
  static Route openApi(RouteTable others, String version) {
    RouteDraft draft = Route.get("/openapi.json", Permission.OPEN, "This document.");
    Route described = draft.by(request -> new Reply.Empty());
    ObjectNode document = OpenApi.document(others.with(List.of(described)), version);
    return draft.by(request -> Reply.json(document));
  }

  private static Reply ready(Optional<String> reason) {
    reason.ifPresent(why -> {
      throw Refusal.unavailable(why, RETRY);
    });
    return Reply.json(new Health("ok", Optional.empty()));
  }
}
