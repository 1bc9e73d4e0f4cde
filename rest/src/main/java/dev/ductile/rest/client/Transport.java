package dev.ductile.rest.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * Sends requests and reads whole answers. Requests that change nothing are tried again; a redirect
 * is not followed, because the token is for one server.
 */
final class Transport implements AutoCloseable {
  private static final int MOST_BYTES = 256 << 20;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** The pauses between the tries of a request that changes nothing. */
  private static final List<Duration> PAUSES =
      List.of(Duration.ofMillis(200), Duration.ofSeconds(1));

  /** The server is busy, or a proxy before it does not reach it. */
  private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

  private final Connection connection;
  private final Pause pause;
  private final HttpClient http;

  /**
   * An answer that has been read to its end.
   *
   * @param type the media type
   */
  record Answer(URI from, int status, String type, String body, HttpResponse<?> response) {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    boolean isPassing() {
      return PASSING.contains(status);
    }
  }

  Transport(Connection connection, Pause pause) {
    this.connection = connection;
    this.pause = pause;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(shorter(CONNECT_TIMEOUT, connection.timeout()));
    connection.authority().ifPresent(file -> builder.sslContext(TrustedAuthority.context(file)));
    this.http = builder.build();
  }

  Connection connection() {
    return connection;
  }

  Pause pause() {
    return pause;
  }

  /** A request with the headers of every request. */
  HttpRequest.Builder request(URI address, String accepted) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(address)
            .header("Accept", accepted + ", application/problem+json")
            .header("User-Agent", "ductile");
    connection.token().ifPresent(token -> builder.header("Authorization", token.header()));
    return builder;
  }

  /** The answer to a request that changes nothing; a failure that may pass is tried again. */
  Answer ask(HttpRequest request) {
    for (Duration wait : PAUSES) {
      try {
        Answer answer = send(request);
        if (!answer.isPassing()) {
          return answer;
        }
        rest(shorter(retryAfter(answer, wait), LONGEST_PAUSE));
      } catch (UnreachableException lost) {
        if (isFinal(lost)) {
          throw lost;
        }
        rest(wait);
      }
    }
    return send(request);
  }

  /** A refused connection stays refused for the next second. */
  private static boolean isFinal(UnreachableException lost) {
    return lost.getCause() instanceof ConnectException
        || lost.getCause() instanceof HttpTimeoutException
        || lost.getCause() instanceof SSLException;
  }

  /** The answer to a request, which is sent once. */
  Answer send(HttpRequest request) {
    HttpResponse<InputStream> response = open(request);
    try (InputStream body = response.body()) {
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new UnusableAnswerException(
            "the answer of %s has more than %d MiB; ask for less"
                .formatted(connection.server(), MOST_BYTES >> 20));
      }
      return new Answer(
          request.uri(), response.statusCode(), type(response), text(bytes), response);
    } catch (IOException lost) {
      throw unreachable("the connection broke: " + lost.getMessage(), lost);
    }
  }

  /** The beginning of an answer. */
  HttpResponse<InputStream> open(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (IOException lost) {
      throw unreachable(reason(lost), lost);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw unreachable("the wait was interrupted", stopped);
    }
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private UnreachableException unreachable(String why, Exception cause) {
    return new UnreachableException(connection.server(), why, cause);
  }

  private String reason(IOException lost) {
    return switch (lost) {
      case HttpConnectTimeoutException _ -> "no connection within the timeout";
      case HttpTimeoutException _ ->
          "no answer within %d s".formatted(Math.max(1, connection.timeout().toSeconds()));
      case ConnectException refused when refused.getCause() instanceof ConnectException inner ->
          hasUnknownName(inner)
              ? "the name %s is unknown".formatted(connection.server().getHost())
              : "the connection is refused";
      case SSLException insecure -> "no secure connection: " + insecure.getMessage();
      default -> "the connection broke: " + lost.getMessage();
    };
  }

  private static boolean hasUnknownName(ConnectException failure) {
    return failure.getCause() instanceof UnresolvedAddressException;
  }

  private void rest(Duration time) {
    try {
      pause.lasts(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw unreachable("the wait was interrupted", stopped);
    }
  }

  private static Duration retryAfter(Answer answer, Duration usual) {
    return answer
        .response()
        .headers()
        .firstValue("Retry-After")
        .filter(text -> text.matches("[0-9]{1,4}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
        .orElse(usual);
  }

  static String type(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").replaceFirst(" *;.*", "");
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Ends all requests. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
