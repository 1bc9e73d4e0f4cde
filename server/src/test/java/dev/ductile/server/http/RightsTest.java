package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.Json;
import dev.ductile.server.accounts.Role;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Walks the OpenAPI document and asks every operation without a token and with each role. */
class RightsTest {
  @Test
  void everyOperationRefusesStrangersAndLowRoles() throws IOException {
    try (TestService service = new TestService()) {
      JsonNode document = Json.MAPPER.readTree(service.get("/openapi.json", "").body());
      int operations = 0;

      for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
        for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
          operations++;
          String method = operation.getKey().toUpperCase(java.util.Locale.ROOT);
          if (isStream(operation.getValue())) {
            continue;
          }
          ask(service, method, path.getKey().replace("{id}", "a"), operation.getValue());
        }
      }

      assertThat(operations).isEqualTo(service.server.routes().routes().size());
    }
  }

  @Test
  void ownersAndQueueAdminsAndAdminsMayChangeAJob() {
    try (TestService service = new TestService()) {
      assertThat(cancel(service, service.accounts.token("bob", Role.USER))).isEqualTo(403);
      assertThat(cancel(service, service.accounts.token("alice", Role.USER))).isEqualTo(204);
      assertThat(cancel(service, service.token(Role.QUEUE_ADMIN))).isEqualTo(204);
      assertThat(cancel(service, service.token(Role.ADMIN))).isEqualTo(204);
    }
  }

  private static void ask(TestService service, String method, String path, JsonNode operation) {
    String name = method + " " + path;
    boolean isOpen = operation.get("security").isEmpty();
    int ofStranger = service.send(method, path, "", "", "").statusCode();
    if (isOpen) {
      assertThat(ofStranger).as(name).isNotIn(401, 403);
    } else {
      assertThat(ofStranger).as(name).isEqualTo(401);
    }
    Role least = Role.of(operation.path("x-least-role").asText("viewer")).orElseThrow();
    for (Role role : Role.values()) {
      int status = service.send(method, path, service.token(role), "", "").statusCode();
      if (role.includes(least)) {
        assertThat(status).as(name + " by " + role).isNotIn(401);
      } else {
        assertThat(status).as(name + " by " + role).isEqualTo(403);
      }
    }
  }

  private static int cancel(TestService service, String token) {
    return service
        .send("POST", "/api/v1/jobs/a/cancel", token, "application/json", "{\"why\":\"\"}")
        .statusCode();
  }

  private static boolean isStream(JsonNode operation) {
    return operation.at("/responses/200/content").has("text/event-stream");
  }
}
