package dev.ductile.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens the page in a real browser over the documents of ten thousand jobs. */
@Tag("browser")
final class PageTest {
  private static final int JOBS = 10_000;
  private static final int WIDE = 1280;
  private static final int HEIGHT = 1150;

  /** Headings of all views by their addresses. */
  private static final List<List<String>> VIEWS =
      List.of(
          List.of("", "Cluster"),
          List.of("jobs", "Jobs"),
          List.of("jobs/resnet-00000", "resnet-00000"),
          List.of("jobs/bert-00001", "bert-00001"),
          List.of("jobs/no-such-job", "Not found"),
          List.of("queues", "Queues"),
          List.of("timeline", "Timeline"),
          List.of("decisions", "Decisions"),
          List.of("what-if", "What if"),
          List.of("nodes", "Nodes"),
          List.of("usage", "Usage"),
          List.of("policies", "Policies"),
          List.of("access", "Access"),
          List.of("submit", "Submit a job"));

  @TempDir static Path folder;
  private static Browser browser;
  private static SyntheticServer server;

  private Tab tab;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start(folder);
    Clock clock = Clock.systemUTC();
    server = new SyntheticServer(new SyntheticCluster(JOBS, 1, clock.instant()), clock, 0);
  }

  @AfterAll
  static void stop() {
    Optional.ofNullable(server).ifPresent(SyntheticServer::close);
    Optional.ofNullable(browser).ifPresent(Browser::close);
  }

  @BeforeEach
  void openTab() {
    tab = browser.open(WIDE, HEIGHT, false);
  }

  @AfterEach
  void closeTab() {
    tab.close();
  }

  @ParameterizedTest
  @CsvSource({"1280,false", "1280,true", "390,true"})
  void everyViewIsAccessibleAndFitsTheWindow(int width, boolean isDark) throws IOException {
    tab.size(width, HEIGHT);
    tab.colours(isDark);
    signIn();
    SoftAssertions softly = new SoftAssertions();
    for (List<String> view : VIEWS) {
      show(view.get(0), view.get(1));
      softly.assertThat(Accessibility.violations(tab)).as(view.get(1)).isEmpty();
      softly.assertThat(overflow()).as("%s is wider than %d", view.get(1), width).isZero();
      keep(view.get(1), width, isDark);
    }
    softly.assertThat(unexpectedComplaints()).isEmpty();
    softly.assertAll();
  }

  @Test
  void signInIsAccessibleAndSaysWhyATokenIsRefused() {
    tab.go(server.address());
    tab.await(heading("Sign in"));
    assertThat(Accessibility.violations(tab)).isEmpty();
    enterToken("not-the-token");
    tab.await(
        "document.querySelector('.trouble').textContent.includes('does not know this token')");
    assertThat(tab.value("sessionStorage.length").asInt()).isZero();
  }

  @Test
  void tokenIsAskedOnceForATab() {
    signIn();
    show("jobs", "Jobs");
    reload("Jobs");
    tab.value("document.querySelector('.account button').click(); true");
    tab.await(heading("Sign in"));
  }

  @Test
  void textOfUsersIsNeverMarkup() {
    signIn();
    show("jobs?text=dlrm-00003", "Jobs");
    tab.await("document.querySelector('main').textContent.includes('<img src=x')");
    show("jobs/dlrm-00003", "dlrm-00003");
    show("jobs/resnet-00000", "resnet-00000");
    tab.await("document.querySelector('.log').textContent.includes('<img src=x')");
    assertThat(tab.value("document.querySelectorAll('main img').length").asInt()).isZero();
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void keyboardReachesTheContentTheSearchAndAJob() {
    signIn();
    show("jobs", "Jobs");
    assertThat(focus()).isEqualTo("H1");
    tab.press("/");
    assertThat(focus()).isEqualTo("INPUT search");
    tab.type("gpt-00012");
    tab.press("Enter");
    tab.await("document.querySelectorAll('tbody tr').length === 1");
    tab.await(heading("Jobs"));
    for (int i = 0; i < 12 && !focus().equals("A gpt-00012"); i++) {
      tab.press("Tab");
    }
    assertThat(focus()).isEqualTo("A gpt-00012");
    assertThat(tab.value("getComputedStyle(document.activeElement).outlineStyle").asText())
        .isEqualTo("solid");
    tab.press("Enter");
    tab.await(heading("gpt-00012"));
    assertThat(focus()).isEqualTo("H1");
  }

  @Test
  void skipLinkIsTheFirstStopAndLeadsToTheContent() {
    signIn();
    reload("Cluster");
    tab.press("Tab");
    assertThat(focus()).isEqualTo("A Skip to the content");
    tab.press("Enter");
    tab.await("document.activeElement.id === 'main'");
  }

  @Test
  void cancellationIsAskedFirstAndEscapeKeepsTheJob() {
    signIn();
    show("jobs/resnet-00000", "resnet-00000");
    tab.value("document.querySelector('.job-head .danger').click(); true");
    tab.await("document.querySelector('dialog').open");
    assertThat(Accessibility.violations(tab)).isEmpty();
    tab.press("Escape");
    tab.await("document.querySelector('dialog') === null");
    assertThat(tab.value("document.getElementById('announcement').textContent").asText())
        .doesNotContain("cancelled");
  }

  @Test
  void timelineTellsTheDecisionOfAChosenBar() {
    signIn();
    show("timeline", "Timeline");
    tab.value("document.querySelector('.gantt-view').focus(); true");
    tab.press("ArrowDown");
    tab.await("/worker.*to/.test(document.querySelector('.chosen').textContent)");
  }

  @Test
  void whatIfShowsFiguresAndPictures() {
    signIn();
    show("what-if", "What if");
    tab.value("document.querySelector('main form button').click(); true");
    tab.await("document.querySelector('img.picture').naturalWidth > 0");
    assertThat(Accessibility.violations(tab)).isEmpty();
    assertThat(tab.complaints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void coloursFollowTheSystemUntilTheReaderChooses(boolean isDark) {
    tab.colours(isDark);
    signIn();
    String before = theme();
    assertThat(before).isEqualTo(isDark ? "dark" : "light");
    tab.colours(!isDark);
    tab.await("document.documentElement.dataset.theme !== '%s'".formatted(before));
    tab.value(
        "{const choice = document.querySelector('.account select'); choice.value = '%s';"
                .formatted(before)
            + " choice.dispatchEvent(new Event('change')); true}");
    assertThat(theme()).isEqualTo(before);
  }

  @Test
  void aMissedStreamIsSaidAndFoundAgain() throws IOException {
    Clock clock = Clock.systemUTC();
    var cluster = new SyntheticCluster(10, 1, clock.instant());
    int port;
    try (var first = new SyntheticServer(cluster, clock, 0)) {
      port = first.address().getPort();
      tab.go(first.address());
      tab.await(heading("Sign in"));
      enterToken(SyntheticServer.TOKEN);
      tab.await("document.querySelector('.live').textContent === 'Live'");
    }
    tab.await("document.querySelector('.live').textContent === 'Reconnecting'");
    try (var second = new SyntheticServer(cluster, clock, port)) {
      assertThat(second.address().getPort()).isEqualTo(port);
      tab.await("document.querySelector('.live').textContent === 'Live'");
    }
  }

  private void signIn() {
    tab.go(server.address());
    tab.await(heading("Sign in"));
    enterToken(SyntheticServer.TOKEN);
    tab.await(heading("Cluster"));
    tab.await("document.querySelector('.live').textContent === 'Live'");
  }

  private void reload(String heading) {
    tab.value("document.title = ''; true");
    tab.reload();
    tab.await(heading(heading));
  }

  private void enterToken(String token) {
    tab.value("document.getElementById('token').focus(); true");
    tab.type(token);
    tab.press("Enter");
  }

  private void show(String view, String heading) {
    tab.value("location.hash = '#/%s'; true".formatted(view));
    tab.await(heading(heading));
  }

  private static String heading(String text) {
    return "document.querySelector('h1').textContent === '%s'".formatted(text)
        + " && document.title.startsWith('%s')".formatted(text);
  }

  private String focus() {
    return tab.value(
            "{const at = document.activeElement;"
                + " (at.tagName + ' ' + (at.id || (at.tagName === 'H1' ? '' : at.textContent))).trim()}")
        .asText();
  }

  private String theme() {
    return tab.value("document.documentElement.dataset.theme").asText();
  }

  private int overflow() {
    return tab.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        .asInt();
  }

  /** The answer 404 to the view of a job that does not exist is what that view shows. */
  private List<String> unexpectedComplaints() {
    return tab.complaints().stream().filter(text -> !text.contains("no-such-job")).toList();
  }

  /** Keeps a picture of a view for people, if the system property names a folder. */
  private void keep(String name, int width, boolean isDark) throws IOException {
    String to = System.getProperty("ductile.pictures", "");
    if (!to.isEmpty()) {
      Path file = Path.of(to, "%s-%d-%s.png".formatted(name, width, isDark ? "dark" : "light"));
      Files.createDirectories(Path.of(to));
      tab.picture(file);
    }
  }
}
