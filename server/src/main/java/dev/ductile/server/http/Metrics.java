package dev.ductile.server.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The metrics of the service in the format of Prometheus. No label has a value from a request, so
 * that the number of time series is bounded.
 */
public final class Metrics {
  static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final List<Runnable> refreshes = new CopyOnWriteArrayList<>();

  public Metrics(String version) {
    List<MeterBinder> machine =
        List.of(
            new ClassLoaderMetrics(),
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new UptimeMetrics());
    machine.forEach(binder -> binder.bindTo(registry));
    Gauge.builder("ductile.build.info", () -> 1)
        .description("The version of the program; always 1.")
        .tags(Tags.of("version", version, "java", Runtime.version().toString()))
        .register(registry);
  }

  /** Further metrics are registered here, with names such as {@code ductile.rescales}. */
  public MeterRegistry registry() {
    return registry;
  }

  /** This is called before each scrape, to bring its metrics up to date. */
  public void beforeScrape(Runnable refresh) {
    refreshes.add(refresh);
  }

  synchronized String scrape() {
    refreshes.forEach(Runnable::run);
    return registry.scrape();
  }
}
