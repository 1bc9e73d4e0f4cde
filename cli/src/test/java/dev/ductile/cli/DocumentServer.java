package dev.ductile.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.rest.Json;
import dev.ductile.rest.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real HTTP server with one document for each method and path; it records its requests. */
final class DocumentServer implements AutoCloseable {
  static final String TOKEN = "token-1";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Object> documents = new ConcurrentHashMap<>();

  /** The method, the path with its query, and the body of each request. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  DocumentServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  /**
   * Answers such requests with this document.
   *
   * @param request the method and the path below /api/v1
   * @param document a record, or a problem
   */
  DocumentServer with(String request, Object document) {
    documents.put(request, document);
    return this;
  }

  String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String path = exchange.getRequestURI().toString().replaceFirst("^/api/v1", "");
      requests.add("%s %s %s".formatted(exchange.getRequestMethod(), path, body).strip());
      String key = exchange.getRequestMethod() + " " + path.replaceFirst("\\?.*", "");
      Object document = isAllowed(exchange) ? found(key) : problem(401, "the token is not valid");
      byte[] bytes = Json.MAPPER.writeValueAsBytes(document);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(
          document instanceof Problem refused ? refused.status() : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static boolean isAllowed(HttpExchange exchange) {
    return exchange.getRequestURI().getPath().startsWith("/health")
        || ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private Object found(String key) {
    return Optional.ofNullable(documents.get(key))
        .orElseGet(() -> problem(404, "there is no " + key));
  }

  static Problem problem(int status, String detail) {
    return new Problem("problem", "Problem", status, detail, List.of());
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
