package dev.ductile.rest.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import dev.ductile.rest.Json;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * Requests to one server, with records as documents. Every failure is a {@link ClientException}.
 */
public final class Client implements AutoCloseable {
  private static final String JSON = "application/json";

  private final Transport transport;

  public Client(Connection connection, Pause pause) {
    this.transport = new Transport(connection, pause);
  }

  public Connection connection() {
    return transport.connection();
  }

  public <T> T get(ResourcePath path, Class<T> type) {
    return read(asked(path), type);
  }

  /** One part of a list. */
  public <T> ListPage<T> list(ResourcePath path, Class<T> item) {
    Transport.Answer answer = asked(path);
    JavaType type = Json.MAPPER.getTypeFactory().constructParametricType(ListPage.class, item);
    try {
      return Json.MAPPER.readValue(answer.body(), type);
    } catch (IOException unusable) {
      throw foreign(answer.from(), unusable);
    }
  }

  private Transport.Answer asked(ResourcePath path) {
    Transport.Answer answer = transport.ask(timed(api(path), JSON).GET().build());
    requireSuccess(answer);
    return answer;
  }

  public <T> T post(ResourcePath path, Object document, Class<T> type) {
    return sent("POST", path, json(document), JSON, type);
  }

  /** A request without a document. */
  public <T> T post(ResourcePath path, Class<T> type) {
    HttpRequest request = timed(api(path), JSON).POST(BodyPublishers.noBody()).build();
    Transport.Answer answer = transport.send(request);
    requireSuccess(answer);
    return read(answer, type);
  }

  /** Sends a job file as it was written. */
  public <T> T postYaml(ResourcePath path, String text, Class<T> type) {
    return sent("POST", path, BodyPublishers.ofString(text), "application/yaml", type);
  }

  public <T> T put(ResourcePath path, Object document, Class<T> type) {
    return sent("PUT", path, json(document), JSON, type);
  }

  public <T> T patch(ResourcePath path, Object document, Class<T> type) {
    return sent("PATCH", path, json(document), JSON, type);
  }

  public void delete(ResourcePath path) {
    requireSuccess(transport.send(timed(api(path), JSON).DELETE().build()));
  }

  /** The events of the server. */
  public EventFeed events() {
    return new EventFeed(transport, ResourcePath.of("events"));
  }

  /** Asks whether the server lives; this needs no token. */
  public Probe probe() {
    URI address = connection().root("/health/live");
    Transport.Answer answer = transport.ask(timed(address, "*/*").GET().build());
    return new Probe(
        answer.status(), answer.response().headers().firstValue("Date").flatMap(Client::time));
  }

  private static Optional<Instant> time(String header) {
    try {
      return Optional.of(
          ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private <T> T sent(
      String method, ResourcePath path, BodyPublisher body, String content, Class<T> type) {
    HttpRequest request =
        timed(api(path), JSON).header("Content-Type", content).method(method, body).build();
    Transport.Answer answer = transport.send(request);
    requireSuccess(answer);
    return read(answer, type);
  }

  private URI api(ResourcePath path) {
    return connection().api(path);
  }

  private HttpRequest.Builder timed(URI address, String accepted) {
    return transport.request(address, accepted).timeout(connection().timeout());
  }

  private static BodyPublisher json(Object document) {
    try {
      return BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(document));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a document in memory cannot be written", impossible);
    }
  }

  private static <T> T read(Transport.Answer answer, Class<T> type) {
    try {
      return Json.MAPPER.readValue(answer.body(), type);
    } catch (IOException unusable) {
      throw foreign(answer.from(), unusable);
    }
  }

  private static UnusableAnswerException foreign(URI from, IOException unusable) {
    return new UnusableAnswerException(
        "%s did not answer as a Ductile server of this version does; ductile doctor compares the versions"
            .formatted(from),
        unusable);
  }

  /** Throws the problem of an answer that is not a success. */
  static void requireSuccess(Transport.Answer answer) {
    if (!answer.isSuccess()) {
      throw failure(answer);
    }
  }

  private static ClientException failure(Transport.Answer answer) {
    try {
      return new ProblemException(Json.MAPPER.readValue(answer.body(), Problem.class));
    } catch (IOException _) {
      return foreign(answer);
    }
  }

  /** An answer of a proxy or of another server. */
  private static ClientException foreign(Transport.Answer answer) {
    String detail =
        "%s answered with status %d, and not as a Ductile server does; is the address right?"
            .formatted(answer.from(), answer.status());
    return answer.status() == 401 || answer.status() == 403
        ? new ProblemException(new Problem("denied", "Denied", answer.status(), detail, List.of()))
        : new UnusableAnswerException(detail);
  }

  /** Ends all requests. */
  @Override
  public void close() {
    transport.close();
  }
}
