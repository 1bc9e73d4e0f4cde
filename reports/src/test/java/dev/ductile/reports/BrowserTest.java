package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page in a real browser, if one is installed, and checks it. */
@Tag("browser")
final class BrowserTest {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final int PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  @Test
  void theChartsAreDrawnAndTheConsoleIsSilent() throws IOException, InterruptedException {
    var results = Examples.troubled();
    var runs = results.runs();
    var fidelity = Optional.of(new Fidelity(runs.get(0), runs.get(1)));
    Path page = folder.resolve("report.html");
    Files.writeString(page, new Report(results, Examples.ABOUT, fidelity).page());

    BufferedImage seen = open(page);

    for (String colour : Palette.COLOURS.subList(0, 2)) {
      assertThat(pixels(seen, Integer.decode(colour))).as(colour).isGreaterThan(2000);
    }
  }

  private BufferedImage open(Path page) throws IOException, InterruptedException {
    Path picture = folder.resolve("picture.png");
    Path said = folder.resolve("said.txt");
    var command = new ArrayList<>(List.of(browser()));
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + folder.resolve("profile"),
            "--enable-logging=stderr",
            "--window-size=1200,3600",
            "--virtual-time-budget=4000",
            "--screenshot=" + picture,
            "--dump-dom",
            page.toUri().toString()));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      abort("the browser did not answer within %d s".formatted(PATIENCE_SECONDS));
    }
    if (!Files.exists(picture)) {
      abort("the browser does not work here: " + Files.readString(said));
    }
    assertThat(Files.readString(said))
        .doesNotContain("CONSOLE")
        .containsPattern("Devices in use<span>[^<]* Same line: fifo = srtf\\.</span>");
    return ImageIO.read(picture.toFile());
  }

  private static String browser() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElseGet(() -> abort("no chromium on the PATH, so the page was not tested"));
  }

  private static long pixels(BufferedImage image, int colour) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xFFFFFF) == colour ? 1 : 0;
      }
    }
    return count;
  }
}
