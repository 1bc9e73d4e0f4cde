package dev.ductile.server.tracing;

import dev.ductile.rest.DecisionView;
import dev.ductile.scenario.TraceCollector;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends rounds as spans. The thread of the scheduler only adds them to a bounded queue; spans that
 * do not fit are dropped.
 */
final class SpanExport implements AutoCloseable {
  private static final AttributeKey<Long> NUMBER = AttributeKey.longKey("ductile.decision.number");
  private static final AttributeKey<String> POLICY = AttributeKey.stringKey("ductile.policy");
  private static final AttributeKey<String> TRIGGER = AttributeKey.stringKey("ductile.trigger");
  private static final AttributeKey<Long> JOBS = AttributeKey.longKey("ductile.jobs");
  private static final AttributeKey<Long> CHANGES = AttributeKey.longKey("ductile.changes");
  private static final AttributeKey<Long> ITEMS = AttributeKey.longKey("ductile.items");

  private static final int LONGEST_TEXT = 200;
  private static final int MOST_WAITING = 4_096;
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

  /** The log of the library; {@link ExportNotes} says the same less often. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  SpanExport(TraceCollector collector, String version, ExportNotes notes) {
    LIBRARY.setLevel(Level.OFF);
    this.provider =
        SdkTracerProvider.builder()
            .setResource(resource(version))
            .addSpanProcessor(
                BatchSpanProcessor.builder(new NotedExporter(exporter(collector), notes))
                    .setMaxQueueSize(MOST_WAITING)
                    .setScheduleDelay(BETWEEN)
                    .setExporterTimeout(LONGEST)
                    .build())
            .build();
    this.tracer = provider.get("dev.ductile.server");
  }

  private static SpanExporter exporter(TraceCollector collector) {
    return OtlpHttpSpanExporter.builder()
        .setEndpoint(collector.traces().toString())
        .setConnectTimeout(CONNECT)
        .setTimeout(LONGEST)
        .setRetryPolicy(RetryPolicy.builder().setMaxAttempts(2).build())
        .build();
  }

  private static Resource resource(String version) {
    return Resource.getDefault()
        .merge(
            Resource.create(
                Attributes.of(
                    AttributeKey.stringKey("service.name"),
                    "ductile",
                    AttributeKey.stringKey("service.version"),
                    version)));
  }

  /** Adds the spans of a round. */
  void send(RoundTrace round) {
    Span root =
        tracer
            .spanBuilder("decision")
            .setNoParent()
            .setAllAttributes(attributes(round))
            .setStartTimestamp(round.begin())
            .startSpan();
    Context parent = Context.root().with(root);
    round.laps().forEach(lap -> child(parent, round.begin(), lap));
    root.end(round.begin().plus(round.time()));
  }

  private static Attributes attributes(RoundTrace round) {
    DecisionView decision = round.decision();
    return Attributes.builder()
        .put(NUMBER, decision.number())
        .put(POLICY, shortened(decision.policy()))
        .put(TRIGGER, shortened(decision.trigger()))
        .put(JOBS, round.jobs())
        .put(CHANGES, decision.changes().size())
        .build();
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(LONGEST_TEXT, text.length()));
  }

  private void child(Context parent, Instant begin, Lap lap) {
    tracer
        .spanBuilder(lap.step().span())
        .setParent(parent)
        .setAttribute(ITEMS, lap.items())
        .setStartTimestamp(begin.plusNanos(lap.begin()))
        .startSpan()
        .end(begin.plusNanos(lap.end()));
  }

  /** Sends what waits, for two seconds at most. */
  @Override
  public void close() {
    provider.shutdown().join(LONGEST_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
