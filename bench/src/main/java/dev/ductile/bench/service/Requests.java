package dev.ductile.bench.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Requests whose answers are not read as documents, so that the client costs little beside the
 * server.
 */
final class Requests implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI address;
  private final String token;

  Requests(URI address, String token) {
    this.address = address;
    this.token = token;
  }

  String get(String path) throws IOException {
    return send(request(path).GET().timeout(LONGEST), BodyHandlers.ofString());
  }

  /** The times of rounds until now. */
  Rounds rounds() throws IOException {
    return Rounds.of(get("/metrics"));
  }

  String submit(String jobFile) throws IOException {
    HttpRequest.Builder request =
        request("jobs")
            .header("Content-Type", "application/yaml")
            .timeout(LONGEST)
            .POST(BodyPublishers.ofString(jobFile));
    return send(request, BodyHandlers.ofString());
  }

  /** The events from now on, which end with the server. */
  InputStream events() throws IOException {
    return send(request("events").GET(), BodyHandlers.ofInputStream());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve("/api/v1/").resolve(path))
        .header("Authorization", "Bearer " + token);
  }

  private <T> T send(HttpRequest.Builder request, BodyHandler<T> body) throws IOException {
    try {
      HttpResponse<T> answer = http.send(request.build(), body);
      if (answer.statusCode() >= 300) {
        throw new IOException(
            "%s: status %d: %s".formatted(answer.uri(), answer.statusCode(), answer.body()));
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("a request was interrupted");
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
