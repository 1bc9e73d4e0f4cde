package dev.ductile.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.rest.Json;
import dev.ductile.server.accounts.Accounts;
import dev.ductile.server.accounts.Principal;
import dev.ductile.server.page.PageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Writes replies. */
final class Replies {
  private final Accounts accounts;
  private final Streams streams;
  private final ConnectionGuard guard;
  private final BooleanSupplier running;

  Replies(Accounts accounts, Streams streams, ConnectionGuard guard, BooleanSupplier running) {
    this.accounts = accounts;
    this.streams = streams;
    this.guard = guard;
    this.running = running;
  }

  void write(Exchange exchange, Response response, Reply reply, Callback callback) {
    switch (reply) {
      case Reply.Json json ->
          send(exchange, response, json.status(), "application/json", json(json), callback);
      case Reply.Text text ->
          send(exchange, response, 200, text.mediaType(), utf8(text.text()), callback);
      case Reply.Empty empty -> {
        Headers.secure(response, exchange.request().isSecure());
        response.setStatus(204);
        callback.succeeded();
      }
      case Reply.Stream stream -> stream(exchange, response, stream, callback);
    }
  }

  void refuse(Exchange exchange, Response response, Refusal refusal, Callback callback) {
    if (response.isCommitted()) {
      callback.failed(refusal);
      return;
    }
    response.reset();
    refusal.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    send(
        exchange,
        response,
        refusal.problem().status(),
        ProblemErrors.MEDIA_TYPE,
        ProblemErrors.text(refusal.problem()),
        callback);
  }

  void file(
      org.eclipse.jetty.server.Request request,
      Response response,
      PageFile file,
      Callback callback) {
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache");
    response.getHeaders().put(HttpHeader.ETAG, file.tag());
    Headers.secure(response, request.isSecure());
    if (file.tag().equals(request.getHeaders().get(HttpHeader.IF_NONE_MATCH))) {
      response.setStatus(304);
      callback.succeeded();
      return;
    }
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, file.type());
    response.write(true, utf8(file.content()), callback);
  }

  private static void send(
      Exchange exchange,
      Response response,
      int status,
      String mediaType,
      ByteBuffer content,
      Callback callback) {
    Headers.secure(response, exchange.request().isSecure());
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    response.getHeaders().put(new HttpField(HttpHeader.CONTENT_LENGTH, "" + content.remaining()));
    response.write(true, content, callback);
  }

  private void stream(Exchange exchange, Response response, Reply.Stream reply, Callback callback) {
    Principal principal = exchange.principal().orElseThrow();
    Headers.secure(response, exchange.request().isSecure());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    response.getHeaders().put("X-Accel-Buffering", "no");
    if (HttpMethod.HEAD.is(exchange.request().getMethod())) {
      callback.succeeded();
      return;
    }
    streams.open(principal.user());
    Connection connection = exchange.connection();
    guard.streamBegan(connection);
    try {
      new EventStream(response, reply, () -> running.getAsBoolean() && accounts.isValid(principal))
          .run(() -> connection.getEndPoint().close());
      callback.succeeded();
    } catch (IOException e) {
      callback.failed(e);
    } finally {
      guard.streamEnded(connection);
      streams.close(principal.user());
    }
  }

  private static ByteBuffer json(Reply.Json reply) {
    try {
      return ByteBuffer.wrap(Json.MAPPER.writeValueAsBytes(reply.document()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for a " + reply.document().getClass(), e);
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
