package dev.ductile.server.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.rest.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A client of the Chrome DevTools Protocol over one socket, with a session for each tab. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();
  private final StringBuilder text = new StringBuilder();
  private final WebSocket socket;

  DevTools(URI address) {
    this.socket = client.newWebSocketBuilder().buildAsync(address, this).join();
  }

  /** Calls back on each event of a session. */
  void listen(String session, Consumer<JsonNode> listener) {
    listeners.put(session, listener);
  }

  /** Runs a method of the browser, or of a tab if a session is named, and waits for its result. */
  JsonNode call(Optional<String> session, String method, Map<String, Object> parameters) {
    int number = numbers.incrementAndGet();
    ObjectNode message = Json.MAPPER.createObjectNode().put("id", number).put("method", method);
    message.set("params", Json.MAPPER.valueToTree(parameters));
    session.ifPresent(id -> message.put("sessionId", id));
    var answer = new CompletableFuture<JsonNode>();
    open.put(number, answer);
    try {
      send(message.toString());
      JsonNode found = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (found.has("error")) {
        throw new IllegalStateException("%s: %s".formatted(method, found.get("error")));
      }
      return found.path("result");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in " + method, e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the browser did not answer " + method, e);
    }
  }

  /** A socket takes one message at a time. */
  private synchronized void send(String message) {
    socket.sendText(message, true).join();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
    text.append(part);
    if (isLast) {
      take(text.toString());
      text.setLength(0);
    }
    from.request(1);
    return CompletableFuture.completedFuture(part);
  }

  private void take(String message) {
    JsonNode document;
    try {
      document = Json.MAPPER.readTree(message);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not JSON: " + message, e);
    }
    Optional.ofNullable(open.remove(document.path("id").asInt()))
        .ifPresent(answer -> answer.complete(document));
    if (document.has("method")) {
      Optional.ofNullable(listeners.get(document.path("sessionId").asText()))
          .ifPresent(listener -> listener.accept(document));
    }
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
  }
}
