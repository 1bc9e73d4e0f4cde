package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Json;
import dev.ductile.rest.NewToken;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import dev.ductile.server.accounts.Role;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rights of every route of a real cluster, and random requests to each. */
@Tag("process")
class WholeServiceTest {
  private static final HttpLimits UNHURRIED =
      HttpLimits.usual().withRates(new RateLimit(1e6, 1_000_000), new RateLimit(1e6, 1_000_000));

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void everyRouteRefusesStrangersAndLowRolesAndHasNoBugForRandomRequests() throws Exception {
    try (DuctileServer server = DuctileServer.start(options())) {
      URI address = server.address();
      JsonNode document =
          Json.MAPPER.readTree(send(address, "GET", "/openapi.json", "", "").body());
      Map<Role, String> tokens = tokens(address);

      int operations = requireRights(address, document, tokens);
      FuzzTest.fuzz(address, document, List.copyOf(tokens.values()), 11);

      assertThat(operations).isGreaterThan(25);
    }
  }

  private int requireRights(URI address, JsonNode document, Map<Role, String> tokens)
      throws Exception {
    int operations = 0;
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        operations++;
        if (!operation.getValue().get("security").isEmpty()) {
          String method = operation.getKey().toUpperCase(Locale.ROOT);
          String target = path.getKey().replaceAll("\\{[^}]*}", "a");
          Role least = Role.of(operation.getValue().get("x-least-role").asText()).orElseThrow();
          requireRights(address, method, target, least, tokens);
        }
      }
    }
    return operations;
  }

  private void requireRights(
      URI address, String method, String target, Role least, Map<Role, String> tokens)
      throws Exception {
    String name = method + " " + target;
    assertThat(send(address, method, target, "", "").statusCode()).as(name).isEqualTo(401);
    for (Map.Entry<Role, String> token : tokens.entrySet()) {
      if (!token.getKey().includes(least)) {
        assertThat(send(address, method, target, token.getValue(), "").statusCode())
            .as(name + " by " + token.getKey())
            .isEqualTo(403);
      }
    }
  }

  private Map<Role, String> tokens(URI address) throws Exception {
    String admin = Files.readString(folder.resolve("data/token")).strip();
    Map<Role, String> tokens = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      List<String> queues = role == Role.QUEUE_ADMIN ? List.of("vision") : List.of();
      NewToken request =
          new NewToken("test", role.word(), role.word(), queues, Optional.of(3600.0));
      String body = Json.MAPPER.writeValueAsString(request);
      String answer = send(address, "POST", "/api/v1/tokens", admin, body).body();
      tokens.put(role, Json.MAPPER.readTree(answer).get("secret").asText());
    }
    return tokens;
  }

  private HttpResponse<String> send(
      URI address, String method, String path, String token, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private ServerOptions options() throws IOException {
    return ServerOptions.of(
            ServerSettings.of(Nodes.uniform(2, Resources.gpus(4))),
            Catalog.installed(),
            folder.resolve("data"))
        .withJobsThatEnd()
        .with(HttpSettings.local(0, "test").with(UNHURRIED));
  }
}
