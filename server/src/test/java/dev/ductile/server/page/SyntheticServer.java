package dev.ductile.server.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.Identity;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.Json;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.LogPart;
import dev.ductile.rest.Problem;
import dev.ductile.rest.SignInView;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The page over the documents of a {@link SyntheticCluster}, as a load for browsers. */
final class SyntheticServer implements AutoCloseable {
  static final String TOKEN = "a-token-of-the-load";
  private static final String API = "/api/v1/";
  private static final int EVENT_MILLISECONDS = 200;

  private final Clock clock;
  private final SyntheticCluster cluster;
  private final SyntheticAnswers answers;
  private final PageFiles files = new PageFiles();
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);

  SyntheticServer(SyntheticCluster cluster, Clock clock, int port) throws IOException {
    this.cluster = cluster;
    this.clock = clock;
    this.answers = new SyntheticAnswers(cluster, clock);
    this.http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (!path.startsWith(API)) {
      file(exchange, path.substring(1));
    } else if (path.equals(API + "sign-in")) {
      json(exchange, 200, new SignInView(Optional.empty(), Optional.empty(), Optional.empty()));
    } else if (!("Bearer " + TOKEN)
        .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      problem(exchange, 401, "the token is unknown");
    } else if (path.equals(API + "events")) {
      events(exchange);
    } else {
      document(exchange, path.substring(API.length()));
    }
  }

  private void file(HttpExchange exchange, String path) throws IOException {
    Optional<PageFile> found = files.find(path);
    exchange.getResponseHeaders().set("Content-Security-Policy", PageFiles.CONTENT_SECURITY_POLICY);
    exchange
        .getResponseHeaders()
        .set("Content-Type", found.map(PageFile::type).orElse("text/plain"));
    bytes(exchange, found.isPresent() ? 200 : 404, found.map(PageFile::content).orElse("no file"));
  }

  private void document(HttpExchange exchange, String path) throws IOException {
    if (!exchange.getRequestMethod().equals("GET") && !path.equals("what-if")) {
      json(exchange, 200, new Accepted(clock.instant()));
      return;
    }
    Optional<Object> found = find(path, query(exchange));
    if (found.isPresent()) {
      json(exchange, 200, found.get());
    } else {
      problem(exchange, 404, "there is no " + path);
    }
  }

  private Optional<Object> find(String path, Map<String, String> query) {
    String[] parts = path.split("/", -1);
    if (parts[0].equals("jobs") && parts.length > 1) {
      return cluster.jobs().stream()
          .filter(job -> job.id().equals(parts[1]))
          .findFirst()
          .flatMap(job -> ofJob(job, parts.length > 2 ? parts[2] : ""));
    }
    return switch (path) {
      case "identity" -> Optional.of(new Identity("ada", "admin", List.of(), "token"));
      case "cluster" -> Optional.of(cluster.view(clock.instant()));
      case "jobs" -> Optional.of(jobs(query));
      case "queues" -> Optional.of(page(cluster.queues()));
      case "nodes" -> Optional.of(page(cluster.nodes()));
      case "decisions" -> Optional.of(answers.decisions(query));
      default -> answers.find(path);
    };
  }

  private Optional<Object> ofJob(JobSummary job, String part) {
    var details = new SyntheticDetails(job, clock.instant());
    return switch (part) {
      case "" -> Optional.of(details.details());
      case "why" -> Optional.of(details.why());
      case "history" -> Optional.of(page(details.history()));
      case "speeds" -> Optional.of(details.speeds());
      case "samples" -> Optional.of(page(details.samples()));
      case "logs" -> Optional.of(new LogPart(details.log(), 0, details.log().length(), true));
      default -> Optional.empty();
    };
  }

  private ListPage<JobSummary> jobs(Map<String, String> query) {
    List<JobSummary> found =
        cluster.jobs().stream()
            .filter(job -> isWanted(job.state(), query.getOrDefault("state", "active")))
            .filter(job -> job.queue().equals(query.getOrDefault("queue", job.queue())))
            .filter(job -> job.owner().equals(query.getOrDefault("owner", job.owner())))
            .filter(job -> job.id().contains(query.getOrDefault("text", "")))
            .toList();
    int from = Integer.parseInt(query.getOrDefault("after", "0"));
    int to = Math.min(found.size(), from + Integer.parseInt(query.getOrDefault("limit", "100")));
    return new ListPage<>(
        found.subList(from, to),
        to < found.size() ? Optional.of(Integer.toString(to)) : Optional.empty(),
        found.size());
  }

  private static boolean isWanted(String state, String words) {
    boolean isActive = List.of("pending", "starting", "running").contains(state);
    return List.of(words.split(",", -1)).contains(state)
        || words.equals("all")
        || words.equals(isActive ? "active" : "ended");
  }

  static <T> ListPage<T> page(List<T> items) {
    return new ListPage<>(items, Optional.empty(), items.size());
  }

  private void events(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int i = 0; !isClosed(); i += 10) {
        if (!cluster.jobs().isEmpty()) {
          send(out, "job", cluster.advance(i % Math.min(100, cluster.jobs().size())));
        }
        if (i % 100 == 0) {
          send(out, "cluster", cluster.view(clock.instant()));
        }
      }
    }
  }

  private boolean isClosed() {
    try {
      return closed.await(EVENT_MILLISECONDS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static void send(OutputStream out, String name, Object document) throws IOException {
    String data = Json.MAPPER.writeValueAsString(document);
    out.write("event: %s\ndata: %s\n\n".formatted(name, data).getBytes(UTF_8));
    out.flush();
  }

  private static void problem(HttpExchange exchange, int status, String detail) throws IOException {
    json(exchange, status, new Problem("problem", "Problem", status, detail, List.of()));
  }

  private static void json(HttpExchange exchange, int status, Object body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    bytes(exchange, status, Json.MAPPER.writeValueAsString(body));
  }

  private static void bytes(HttpExchange exchange, int status, String text) throws IOException {
    byte[] content = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, content.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(content);
    }
  }

  private static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> values = new HashMap<>();
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    Stream.of(query.split("&", -1))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> values.put(pair[0], URLDecoder.decode(pair[1], UTF_8)));
    return values;
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
    threads.close();
  }

  /** Serves a cluster of so many jobs at a port, until it is stopped. */
  static void main(String[] arguments) throws IOException {
    Clock clock = Clock.systemUTC();
    var cluster = new SyntheticCluster(Integer.parseInt(arguments[0]), 1, clock.instant());
    var server = new SyntheticServer(cluster, clock, Integer.parseInt(arguments[1]));
    IO.println("%s token %s".formatted(server.address(), TOKEN));
  }
}
