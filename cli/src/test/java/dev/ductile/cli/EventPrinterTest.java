package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.cli.train.HeldOutByJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The lines that a user reads about a live cluster. */
final class EventPrinterTest {
  private static final JobId FLOWERS = new JobId("flowers");
  private static final String LINE =
      "{\"step\": 120, \"loss\": 0.2, \"heldOut\": {\"step\": %d, \"loss\": 0.31, \"accuracy\": 0.9, \"examples\": 3256}}\n";

  @Test
  void aFinishedJobPrintsItsLastHeldOutFigures() {
    var heldOut = new HeldOutByJob();
    var lines = new ArrayList<String>();
    var printer = new EventPrinter(lines::add, heldOut, EventPrinterTest::lastFigures, false);

    heldOut.take(FLOWERS, LINE.formatted(100));
    heldOut.take(FLOWERS, LINE.formatted(120));
    heldOut.take(FLOWERS, "no JSON with \"heldOut\"");
    heldOut.take(new JobId("other"), "{\"step\": 120, \"loss\": 0.2}");
    printer.happened(new Event.Finished(Instant.EPOCH, FLOWERS));
    printer.happened(new Event.Finished(Instant.EPOCH, new JobId("other")));

    assertThat(lines)
        .extracting(line -> line.substring(line.indexOf('s') + 1).strip())
        .containsExactly(
            "flowers is done: step 120 of 120, loss 0.2000",
            "flowers: held out: loss 0.3100, accuracy 90.0 % of 3,256 examples, at step 120",
            "other is done");
  }

  private static Optional<String> lastFigures(JobId job) {
    return job.equals(FLOWERS) ? Optional.of("step 120 of 120, loss 0.2000") : Optional.empty();
  }

  @Test
  void onlyTheFirstEstimateThatIsDroppedIsPrinted() {
    var lines = new ArrayList<String>();
    var printer =
        new EventPrinter(lines::add, new HeldOutByJob(), EventPrinterTest::lastFigures, false);

    printer.happened(new Event.NodeUp(Instant.EPOCH, new Node(new NodeId("n"), Resources.NONE)));
    printer.estimateDropped(Instant.EPOCH, FLOWERS, "no fit");
    printer.estimateDropped(Instant.EPOCH.plusSeconds(1), FLOWERS, "no fit");

    assertThat(lines)
        .singleElement()
        .asString()
        .endsWith("an estimate of the speed of flowers is dropped, as later ones may be: no fit");
  }
}
