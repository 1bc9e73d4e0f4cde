package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process is killed while it appends: all that it acknowledged is there, and no half batch. */
@Tag("process")
final class KilledProcessTest {
  private static final int KILLS = 4 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int MOST_BATCHES = 300;

  @ParameterizedTest
  @MethodSource("dev.ductile.journal.TestDatabases#all")
  void nothingAcknowledgedIsLost(Supplier<String> url) throws Exception {
    String same = url.get();
    long before = 0;
    for (int seed = 0; seed < KILLS; seed++) {
      long acknowledged = appendAndKill(same, seed);
      try (Database database = Database.open(same)) {
        DatabaseJournal journal = Journals.of(database, "appender");
        List<Event> events = Journals.read(journal, 1);
        String when = "seed %d".formatted(seed);
        assertThat(journal.lastEvent()).as(when).isGreaterThanOrEqualTo(acknowledged);
        assertThat(acknowledged).as(when).isGreaterThan(before);
        assertThat(events).as(when).isEqualTo(Journals.events(1, journal.lastEvent()));
        before = journal.lastEvent();
      }
    }
  }

  /** Kills the process after a random number of batches and a random part of the next one. */
  private static long appendAndKill(String url, int seed) throws Exception {
    var random = new SplittableRandom(seed);
    int batches = random.nextInt(1, MOST_BATCHES);
    Process process = process(url, seed);
    try (BufferedReader out = process.inputReader()) {
      long acknowledged = 0;
      for (int batch = 0; batch < batches; batch++) {
        acknowledged = Long.parseLong(out.readLine());
      }
      spin(random.nextInt(2_000_000));
      process.toHandle().destroyForcibly();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged = Long.parseLong(line);
      }
      return acknowledged;
    } finally {
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void spin(long nanoseconds) {
    long end = System.nanoTime() + nanoseconds;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static Process process(String url, int seed) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Appender.class.getName(),
            url,
            Integer.toString(seed))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
