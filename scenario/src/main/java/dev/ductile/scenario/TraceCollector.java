package dev.ductile.scenario;

import java.net.URI;
import java.util.Locale;

/**
 * The collector of OpenTelemetry that takes the traces of decisions.
 *
 * @param endpoint its base address for OTLP over HTTP, such as {@code http://127.0.0.1:4318}
 */
public record TraceCollector(URI endpoint) {
  public TraceCollector {
    String scheme = String.valueOf(endpoint.getScheme()).toLowerCase(Locale.ROOT);
    if (endpoint.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException(
          "endpoint: %s is not an address such as http://127.0.0.1:4318".formatted(endpoint));
    }
    if (endpoint.getUserInfo() != null
        || endpoint.getQuery() != null
        || endpoint.getFragment() != null) {
      throw new IllegalArgumentException(
          "endpoint: an address without a password, a query and a fragment, such as http://127.0.0.1:4318");
    }
  }

  /** The address that takes traces. */
  public URI traces() {
    return URI.create(endpoint.toString().replaceFirst("/+$", "") + "/v1/traces");
  }
}
