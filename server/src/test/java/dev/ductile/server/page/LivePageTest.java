package dev.ductile.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.Json;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.AdminClient;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submits, watches and cancels real jobs on the page of a real server. */
@Tag("browser")
final class LivePageTest {
  private static final String SERVER =
      """
      cluster:
        nodes:
          - {count: 1, resources: {cpu: 2}}
      policy: fifo
      """;

  /** Ends by itself, so that nothing is left when a test fails. */
  private static final String JOB =
      """
      name: greeter
      work: 100
      command:
        - sh
        - -c
        - |
          echo "<b>hello</b> from the job"
          for i in $(seq 1 60); do echo '{"step": '$i', "loss": 1.5}'; sleep 1; done
      """;

  private static final String ENDING = "{name: brief, command: [sleep, '1']}";

  @TempDir Path folder;
  private Browser browser;
  private DuctileServer server;
  private Tab tab;

  @BeforeEach
  void start() throws IOException {
    browser = Browser.start(folder);
    Path file = folder.resolve("server.yaml");
    Files.writeString(file, SERVER);
    Catalog catalog = Catalog.installed();
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerFile.read(file, catalog, Nodes.uniform(1, Resources.gpus(4))),
                    catalog,
                    folder.resolve("data"))
                .withJobsThatEnd());
    tab = browser.open(1280, 900, false);
  }

  @AfterEach
  void stop() {
    Optional.ofNullable(server).ifPresent(DuctileServer::close);
    Optional.ofNullable(browser).ifPresent(Browser::close);
  }

  @Test
  void submittedJobRunsIsSeenLiveAndIsCancelled() throws IOException {
    signIn();
    submit();
    tab.await("document.querySelector('h1').textContent === 'greeter'");
    tab.await("document.querySelector('.states').textContent.includes('running')");
    tab.await("document.querySelector('.log').textContent.includes('<b>hello</b> from the job')");
    assertThat(complaints()).isEmpty();
    assertThat(Accessibility.violations(tab)).isEmpty();
    change();
    tab.await("document.querySelector('.job-head + .columns').textContent.includes('Priority7')");
    cancel();
    tab.await("document.querySelector('.states').textContent.includes('cancelled')");
    show("jobs?state=ended");
    tab.await("document.querySelector('tbody').textContent.includes('greeter')");
    show("decisions");
    tab.await("document.querySelector('tbody').textContent.includes('greeter')");
    show("timeline");
    tab.await("document.querySelector('main').textContent.includes('allocation')");
    assertThat(complaints()).isEmpty();
  }

  /** A browser keeps the pages that a reader has left, and six connections to one server. */
  @Test
  void pagesThatAreLeftKeepNoConnection() throws IOException {
    signIn();
    for (int load = 0; load < 8; load++) {
      tab.go(server.address().resolve("/?load=" + load));
      tab.await(
          "location.search === '?load=%d' && document.querySelector('.live').textContent === 'Live'"
              .formatted(load));
    }
    tab.value("history.back(); true");
    tab.await("location.search === '?load=6'");
    post(ENDING);
    tab.await("document.querySelector('main').textContent.includes('brief')");
  }

  @Test
  void theSizeOfAnEndedJobIsDrawnUntilItsEnd() throws IOException {
    tab.size(390, 900);
    tab.before(
        "{const plain = fetch; window.fetch = async (...all) => {"
            + " if (/jobs.brief$/.test(all[0])) await new Promise((go) => setTimeout(go, 1000));"
            + " return plain(...all);}}");
    signIn();
    post(ENDING);
    show("jobs?state=ended");
    tab.await("document.querySelector('tbody').textContent.includes('brief')");
    tab.value("new Promise((go) => setTimeout(go, 4000))");

    show("jobs/brief");
    tab.await(chart("Workers over time") + ".scales.x.max > 0");

    double age =
        tab.value("Date.now() / 1000 - " + chart("Workers over time") + ".scales.x.max").asDouble();
    assertThat(age).isGreaterThan(4);
  }

  @Test
  void theLineOfSpeedsHasAGapWhileAJobHasNoTasks() throws IOException {
    signIn();
    submit();
    tab.await("document.querySelector('h1').textContent === 'greeter'");
    tab.await(chart("Speed over time") + ".data.datasets[0].data.length > 0");
    try (Client client = AdminClient.of(server)) {
      client.post(ResourcePath.of("jobs", "greeter", "hold"), new WhyRequest(""), Accepted.class);
    }
    tab.await(chart("Speed over time") + ".data.datasets[0].data.some(({ y }) => y === null)");
    cancel();
  }

  @Test
  void aNodeIsDrainedWithAReasonAndUsedAgain() throws IOException {
    signIn();
    show("nodes");
    press("Drain");
    tab.await("document.querySelector('dialog [name=why]') !== null");
    tab.value("document.querySelector('dialog [name=why]').value = 'new fan'; true");
    tab.value("document.querySelector('dialog .primary').click(); true");
    tab.await("document.querySelector('.node').textContent.includes('new fan')");
    tab.await("document.querySelector('dialog') === null");
    press("Use again");
    tab.await("document.querySelector('dialog') !== null");
    tab.value("document.querySelector('dialog .primary').click(); true");
    tab.await("!document.querySelector('.node').textContent.includes('new fan')");
    assertThat(complaints()).isEmpty();
  }

  private void press(String words) {
    String found =
        "[...document.querySelectorAll('.node button')].find((one) => one.textContent === '%s')"
            .formatted(words);
    tab.await(found + " !== undefined");
    tab.value(found + ".click(); true");
  }

  private void post(String file) throws IOException {
    try (Client client = AdminClient.of(server)) {
      client.postYaml(ResourcePath.of("jobs"), file, Submitted.class);
    }
  }

  private static String chart(String title) {
    return "Chart.getChart(document.querySelector('canvas[aria-label^=\"%s\"]'))".formatted(title);
  }

  /** A view says by itself which part of it was not found. */
  private List<String> complaints() {
    return tab.complaints().stream().filter(text -> !text.contains("404")).toList();
  }

  private void signIn() throws IOException {
    tab.go(server.address());
    tab.await("document.getElementById('token') !== null");
    tab.value("document.getElementById('token').focus(); true");
    tab.type(Files.readString(server.folder().token()).strip());
    tab.press("Enter");
    tab.await("document.querySelector('.live').textContent === 'Live'");
  }

  private void submit() throws IOException {
    show("submit");
    tab.await("document.getElementById('file') !== null");
    tab.value(
        "document.getElementById('file').value = %s; true"
            .formatted(Json.MAPPER.writeValueAsString(JOB)));
    tab.value("document.querySelector('main button.primary').click(); true");
  }

  private void change() {
    tab.value(
        "[...document.querySelectorAll('.actions button')]"
            + ".find((one) => one.textContent === 'Change').click(); true");
    tab.await("document.querySelector('dialog [name=priority]') !== null");
    assertThat(Accessibility.violations(tab)).isEmpty();
    tab.value("document.querySelector('dialog [name=priority]').value = 7; true");
    tab.value("document.querySelector('dialog .primary').click(); true");
    tab.await("document.querySelector('dialog') === null");
  }

  private void cancel() {
    tab.value("document.querySelector('.job-head .danger').click(); true");
    tab.await("document.querySelector('dialog').open");
    tab.value("document.querySelector('dialog .danger').click(); true");
    tab.await("document.querySelector('dialog') === null");
  }

  private void show(String view) {
    tab.value("location.hash = '#/%s'; true".formatted(view));
  }
}
