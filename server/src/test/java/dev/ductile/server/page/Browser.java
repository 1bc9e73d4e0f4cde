package dev.ductile.server.page;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium. Without one on this machine the test is skipped. */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final int CLOSE_SECONDS = 10;
  private static final int MOST_LINES = 200;

  private final Process process;
  private final DevTools tools;

  private Browser(Process process, URI address) {
    this.process = process;
    this.tools = new DevTools(address);
  }

  /** Starts a browser with an empty profile in a folder. */
  static Browser start(Path folder) throws IOException {
    Process process =
        new ProcessBuilder(
                executable(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder.resolve("profile"),
                "about:blank")
            .redirectErrorStream(true)
            .start();
    BufferedReader said = process.inputReader();
    for (int i = 0; i < MOST_LINES; i++) {
      Optional<String> line = Optional.ofNullable(said.readLine());
      Matcher matcher = ADDRESS.matcher(line.orElse(""));
      if (matcher.find()) {
        Thread.ofVirtual().start(() -> drain(said));
        return new Browser(process, URI.create(matcher.group(1)));
      }
      if (line.isEmpty()) {
        break;
      }
    }
    process.destroyForcibly();
    return abort("the browser does not work here, so the page was not tested");
  }

  private static void drain(BufferedReader said) {
    try (said) {
      said.lines().forEach(line -> {});
    } catch (IOException | UncheckedIOException e) {
      // The browser has ended.
    }
  }

  private static String executable() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElseGet(() -> abort("no chromium on the PATH, so the page was not tested"));
  }

  /** A tab without the cookies and stores of other tabs. */
  Tab open(int width, int height, boolean isDark) {
    String context = browser("Target.createBrowserContext", Map.of(), "browserContextId");
    String target =
        browser(
            "Target.createTarget",
            Map.of("url", "about:blank", "browserContextId", context),
            "targetId");
    String session =
        browser("Target.attachToTarget", Map.of("targetId", target, "flatten", true), "sessionId");
    Tab tab = new Tab(tools, context, session);
    tab.size(width, height);
    tab.colours(isDark);
    return tab;
  }

  private String browser(String method, Map<String, Object> parameters, String result) {
    return tools.call(Optional.empty(), method, parameters).path(result).asText();
  }

  @Override
  public void close() {
    try {
      tools.call(Optional.empty(), "Browser.close", Map.of());
      process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      tools.close();
      process.destroyForcibly();
    }
  }
}
