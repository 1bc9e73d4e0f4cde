package dev.ductile.server.http;

import dev.ductile.server.accounts.Principal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The checked parts of a request that a handler may see.
 *
 * @param caller its user; absent only on open routes
 * @param address the address of the client
 * @param parameters the values of declared parameters; of query parameters only those that are
 *     given
 * @param body a record, text, or absent as the route declares it
 */
public record Request(
    Optional<Principal> caller,
    String address,
    Map<String, Object> parameters,
    Optional<Object> body) {
  public Request {
    parameters = Map.copyOf(parameters);
  }

  public Principal principal() {
    return caller.orElseThrow(() -> new IllegalStateException("an open route has no user"));
  }

  /** The value of a required parameter, such as one in the path. */
  public String text(String name) {
    return maybeText(name).orElseThrow(() -> new IllegalStateException("no parameter " + name));
  }

  public Optional<String> maybeText(String name) {
    return value(name, String.class);
  }

  public Optional<Long> whole(String name) {
    return value(name, Long.class);
  }

  /** A number, or this one if it is not given. */
  public int whole(String name, int otherwise) {
    return whole(name).map(Math::toIntExact).orElse(otherwise);
  }

  /** Whether a flag is given and true. */
  public boolean flag(String name) {
    return value(name, Boolean.class).orElse(false);
  }

  public Optional<Instant> time(String name) {
    return value(name, Instant.class);
  }

  /** The body as its record, or as a String. */
  public <T> T body(Class<T> type) {
    return type.cast(body.orElseThrow(() -> new IllegalStateException("the route takes no body")));
  }

  private <T> Optional<T> value(String name, Class<T> type) {
    return Optional.ofNullable(parameters.get(name)).map(type::cast);
  }
}
