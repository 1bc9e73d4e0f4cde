package dev.ductile.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.rest.Json;
import dev.ductile.rest.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Writes errors that the HTTP parser finds, in the form of all other problems. */
final class ProblemErrors extends ErrorHandler {
  static final String MEDIA_TYPE = "application/problem+json";

  @Override
  public boolean handle(
      org.eclipse.jetty.server.Request request, Response response, Callback callback) {
    Headers.secure(response, request.isSecure());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
    response.write(true, text(problem(response.getStatus())), callback);
    return true;
  }

  static ByteBuffer text(Problem problem) {
    try {
      return ByteBuffer.wrap(Json.MAPPER.writeValueAsBytes(problem));
    } catch (JsonProcessingException e) {
      return ByteBuffer.wrap("{}".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static Problem problem(int status) {
    String title = HttpStatus.getMessage(status);
    return new Problem(
        "http", title, status, "the request is refused before it is read", List.of());
  }
}
