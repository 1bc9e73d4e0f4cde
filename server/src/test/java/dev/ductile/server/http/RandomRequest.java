package dev.ductile.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Random;

/** Draws requests that are nearly right, and some that are far from it. */
final class RandomRequest {
  private static final List<String> VALUES =
      List.of(
          "a",
          "1",
          "0",
          "-1",
          "999999999999999999999",
          "true",
          "null",
          "%00",
          "%2e%2e",
          "..",
          "%ff%fe",
          "%E4%BD%A0",
          "a%0d%0aSet-Cookie:x=1",
          "1e400",
          "NaN",
          "' OR 1=1 --",
          "${x}",
          "<script>",
          "2026-05-01T12:00:00Z",
          "pending",
          "a".repeat(3000),
          "",
          "%",
          "{}",
          "[]");
  private static final List<String> HEADERS =
      List.of(
          "Accept: text/html",
          "Range: bytes=0-1",
          "Expect: 100-continue",
          "X-Forwarded-For: 1.2.3.4",
          "X-HTTP-Method-Override: DELETE",
          "Cookie: a=b; c",
          "Content-Encoding: gzip",
          "Last-Event-ID: -5",
          "If-None-Match: *",
          "Upgrade: websocket",
          "Accept-Encoding: gzip, identity;q=0",
          "Origin: http://evil.example");
  private static final List<String> BODIES =
      List.of(
          "",
          "{}",
          "[]",
          "null",
          "{",
          "\"a\"",
          "{\"why\":1}",
          "{\"why\":\"x\"}",
          "{\"why\":null}",
          "{\"workers\":1e400,\"servers\":-1,\"why\":\"\"}",
          "{\"workers\":NaN}",
          "{\"a\":{\"b\":{\"c\":[]}}}",
          "[".repeat(5000),
          "{\"a\":".repeat(200),
          "{\"why\":\"x\",\"why\":\"y\"}",
          "\u00ff\u00fe",
          "jobs: &a [*a]",
          "a: 1\nb: [",
          "{\"name\":\"t\",\"user\":\"viewer\",\"role\":\"admin\",\"queues\":[]}",
          "{\"name\":\"t\",\"user\":\"viewer\",\"role\":\"viewer\",\"queues\":null,\"expiresInSeconds\":1e308}",
          "{\"name\":\"\\u0000\",\"user\":\"\\n\",\"role\":\"viewer\"}",
          "x".repeat(70_000));
  private static final List<String> TYPES =
      List.of(
          "application/json", "application/yaml", "text/plain", "multipart/form-data", "a/b;q", "");

  private final Random random;

  RandomRequest(Random random) {
    this.random = random;
  }

  String request(String method, String template, JsonNode operation, String token) {
    String body = any(BODIES);
    String target =
        template.replaceAll("\\{[^}]*}", java.util.regex.Matcher.quoteReplacement(segment()));
    return "%s %s%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s%s%s\r\n%s"
        .formatted(
            method,
            target,
            query(operation),
            token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n",
            random.nextInt(3) == 0 ? any(HEADERS) + "\r\n" : "",
            body.isEmpty() ? "" : content(body),
            body);
  }

  /** Bytes that are a request only by chance. */
  String garbage() {
    StringBuilder text = new StringBuilder();
    int parts = 1 + random.nextInt(6);
    for (int i = 0; i < parts; i++) {
      text.append(
          switch (random.nextInt(7)) {
            case 0 -> "GET /api/v1/identity HTTP/1.1\r\n";
            case 1 -> "Host: localhost\r\n";
            case 2 -> "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n";
            case 3 -> "\r\n";
            case 4 -> "X".repeat(random.nextInt(40_000)) + ": y\r\n";
            case 5 -> "POST " + any(VALUES) + " HTTP/9.9\r\n";
            default -> bytes();
          });
    }
    return text.append("\r\n\r\n").toString();
  }

  private String bytes() {
    StringBuilder text = new StringBuilder();
    random.ints(1 + random.nextInt(50), 0, 256).forEach(value -> text.append((char) value));
    return text.toString();
  }

  private String content(String body) {
    String type = any(TYPES);
    return (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
        + "Content-Length: "
        + body.length()
        + "\r\n";
  }

  private String query(JsonNode operation) {
    StringBuilder query = new StringBuilder();
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.get("in").asText().equals("query") && random.nextBoolean()) {
        query
            .append(query.isEmpty() ? "?" : "&")
            .append(parameter.get("name").asText())
            .append('=')
            .append(encoded(any(VALUES)));
      }
    }
    if (random.nextInt(5) == 0) {
      query.append(query.isEmpty() ? "?" : "&").append(encoded(any(VALUES)));
    }
    return query.toString();
  }

  private String segment() {
    String value = any(VALUES);
    return value.isEmpty() ? "a" : encoded(value);
  }

  /** Spaces would end the target of a request. */
  private static String encoded(String value) {
    return value.replace(" ", "%20").replace("<", "%3C").replace(">", "%3E");
  }

  private String any(List<String> list) {
    return list.get(random.nextInt(list.size()));
  }
}
