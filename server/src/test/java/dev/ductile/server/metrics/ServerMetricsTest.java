package dev.ductile.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Json;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a real server with a job that ends and one that waits. */
@Tag("process")
class ServerMetricsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path OPERATIONS = ROOT.resolve("docs/operations");
  private static final Pattern NAME = Pattern.compile("\\bductile_[a-z_]+");
  private static final Pattern SERIES =
      Pattern.compile("(?m)^(ductile_[a-z_]+)(?:\\{(.*)})? (\\S+)$");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
  private static final Set<String> BOUNDED =
      Set.of(
          "resource",
          "state",
          "queue",
          "reason",
          "outcome",
          "direction",
          "mode",
          "route",
          "method",
          "status",
          "version",
          "java",
          "le");
  private static final int MOST_POLLS = 600;

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private DuctileServer server;

  @BeforeEach
  void start() throws Exception {
    server = DuctileServer.start(options());
    submit("quick", "[sh, -c, 'exit 0']");
    submit("parked", "[sleep, '60']");
    post("/api/v1/jobs/parked/hold", "{\"why\": \"a test\"}");
    get("/metrics", "wrong");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everyMetricOfTheDashboardTheAlertsAndThePagesIsExposed() throws Exception {
    String scrape = settled();

    Set<String> exposed = names(scrape);
    assertThat(dashboard()).isNotEmpty().isSubsetOf(exposed);
    assertThat(alerts()).isNotEmpty().isSubsetOf(exposed);
    Set<String> documented = names(Files.readString(ROOT.resolve("docs/reference/rest.md")));
    assertThat(documented).isSubsetOf(exposed);
    assertThat(families(scrape)).isSubsetOf(documented);
  }

  @Test
  void valuesAreThoseOfTheCluster() throws Exception {
    assertThat(settled().lines())
        .contains(
            "ductile_resources{resource=\"gpu\",state=\"total\"} 8.0",
            "ductile_nodes{state=\"up\"} 2.0",
            "ductile_jobs{queue=\"default\",state=\"pending\"} 1.0",
            "ductile_jobs{queue=\"default\",state=\"running\"} 0.0",
            "ductile_pending_jobs{queue=\"default\",reason=\"held\"} 1.0",
            "ductile_job_completion_seconds_count{outcome=\"succeeded\"} 1",
            "ductile_journal_failures_total 0.0",
            "ductile_ready 1.0");
  }

  @Test
  void namesAndLabelsFollowTheConventionsOfPrometheus() throws Exception {
    String scrape = settled();

    for (String line : scrape.lines().filter(text -> text.startsWith("# TYPE ductile_")).toList()) {
      String[] words = line.split(" ", -1);
      assertThat(words[2].endsWith("_total")).as(line).isEqualTo(words[3].equals("counter"));
      assertThat(words[2]).doesNotContain("milli", "minutes", "_ms");
      assertThat(scrape).contains("# HELP " + words[2] + " ");
    }
    Matcher series = SERIES.matcher(scrape);
    while (series.find()) {
      String labels = Optional.ofNullable(series.group(2)).orElse("");
      Matcher label = LABEL.matcher(labels);
      while (label.find()) {
        assertThat(BOUNDED).contains(label.group(1));
        assertThat(label.group(2)).doesNotContain("quick", "parked");
      }
    }
  }

  /** The scrape after the first job has ended, and a decision has seen the second one. */
  private String settled() throws Exception {
    String scrape = "";
    for (int poll = 0; poll < MOST_POLLS; poll++) {
      scrape = get("/metrics", token());
      if (scrape.contains("reason=\"held\"} 1.0")
          && scrape.contains("completion_seconds_count{outcome=\"succeeded\"} 1")) {
        return scrape;
      }
      LockSupport.parkNanos(50_000_000);
    }
    throw new AssertionError("the jobs are not as expected:\n" + scrape);
  }

  private static Set<String> dashboard() throws IOException {
    JsonNode dashboard = Json.MAPPER.readTree(Files.readString(OPERATIONS.resolve("grafana.json")));
    assertThat(dashboard.path("schemaVersion").intValue()).isGreaterThanOrEqualTo(39);
    assertThat(dashboard.path("templating").path("list").path(0).path("type").asText())
        .isEqualTo("datasource");
    Set<String> names = new TreeSet<>();
    dashboard.findValuesAsText("expr").forEach(expression -> names.addAll(names(expression)));
    return names;
  }

  private static Set<String> alerts() throws IOException {
    JsonNode file =
        new ObjectMapper(new YAMLFactory())
            .readTree(Files.readString(OPERATIONS.resolve("alerts.yaml")));
    List<JsonNode> rules = new ArrayList<>();
    file.path("groups").path(0).path("rules").forEach(rules::add);
    Set<String> names = new TreeSet<>();
    for (JsonNode rule : rules) {
      assertThat(rule.path("alert").asText()).startsWith("Ductile");
      assertThat(rule.path("labels").path("severity").asText()).isIn("critical", "warning");
      assertThat(rule.path("annotations").path("summary").asText()).isNotEmpty();
      assertThat(rule.path("annotations").path("description").asText()).isNotEmpty();
      names.addAll(names(rule.path("expr").asText()));
    }
    return names;
  }

  /** The names of the metrics themselves, without the parts of histograms. */
  private static Set<String> families(String scrape) {
    Set<String> names = new TreeSet<>();
    Matcher type = Pattern.compile("(?m)^# TYPE (ductile_[a-z_]+) ").matcher(scrape);
    while (type.find()) {
      if (!type.group(1).endsWith("_max")) {
        names.add(type.group(1));
      }
    }
    return names;
  }

  private static Set<String> names(String text) {
    Set<String> names = new HashSet<>();
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      names.add(name.group());
    }
    return names;
  }

  private void submit(String name, String command) throws Exception {
    post("/api/v1/jobs", "{name: %s, command: %s}".formatted(name, command));
  }

  private void post(String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve(path))
            .header("Authorization", "Bearer " + token())
            .header("Content-Type", path.endsWith("jobs") ? "application/yaml" : "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    var answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
  }

  private String get(String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve(path))
            .header("Authorization", "Bearer " + token)
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private String token() throws IOException {
    return Files.readString(server.folder().token()).strip();
  }

  private ServerOptions options() {
    return ServerOptions.of(
            ServerSettings.of(Nodes.uniform(2, Resources.gpus(4))),
            Catalog.installed(),
            folder.resolve("data"))
        .withJobsThatEnd();
  }
}
