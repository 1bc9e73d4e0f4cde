package dev.ductile.server.tracing;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector on the loopback address that keeps all spans it gets. */
final class SmallCollector implements AutoCloseable {
  private final HttpServer server;
  private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();

  SmallCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean isTraces =
          exchange.getRequestMethod().equals("POST")
              && "application/x-protobuf"
                  .equals(exchange.getRequestHeaders().getFirst("Content-Type"));
      received.addAll(read(exchange.getRequestBody().readAllBytes()));
      exchange.sendResponseHeaders(isTraces ? 200 : 400, -1);
    }
  }

  private static List<ResourceSpans> read(byte[] body) throws InvalidProtocolBufferException {
    return ExportTraceServiceRequest.parseFrom(body).getResourceSpansList();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  List<ResourceSpans> received() {
    return received;
  }

  List<Span> spans() {
    return received.stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
