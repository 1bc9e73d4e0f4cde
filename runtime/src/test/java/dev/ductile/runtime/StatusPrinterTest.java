package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.report.StepSummary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of a master. */
final class StatusPrinterTest {
  @TempDir Path folder;

  @Test
  void aLineHasTheMeanPartsOfTheStepsSinceTheLastLine() {
    var bytes = new ByteArrayOutputStream();
    var lines = new Lines(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    var printer =
        new StatusPrinter(lines, new Metrics(folder, () -> 0, _ -> {}), Duration.ofSeconds(5));
    printer.step(step(1, 10_000_000, 2_000_000));
    printer.step(step(2, 30_000_000, 4_000_000));
    printer.status(status(2));
    printer.status(status(2));
    printer.step(step(3, 50_000_000, 0));
    printer.status(status(3));

    String head =
        "{\"step\":%d,\"loss\":0.250000,\"workers\":2,\"servers\":1,\"phase\":\"running\"";
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyElementsOf(
            List.of(
                head.formatted(2)
                    + ",\"within\":5.000,\"computeSeconds\":0.0200000,\"syncSeconds\":0.0120000}",
                head.formatted(2) + ",\"within\":5.000}",
                head.formatted(3)
                    + ",\"within\":5.000,\"computeSeconds\":0.0500000,\"syncSeconds\":0.00000}"));
  }

  private static StepSummary step(long number, long worker, long part) {
    return new StepSummary(number, 0.25, 96, 2, 1, part, worker, part, part, part);
  }

  private static Status status(long step) {
    return new Status(
        JobPhase.RUNNING,
        1,
        2,
        1,
        step,
        OptionalDouble.of(0.25),
        OptionalLong.empty(),
        Optional.empty());
  }
}
