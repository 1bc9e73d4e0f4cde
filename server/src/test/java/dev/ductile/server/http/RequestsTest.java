package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.Json;
import dev.ductile.server.accounts.Role;
import dev.ductile.server.accounts.TestAccounts;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestsTest {
  private static final String JSON = "application/json";

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          GET  | /api/v1/nothing           |                    |                     | 404 | openapi.json
          PUT  | /api/v1/jobs              |                    |                     | 405 | GET, POST, HEAD
          GET  | /api/v1/jobs?limit=0      |                    |                     | 400 | parameter limit: expected a whole number from 1 to 1000
          GET  | /api/v1/jobs?limt=5       |                    |                     | 400 | did you mean "limit"
          GET  | /api/v1/jobs?state=a      |                    |                     | 400 | one of pending, running
          GET  | /api/v1/jobs?from=now     |                    |                     | 400 | 2026-05-01T12:00:00Z
          GET  | /api/v1/jobs?limit=1&limit=2 |                 |                     | 400 | twice
          POST | /api/v1/jobs/a/cancel     | application/json   | {"wy":"x"}          | 400 | why is missing; unknown key wy; did you mean "why"
          POST | /api/v1/jobs/a/cancel     | application/json   | {"why":7}           | 400 | why: expected text
          POST | /api/v1/jobs/a/cancel     | application/json   | {"why":             | 400 | not valid JSON
          POST | /api/v1/jobs/a/cancel     | text/plain         | hello               | 415 | this route takes application/json
          POST | /api/v1/jobs/a/cancel     |                    | {"why":""}          | 415 | Content-Type is missing
          POST | /api/v1/jobs/a/scale      | application/json   | {"workers":1.5,"servers":0,"why":""} | 400 | workers: expected a whole number
          POST | /api/v1/jobs/.hidden/scale| application/json   | {}                  | 400 | parameter id: expected letters
          """)
  void aMistakeIsNamed(
      String method, String path, String type, String body, int status, String detail) {
    try (TestService service = new TestService()) {
      HttpResponse<String> answer =
          service.send(method, path, service.token(Role.ADMIN), empty(type), empty(body));

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(answer.body().replace("\\\"", "\"")).contains(detail);
    }
  }

  @Test
  void aBugIsAnAnswerWithoutDetails() {
    try (TestService service = new TestService()) {
      HttpResponse<String> answer = service.get("/api/v1/broken", service.token(Role.VIEWER));

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).contains("the log of the server").doesNotContain("secret detail");
    }
  }

  @Test
  void aTokenEndsByItsTimeOrByRevocation() throws IOException {
    TestAccounts.Clock clock = new TestAccounts.Clock();
    try (TestService service = new TestService(HttpLimits.usual(), clock, Optional.empty())) {
      String expiring = service.accounts.issue("alice", Role.USER, Optional.of(60.0));
      String other = service.accounts.issue("alice", Role.USER, Optional.of(3600.0));
      assertThat(service.get("/api/v1/identity", expiring).body())
          .contains("\"user\":\"alice\"", "\"role\":\"user\"", "\"by\":\"token\"");

      clock.moveTo(clock.instant().plusSeconds(60));
      assertThat(service.get("/api/v1/identity", expiring).statusCode()).isEqualTo(401);

      String id = other.substring(4, 16);
      assertThat(service.send("DELETE", "/api/v1/tokens/" + id, other, "", "").statusCode())
          .isEqualTo(200);
      assertThat(service.get("/api/v1/identity", other).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void nobodyMakesATokenWithMoreRights() throws IOException {
    try (TestService service = new TestService()) {
      String user = service.accounts.token("alice", Role.USER);
      assertThat(issue(service, user, "alice", "admin").statusCode()).isEqualTo(403);
      assertThat(issue(service, user, "bob", "user").statusCode()).isEqualTo(403);

      HttpResponse<String> weaker = issue(service, user, "alice", "viewer");
      assertThat(weaker.statusCode()).isEqualTo(201);
      JsonNode issued = Json.MAPPER.readTree(weaker.body());
      assertThat(issued.at("/token/role").asText()).isEqualTo("viewer");
      String listed = service.get("/api/v1/tokens", user).body();
      assertThat(listed).doesNotContain(issued.get("secret").asText());
      assertThat(Json.MAPPER.readTree(listed).get("total").asInt()).isEqualTo(2);
      assertThat(
              service
                  .send(
                      "DELETE",
                      "/api/v1/tokens/" + issued.at("/token/id").asText(),
                      service.token(Role.VIEWER),
                      "",
                      "")
                  .statusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void changesAndRefusalsAreInTheAuditLog() {
    try (TestService service = new TestService()) {
      String alice = service.accounts.token("alice", Role.USER);
      service.send("POST", "/api/v1/jobs/run-7/cancel", alice, JSON, "{\"why\":\"\"}");
      service.get("/api/v1/audit", alice);
      service.get("/api/v1/identity", "wrong");
      service.get("/api/v1/identity", alice);
      service.audit.close();

      assertThat(service.audit.before(OptionalLong.empty(), 10).reversed())
          .extracting(AuditEntry::user, AuditEntry::action, AuditEntry::target, AuditEntry::outcome)
          .containsExactly(
              tuple("alice", "POST /api/v1/jobs/{id}/cancel", "run-7", "204"),
              tuple("alice", "GET /api/v1/audit", "", "403"),
              tuple("-", "GET /api/v1/identity", "", "401"));
    }
  }

  @Test
  void aUserWithTooManyRequestsWaits() {
    HttpLimits limits =
        HttpLimits.usual().withRates(new RateLimit(0.001, 3), new RateLimit(0.001, 2));
    try (TestService service = new TestService(limits)) {
      String token = service.token(Role.VIEWER);
      List<Integer> ofUser =
          List.of(1, 2, 3, 4).stream()
              .map(i -> service.get("/api/v1/identity", token).statusCode())
              .toList();
      List<Integer> ofStranger =
          List.of(1, 2, 3).stream()
              .map(i -> service.get("/api/v1/identity", "wrong").statusCode())
              .toList();

      assertThat(ofUser).containsExactly(200, 200, 200, 429);
      assertThat(ofStranger).containsExactly(401, 401, 429);
      HttpResponse<String> refused = service.get("/api/v1/identity", token);
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");
      assertThat(service.get("/api/v1/identity", service.token(Role.USER)).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void healthIsOpenAndMetricsNeedAToken() {
    try (TestService service = new TestService()) {
      assertThat(service.get("/health/live", "").body()).isEqualTo("{\"status\":\"ok\"}");
      assertThat(service.get("/health/ready", "").statusCode()).isEqualTo(200);
      assertThat(service.get("/metrics", "").statusCode()).isEqualTo(401);
      String metrics = service.get("/metrics", service.token(Role.VIEWER)).body();
      assertThat(metrics)
          .contains(
              "ductile_build_info{",
              "ductile_http_request_seconds_count{method=\"GET\",route=\"/health/live\",status=\"200\"}",
              "ductile_auth_failures_total{reason=\"missing\"} 1.0",
              "ductile_event_streams 0.0",
              "jvm_memory_used_bytes");
    }
  }

  @Test
  void thePageIsServedWithAStrictPolicy() {
    try (TestService service = new TestService()) {
      HttpResponse<String> page = service.get("/", "");

      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=utf-8");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(page.headers().map()).doesNotContainKeys("server", "set-cookie");
      assertThat(service.get("/main.js", "").statusCode()).isEqualTo(200);
      assertThat(service.get("/drawings/format.js", "").statusCode()).isEqualTo(200);
      assertThat(service.get("/package-info.class", "").statusCode()).isEqualTo(404);
      assertThat(service.send("POST", "/main.js", "", "", "").statusCode()).isEqualTo(405);
    }
  }

  @Test
  void otherMachinesNeedTls() {
    assertThatThrownBy(() ->
            new HttpSettings(
                "0.0.0.0", 0, List.of(), Optional.empty(), false, HttpLimits.usual(), false, "1"))
        .hasMessageContaining("without TLS they can read all tokens");
  }

  private static HttpResponse<String> issue(
      TestService service, String token, String user, String role) {
    String body = "{\"name\":\"n\",\"user\":\"%s\",\"role\":\"%s\"}".formatted(user, role);
    return service.send("POST", "/api/v1/tokens", token, JSON, body);
  }

  private static String empty(String text) {
    return Optional.ofNullable(text).orElse("");
  }
}
