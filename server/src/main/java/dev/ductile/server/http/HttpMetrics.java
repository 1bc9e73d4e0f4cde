package dev.ductile.server.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of the HTTP interface. Routes are named by their templates. */
final class HttpMetrics {
  private final MeterRegistry registry;

  HttpMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void request(String route, String method, int status, Duration time) {
    Timer.builder("ductile.http.request")
        .description("The time of requests, by route and status.")
        .tags("route", route, "method", method, "status", Integer.toString(status))
        .register(registry)
        .record(time);
  }

  /** Counts a request without a valid token, or without the right. */
  void refused(String reason) {
    Counter.builder("ductile.auth.failures")
        .description("Requests that were refused for their token, role or origin.")
        .tags("reason", reason)
        .register(registry)
        .increment();
  }

  void counter(String name, String description, ToDoubleFunction<HttpMetrics> value) {
    FunctionCounter.builder(name, this, value).description(description).register(registry);
  }

  void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).strongReference(true).register(registry);
  }
}
