package dev.ductile.server.routes;

import dev.ductile.rest.ListPage;
import dev.ductile.rest.SecretName;
import dev.ductile.rest.SecretValue;
import dev.ductile.server.http.ParameterType;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Request;
import dev.ductile.server.http.Route;
import dev.ductile.server.http.RouteDraft;
import dev.ductile.server.secrets.SecretFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Stores the secrets of the caller. No route shows a value. */
public final class SecretRoutes {
  private static final int MOST_BYTES = 2 * SecretFolder.MOST_BYTES;

  private final SecretFolder secrets;

  public SecretRoutes(SecretFolder secrets) {
    this.secrets = secrets;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/secrets", Permission.USE, "The names of your secrets.")
            .answersPageOf(SecretName.class)
            .by(this::names),
        named(Route.put("/api/v1/secrets/{name}", Permission.USE, "Stores one of your secrets."))
            .takes(SecretValue.class, MOST_BYTES)
            .answers(SecretName.class)
            .by(this::store),
        named(Route.delete("/api/v1/secrets/{name}", Permission.USE, "Removes one of them."))
            .answers(SecretName.class)
            .by(this::remove));
  }

  private static RouteDraft named(RouteDraft draft) {
    return draft.path("name", new ParameterType.Name(100), "The name of the secret.");
  }

  private Reply names(Request request) {
    try {
      List<SecretName> names =
          secrets.names(request.principal().user()).stream().map(SecretName::new).toList();
      return Reply.json(new ListPage<>(names, Optional.empty(), names.size()));
    } catch (IOException failed) {
      throw new UncheckedIOException("secrets cannot be listed", failed);
    }
  }

  private Reply store(Request request) {
    String name = request.text("name");
    try {
      secrets.store(request.principal().user(), name, request.body(SecretValue.class).value());
      return Reply.json(new SecretName(name));
    } catch (IllegalArgumentException refused) {
      throw Refusal.invalid(String.valueOf(refused.getMessage()));
    } catch (IOException failed) {
      throw new UncheckedIOException("the secret cannot be stored", failed);
    }
  }

  private Reply remove(Request request) {
    String name = request.text("name");
    try {
      if (!secrets.remove(request.principal().user(), name)) {
        throw Refusal.notFound("you have no secret %s".formatted(name));
      }
      return Reply.json(new SecretName(name));
    } catch (IllegalArgumentException refused) {
      throw Refusal.invalid(String.valueOf(refused.getMessage()));
    } catch (IOException failed) {
      throw new UncheckedIOException("the secret cannot be removed", failed);
    }
  }
}
