package dev.ductile.runtime.master;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A CSV file with a line for each step, from which speed models learn; a job that goes on adds to
 * it. A step that was done again, after a loss, has a line again.
 */
public final class StepTable implements AutoCloseable {
  private static final String HEAD =
      "step,loss,examples,workers,servers,"
          + "downlink_nanos,worker_nanos,uplink_nanos,server_nanos,wait_nanos\n";

  private final BufferedWriter out;

  public StepTable(Path file) throws IOException {
    boolean fresh = !Files.exists(file) || Files.size(file) == 0;
    out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (fresh) {
      out.write(HEAD);
    }
  }

  public void add(StepSummary step) throws IOException {
    out.write(
        String.format(
            Locale.ROOT,
            "%d,%.9g,%d,%d,%d,%d,%d,%d,%d,%d\n",
            step.step(),
            step.loss(),
            step.examples(),
            step.workers(),
            step.servers(),
            step.downlinkNanos(),
            step.workerNanos(),
            step.uplinkNanos(),
            step.serverNanos(),
            step.waitNanos()));
  }

  /** What was added so far can be read from now on. */
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
