package dev.ductile.server.http;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.ScaleRequest;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.WhyRequest;
import dev.ductile.server.accounts.AuditInMemory;
import dev.ductile.server.accounts.AuditLog;
import dev.ductile.server.accounts.OpenIdIssuer;
import dev.ductile.server.accounts.Role;
import dev.ductile.server.accounts.TestAccounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real server on the loopback address, with some routes of a cluster that does nothing. */
final class TestService implements AutoCloseable {
  static final int FILE_BYTES = 1024 * 1024;
  private static final ParameterType JOB = new ParameterType.Name(100);

  final TestAccounts accounts;
  final AuditLog audit = AuditLog.start(new AuditInMemory());
  final Events events = new Events(new EventLimits(100, Duration.ofSeconds(1)));
  final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  TestService() {
    this(HttpLimits.usual());
  }

  TestService(HttpLimits limits) {
    this(limits, InstantSource.system(), Optional.empty());
  }

  TestService(HttpLimits limits, InstantSource clock, Optional<OpenIdIssuer> issuer) {
    this(HttpSettings.local(0, "test").with(limits), clock, issuer);
  }

  TestService(HttpSettings settings, InstantSource clock, Optional<OpenIdIssuer> issuer) {
    accounts = new TestAccounts(clock, issuer);
    HttpService service =
        new HttpService(
            routes(),
            accounts.accounts(),
            audit,
            new Metrics("test"),
            Optional::empty,
            clock,
            System::nanoTime);
    try {
      server = HttpServer.start(settings, service);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Route> routes() {
    return List.of(
        Route.get("/api/v1/jobs", Permission.VIEW, "Lists jobs.")
            .query("state", new ParameterType.Choice(List.of("pending", "running")), "The state.")
            .query("text", new ParameterType.Text(100), "A part of the name.")
            .query("limit", new ParameterType.Whole(1, 1000), "At most so many.")
            .query("from", new ParameterType.Time(), "The earliest time.")
            .answersPageOf(JobSummary.class)
            .by(request -> Reply.json(new Submitted(List.of(), List.of()))),
        Route.post("/api/v1/jobs", Permission.USE, "Submits a job.")
            .query("dryRun", new ParameterType.Flag(), "Only answers.")
            .takesFile(FILE_BYTES)
            .answers(Submitted.class)
            .status(201)
            .by(request ->
                Reply.created(
                    new Submitted(List.of(request.body(String.class).length() + ""), List.of()))),
        Route.post("/api/v1/jobs/{id}/cancel", Permission.USE, "Cancels a job.")
            .path("id", JOB, "The job.")
            .takes(WhyRequest.class)
            .answers(Accepted.class)
            .status(202)
            .by(this::cancel),
        Route.post("/api/v1/jobs/{id}/scale", Permission.USE, "Scales a job.")
            .path("id", JOB, "The job.")
            .takes(ScaleRequest.class)
            .answers(TaskCounts.class)
            .by(request ->
                Reply.json(new TaskCounts(request.body(ScaleRequest.class).workers(), 0))),
        Route.put("/api/v1/policy", Permission.ADMINISTER, "Changes the policy.")
            .takes(PolicyChoice.class)
            .answers(PolicyChoice.class)
            .by(request -> Reply.json(request.body(PolicyChoice.class))),
        Route.get("/api/v1/broken", Permission.VIEW, "Has a bug.")
            .by(request -> {
              throw new IllegalStateException("secret detail");
            }),
        Route.get("/api/v1/events", Permission.VIEW, "Streams events.")
            .answersEvents(Map.of("cluster", ClusterView.class, "note", Submitted.class))
            .by(request ->
                new Reply.Stream(
                    events,
                    () ->
                        List.of(
                            new EventData("note", new Submitted(List.of("first"), List.of()))))));
  }

  private Reply cancel(Request request) {
    Access.requireOwner(request.principal(), "alice", "vision");
    return new Reply.Empty();
  }

  String token(Role role) {
    return accounts.token(role);
  }

  URI at(String path) {
    return server.address().resolve(path);
  }

  HttpResponse<String> get(String path, String token) {
    return send("GET", path, token, "", "");
  }

  HttpResponse<String> send(
      String method, String path, String token, String mediaType, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at(path))
            .timeout(Duration.ofSeconds(30))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (!mediaType.isEmpty()) {
      request.header("Content-Type", mediaType);
    }
    return send(request.build());
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    events.close();
    server.close();
    audit.close();
  }
}
