package dev.ductile.rest.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.rest.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on this machine, which records its requests. */
final class TestServer implements AutoCloseable {
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** The method, the path with its query, and the body of each request. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** The headers for the token. */
  final List<String> tokens = new CopyOnWriteArrayList<>();

  TestServer(HttpHandler handler) throws IOException {
    this(HttpServer.create(loopback(), 0), handler);
  }

  TestServer(HttpServer http, HttpHandler handler) {
    this.http = http;
    http.setExecutor(threads);
    http.createContext(
        "/",
        exchange -> {
          try (exchange) {
            record(exchange);
            handler.handle(exchange);
          }
        });
    http.start();
  }

  static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void record(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(
        "%s %s %s".formatted(exchange.getRequestMethod(), exchange.getRequestURI(), body).strip());
    tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  int port() {
    return http.getAddress().getPort();
  }

  Client client() {
    return client(_ -> {});
  }

  Client client(Pause pause) {
    return new Client(
        new Connection(
            address(), BearerToken.of("secret-1"), Optional.empty(), Duration.ofSeconds(10)),
        pause);
  }

  static void answer(HttpExchange exchange, int status, Object document) throws IOException {
    answer(exchange, status, "application/json", Json.MAPPER.writeValueAsString(document));
  }

  static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
