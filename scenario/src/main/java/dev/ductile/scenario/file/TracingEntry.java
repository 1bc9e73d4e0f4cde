package dev.ductile.scenario.file;

import dev.ductile.scenario.TraceCollector;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Sends a trace of each decision to a collector of OpenTelemetry.
 *
 * @param endpoint the base address of the collector for OTLP over HTTP, such as
 *     http://127.0.0.1:4318
 */
record TracingEntry(String endpoint) {
  TraceCollector collector() {
    try {
      return new TraceCollector(new URI(endpoint));
    } catch (URISyntaxException wrong) {
      throw new IllegalArgumentException("endpoint: " + wrong.getReason(), wrong);
    }
  }
}
