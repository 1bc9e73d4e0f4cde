package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Json;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server that accepts the signed tokens of a provider on this machine. */
@Tag("process")
class OpenIdServerTest {
  private static final String JOB = "{name: hello, command: [sh, -c, 'exit 0'], worker: {gpu: 1}}";

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer provider;
  private String issuer;
  private RSAKey key;
  private DuctileServer server;

  @BeforeEach
  void start() throws IOException, JOSEException {
    key = new RSAKeyGenerator(2048).keyID("r1").generate();
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    issuer = "http://127.0.0.1:%d".formatted(provider.getAddress().getPort());
    serve(
        "/.well-known/openid-configuration",
        "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\"}".formatted(issuer, issuer));
    serve("/keys", new JWKSet(key.toPublicJWK()).toString());
    server = DuctileServer.start(options());
  }

  @AfterEach
  void stop() {
    server.close();
    provider.stop(0);
  }

  @Test
  void groupsOfAPersonGiveTheRole() throws Exception {
    provider.start();

    JsonNode ada = Json.MAPPER.readTree(send("GET", "identity", token("ada", "leads"), "").body());
    assertThat(ada.path("user").asText()).isEqualTo("ada");
    assertThat(ada.path("role").asText()).isEqualTo("queue-admin");
    assertThat(ada.path("by").asText()).isEqualTo("oidc");
    assertThat(send("POST", "jobs", token("ada", "leads"), JOB).statusCode()).isEqualTo(201);
    assertThat(send("POST", "jobs", token("eve", "guests"), JOB).statusCode()).isEqualTo(403);
    assertThat(send("GET", "jobs", token("eve", "guests"), "").statusCode()).isEqualTo(200);
    assertThat(send("GET", "jobs", token("ada", "leads") + "x", "").statusCode()).isEqualTo(401);
  }

  @Test
  void serverSaysThatItCannotReachTheProviderAndKeepsItsOwnTokens() throws Exception {
    provider.stop(0);

    assertThat(send("GET", "jobs", token("ada", "leads"), "").statusCode()).isEqualTo(401);
    String own = Files.readString(server.folder().token()).strip();
    JsonNode view = Json.MAPPER.readTree(send("GET", "sign-in", own, "").body());
    assertThat(view.path("issuer").asText()).isEqualTo(issuer);
    assertThat(view.path("problem").asText()).isNotEmpty();
  }

  @Test
  void aQueueAdminIsToldWhichPartIsTheirs() throws Exception {
    provider.start();
    String ada = token("ada", "leads");
    String rights = "role queue-admin changes the jobs and the userQuota of queue default";

    assertThat(
            setQueue(
                    "default",
                    """
                    {"weight": 2, "userQuota": {"gpu": 2}}\
                    """,
                    ada)
                .statusCode())
        .isEqualTo(200);
    assertThat(
            setQueue(
                "default",
                """
                {"weight": 9, "userQuota": {"gpu": 2}}\
                """,
                ada))
        .returns(403, HttpResponse::statusCode)
        .extracting(HttpResponse::body)
        .asString()
        .contains("making queue default, or changing more of it than userQuota, needs role admin")
        .contains(rights);
    assertThat(
            setQueue(
                    "other",
                    """
                    {"userQuota": {"gpu": 2}}\
                    """,
                    ada)
                .body())
        .contains("changes of queue other need its queue-admin or an admin; your " + rights);
    assertThat(send("POST", "nodes/node-0/drain", ada, "{why: test}").body())
        .contains("this needs role admin; your " + rights);
  }

  private HttpResponse<String> setQueue(String name, String keys, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("/api/v1/queues/" + name))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString("{\"queue\": %s}".formatted(keys)))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private String token(String user, String group) throws JOSEException {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(issuer)
            .audience("ductile")
            .subject(user)
            .claim("groups", List.of(group))
            .claim("queues", List.of("default"))
            .expirationTime(Date.from(InstantSource.system().instant().plusSeconds(600)))
            .build();
    var token =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("r1").build(), claims);
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  private HttpResponse<String> send(String method, String path, String token, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("/api/v1/" + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/yaml")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private void serve(String path, String text) {
    byte[] answer = text.getBytes(StandardCharsets.UTF_8);
    provider.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
  }

  private ServerOptions options() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("server.yaml"),
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
            policy: fifo
            queues: [{name: default, weight: 2}]
            openId:
              issuer: %s
              audience: ductile
              roles: {staff: user, leads: queue-admin}
              otherwise: viewer
              queues: queues
            """
                .formatted(issuer));
    return ServerOptions.of(
            ServerFile.read(file, Catalog.installed(), Nodes.uniform(1, Resources.gpus(4))),
            Catalog.installed(),
            folder.resolve("data"))
        .withJobsThatEnd();
  }
}
