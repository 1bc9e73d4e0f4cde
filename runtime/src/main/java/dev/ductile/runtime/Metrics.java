package dev.ductile.runtime;

import dev.ductile.runtime.master.Pause;
import dev.ductile.runtime.master.StepSummary;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Two tables of a job for those who want all of it: {@code metrics.csv} with a row for each step,
 * and {@code regroups.csv} with a row for each change of who takes part. Times are in milliseconds,
 * moments in milliseconds since 1970. A disk that takes no more ends the tables, not the job.
 */
final class Metrics {
  private static final long MOST_BYTES = 256L << 20;

  private final Consumer<String> notes;
  private final LongSupplier clock;
  private final Sheet steps;
  private final Sheet regroups;

  /** Tables that go on where those of an earlier master of the job ended. */
  Metrics(Path folder, LongSupplier clock, Consumer<String> notes) {
    this.clock = clock;
    this.notes = notes;
    steps =
        new Sheet(
            folder.resolve("metrics.csv"),
            "time,step,loss,examples,workers,servers,downlink,worker,uplink,server,wait");
    regroups =
        new Sheet(
            folder.resolve("regroups.csv"),
            "time,generation,cause,attempts,pause,halt,detect,workers_stand,servers_stand,load,assign");
  }

  void step(StepSummary step) {
    steps.row(
        "%d,%.6g,%d,%d,%d,%s,%s,%s,%s,%s",
        step.step(),
        step.loss(),
        step.examples(),
        step.workers(),
        step.servers(),
        millis(step.downlinkNanos()),
        millis(step.workerNanos()),
        millis(step.uplinkNanos()),
        millis(step.serverNanos()),
        millis(step.waitNanos()));
  }

  void regrouped(Pause pause) {
    regroups.row(
        "%d,%s,%d,%s,%s,%s,%s,%s,%s,%s",
        pause.generation(),
        pause.cause().word(),
        pause.attempts(),
        millis(pause.nanos()),
        millis(pause.haltNanos()),
        millis(pause.detectNanos()),
        millis(pause.workersNanos()),
        millis(pause.serversNanos()),
        millis(pause.loadNanos()),
        millis(pause.assignNanos()));
  }

  /** Writes what there is, for whoever looks into the files now. */
  void flush() {
    steps.flush();
    regroups.flush();
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }

  /** One table. */
  private final class Sheet {
    private final Path file;
    private Optional<BufferedWriter> out = Optional.empty();
    private long bytes;

    Sheet(Path file, String head) {
      this.file = file;
      try {
        boolean fresh = Files.notExists(file) || Files.size(file) == 0;
        bytes = fresh ? 0 : Files.size(file);
        out =
            Optional.of(
                Files.newBufferedWriter(
                    file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        if (fresh) {
          write(head);
        }
      } catch (IOException e) {
        end(e.toString());
      }
    }

    void row(String format, Object... values) {
      write(clock.getAsLong() + "," + String.format(Locale.ROOT, format, values));
    }

    private void write(String line) {
      if (out.isEmpty()) {
        return;
      }
      bytes += line.length() + 1;
      if (bytes > MOST_BYTES) {
        end("it has become too long");
        return;
      }
      try {
        out.get().write(line + "\n");
      } catch (IOException e) {
        end(e.toString());
      }
    }

    void flush() {
      try {
        if (out.isPresent()) {
          out.get().flush();
        }
      } catch (IOException e) {
        end(e.toString());
      }
    }

    private void end(String why) {
      notes.accept("%s is no longer written: %s".formatted(file.getFileName(), why));
      try {
        if (out.isPresent()) {
          out.get().close();
        }
      } catch (IOException e) {
        // the same disk, and it has been told
      }
      out = Optional.empty();
    }
  }
}
