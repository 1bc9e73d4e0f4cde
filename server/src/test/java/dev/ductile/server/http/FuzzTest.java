package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.Json;
import dev.ductile.server.accounts.Role;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sends random requests to every operation of the OpenAPI document, without and with each role. */
@Tag("seeds")
class FuzzTest {
  private static final long SEEDS = 3L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int REQUESTS = 12;

  /** The right answer to an unknown version of HTTP. */
  private static final int UNKNOWN_VERSION = 505;

  @Test
  void noRequestFindsABugOrADetail() throws IOException {
    HttpLimits limits =
        HttpLimits.usual().withRates(new RateLimit(1e6, 1_000_000), new RateLimit(1e6, 1_000_000));
    try (TestService service = new TestService(limits)) {
      JsonNode document = Json.MAPPER.readTree(service.get("/openapi.json", "").body());
      List<String> tokens = new ArrayList<>(List.of("", "dtl_000000000000_00", "a.b.c"));
      for (Role role : Role.values()) {
        tokens.add(service.token(role));
      }
      for (long seed = 1; seed <= SEEDS; seed++) {
        fuzz(service.server.address(), document, tokens, seed);
      }
    }
  }

  @Test
  void noGarbageBreaksTheParser() throws IOException {
    try (TestService service = new TestService()) {
      for (long seed = 1; seed <= 100 * SEEDS; seed++) {
        String answer =
            raw(service.server.address(), new RandomRequest(new Random(seed)).garbage());
        if (!answer.isEmpty()) {
          int status = Integer.parseInt(answer.substring(9, 12));
          requireHarmless(answer, status == UNKNOWN_VERSION ? 400 : status, "seed " + seed);
        }
      }
    }
  }

  static void fuzz(URI address, JsonNode document, List<String> tokens, long seed)
      throws IOException {
    RandomRequest random = new RandomRequest(new Random(seed));
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String method = operation.getKey().toUpperCase(Locale.ROOT);
        if (path.getKey().equals("/api/v1/broken")) {
          continue;
        }
        for (String token : tokens) {
          for (int i = 0; i < REQUESTS; i++) {
            String request = random.request(method, path.getKey(), operation.getValue(), token);
            String answer = raw(address, request);
            String name = "seed %d: %s".formatted(seed, request.lines().findFirst().orElse(""));
            requireAnswer(answer, name);
          }
        }
      }
    }
  }

  private static void requireAnswer(String answer, String name) {
    assertThat(answer).as(name).startsWith("HTTP/1.1 ");
    requireHarmless(answer, Integer.parseInt(answer.substring(9, 12)), name);
  }

  private static void requireHarmless(String answer, int status, String name) {
    assertThat(status).as(name + "\n" + answer).isLessThan(500);
    assertThat(answer)
        .as(name)
        .doesNotContain(
            "Exception", "\tat ", "dev.ductile", "org.eclipse", "com.fasterxml", "Jetty(");
    if (status >= 400 && !answer.endsWith("\r\n\r\n")) {
      assertThat(answer).as(name).contains("application/problem+json");
    }
  }

  /** One request on its own connection, and the beginning of its answer. */
  private static String raw(URI address, String request) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      if (!request.contains("/events")) {
        socket.shutdownOutput();
      }
      InputStream input = socket.getInputStream();
      byte[] answer = request.contains("/events") ? first(input) : input.readNBytes(100_000);
      return new String(answer, StandardCharsets.ISO_8859_1);
    } catch (java.net.SocketException e) {
      return "";
    }
  }

  private static byte[] first(InputStream input) throws IOException {
    byte[] buffer = new byte[10_000];
    int count = Math.max(0, input.read(buffer));
    return java.util.Arrays.copyOf(buffer, count);
  }
}
