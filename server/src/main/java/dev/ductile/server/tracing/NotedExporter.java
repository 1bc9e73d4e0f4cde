package dev.ductile.server.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.Optional;

/** An exporter whose failures become notes for operators. */
record NotedExporter(SpanExporter exporter, ExportNotes notes) implements SpanExporter {
  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    int count = spans.size();
    CompletableResultCode result = exporter.export(spans);
    return result.whenComplete(() -> {
      if (!result.isSuccess()) {
        notes.failed(count, why(result));
      }
    });
  }

  private static String why(CompletableResultCode result) {
    return Optional.ofNullable(result.getFailureThrowable())
        .map(failure -> Optional.ofNullable(failure.getCause()).orElse(failure))
        .map(Throwable::toString)
        .orElse("the collector has refused them");
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
