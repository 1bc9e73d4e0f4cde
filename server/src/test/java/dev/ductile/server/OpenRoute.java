package dev.ductile.server;

import dev.ductile.rest.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Routes that need no token. */
final class OpenRoute {
  private OpenRoute() {}

  /** The status, and the reason of a problem. */
  static String answer(URI server, String path) {
    try (var http = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(server.resolve(path)).build(),
              HttpResponse.BodyHandlers.ofString());
      return "%d %s"
          .formatted(
              response.statusCode(), Json.MAPPER.readTree(response.body()).path("detail").asText());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
