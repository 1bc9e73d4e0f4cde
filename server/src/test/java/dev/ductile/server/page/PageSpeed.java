package dev.ductile.server.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the page with ten thousand jobs: the time until each view is interactive in a new tab,
 * and many pages that are open at once. {@code PageSpeed REPETITIONS PAGES}; {@code bench/run}
 * names the file of the figures.
 */
final class PageSpeed {
  private static final int JOBS = 10_000;
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 900;
  private static final List<String> VIEWS =
      List.of("cluster", "jobs", "jobs/resnet-00000", "timeline", "decisions", "queues", "nodes");

  /** Content is there, and the next frame is drawn: from then on an input is answered at once. */
  private static final String INTERACTIVE =
      "new Promise(resolve => { const look = () => document.title.endsWith(' · Ductile')"
          + " ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))"
          + " : setTimeout(look, 5); look(); })";

  private final Browser browser;
  private final SyntheticServer server;
  private final List<String> figures = new ArrayList<>();

  private PageSpeed(Browser browser, SyntheticServer server) {
    this.browser = browser;
    this.server = server;
  }

  static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("ductile-page");
    Clock clock = Clock.systemUTC();
    var cluster = new SyntheticCluster(JOBS, 1, clock.instant());
    try (Browser browser = Browser.start(folder);
        var server = new SyntheticServer(cluster, clock, 0)) {
      var speed = new PageSpeed(browser, server);
      speed.views(Integer.parseInt(arguments[0]));
      speed.pages(Integer.parseInt(arguments[1]));
      speed.write();
    }
  }

  private void views(int repetitions) {
    for (String view : VIEWS) {
      List<Double> times = new ArrayList<>();
      for (int i = 0; i < repetitions; i++) {
        try (Tab tab = open(view)) {
          times.add(tab.value(INTERACTIVE).asDouble());
        }
      }
      times.sort(null);
      add(
          "10,000 jobs: view %s in a new tab: median and longest time until it is interactive"
              .formatted(view),
          "%.2f, %.2f s".formatted(times.get(times.size() / 2) / 1000, times.getLast() / 1000));
    }
  }

  /** All pages stay open and live; the last ones must be as fast as the first. */
  private void pages(int count) {
    List<Tab> open = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Tab tab = open("cluster");
      times.add(tab.value(INTERACTIVE).asDouble());
      open.add(tab);
    }
    open.forEach(tab -> tab.await("document.querySelector('.live').textContent === 'Live'"));
    long silent = open.stream().filter(tab -> tab.complaints().isEmpty()).count();
    add(
        "%d pages open in one browser: live and without a complaint".formatted(count),
        "%d, the last interactive after %.2f s".formatted(silent, times.getLast() / 1000));
    open.forEach(Tab::close);
  }

  private Tab open(String view) {
    Tab tab = browser.open(WIDTH, HEIGHT, false);
    tab.before(
        "if (location.protocol === 'http:') sessionStorage.setItem('ductile-token', '%s')"
            .formatted(SyntheticServer.TOKEN));
    tab.go(server.address().resolve("/#/" + view));
    return tab;
  }

  private void add(String figure, String value) {
    IO.println(figure + ": " + value);
    figures.add(figure + "\t" + value);
  }

  private void write() throws IOException {
    Optional<Path> file = Optional.ofNullable(System.getenv("BENCH_FIGURES")).map(Path::of);
    if (file.isPresent()) {
      Files.write(file.get(), figures);
    }
  }
}
