package dev.ductile.history;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Violation;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import dev.ductile.text.WriteFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * The log of a run, one JSON object per line: the events, the reason of each change of an
 * allocation, the reason for which a new job waits, and illegal plans. The first line names the
 * instant from which times are counted, in seconds.
 *
 * <p>A regular file appears only when the log is finished, so a partial log is never taken for a
 * whole one, and a run that cannot begin leaves an old file as it is. A name that ends in {@code
 * .gz} is compressed.
 */
public final class EventLog implements SchedulerObserver, AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final OutputFile output;
  private final EventLines lines;
  private final Map<JobId, Long> arrivals = new HashMap<>();
  private final Set<JobId> withoutAnswer = new LinkedHashSet<>();
  private final Optional<EarlierLog> earlier;
  private long submitted;
  private long past;
  private Optional<Decision> last = Optional.empty();
  private boolean over;

  /** A plan and the picture it was made from. */
  private record Decision(Cluster cluster, Plan plan) {
    Reason why(Job job) {
      return plan.reasons().why(job);
    }
  }

  private EventLog(Path file, OutputFile output, EventLines lines, Optional<EarlierLog> earlier) {
    this.file = file;
    this.output = output;
    this.lines = lines;
    this.earlier = earlier;
  }

  /** A log that overwrites the file. */
  public static EventLog to(Path file) {
    return open(file, _ -> Optional.empty());
  }

  /**
   * A log of a run that an earlier command began. It keeps the lines of that command if the file
   * has them.
   *
   * @throws InputException if the file has something else
   */
  public static EventLog continued(Path file) {
    return open(
        file,
        lines -> {
          Optional<EarlierLog> log = EarlierLog.read(file, lines::copy);
          log.ifPresent(earlier -> lines.countFrom(earlier.start()));
          return log;
        });
  }

  @FunctionalInterface
  private interface Beginning {
    Optional<EarlierLog> write(EventLines lines) throws IOException;
  }

  private static EventLog open(Path file, Beginning beginning) {
    try {
      OutputFile output = OutputFile.open(file);
      try {
        OutputStream bytes = output.stream();
        boolean compressed = file.toString().endsWith(".gz");
        var lines = new EventLines(compressed ? new GZIPOutputStream(bytes, BUFFER_BYTES) : bytes);
        return new EventLog(file, output, lines, beginning.write(lines));
      } catch (IOException | InputException problem) {
        output.close();
        throw problem;
      }
    } catch (IOException e) {
      throw WriteFailure.writing("the event log", file, e);
    }
  }

  /**
   * Takes an event of the journal, which an earlier command has written. It is logged, without its
   * reason, if the log of that command lacks it.
   */
  public void past(Event event) {
    if (past == 0) {
      earlier.ifPresent(log -> log.requireStart(event.at()));
    }
    past++;
    follow(event);
    withoutAnswer.clear();
    if (past > earlier.map(EarlierLog::events).orElse(0L)) {
      write(() -> lines.event(event, Optional.empty()));
    }
  }

  @Override
  public void happened(Event event) {
    follow(event);
    Optional<Reason> reason =
        event instanceof Event.Allocated allocated
            ? last.flatMap(decision -> find(decision.cluster, allocated.job()).map(decision::why))
            : Optional.empty();
    write(() -> lines.event(event, reason));
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    var decision = new Decision(cluster, plan);
    last = Optional.of(decision);
    if (withoutAnswer.isEmpty()) {
      return;
    }
    for (Grant grant : plan.grants()) {
      withoutAnswer.remove(grant.job().id());
    }
    for (JobId id : withoutAnswer) {
      find(cluster, id)
          .ifPresent(job -> write(() -> lines.withheld(cluster.now(), id, decision.why(job))));
    }
    withoutAnswer.clear();
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    write(() -> lines.rejected(cluster.now(), violations));
  }

  /** Keeps the arrival number of each job, which is its index in a roster. */
  private void follow(Event event) {
    switch (event) {
      case Event.Submitted job -> {
        arrivals.put(job.spec().id(), submitted++);
        withoutAnswer.add(job.spec().id());
      }
      case Event.Crashed job -> withoutAnswer.add(job.job());
      case Event.Ended job -> forget(job.job());
      case Event.OfNode _, Event.Setting _, Event.Accepted _, Event.Decided _, Event.Report _ -> {}
    }
  }

  private void forget(JobId job) {
    arrivals.remove(job);
    withoutAnswer.remove(job);
  }

  private Optional<Job> find(Cluster cluster, JobId id) {
    return Optional.ofNullable(arrivals.get(id))
        .flatMap(cluster.jobs()::at)
        .filter(job -> job.id().equals(id));
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void write(Writing writing) {
    if (over) {
      return;
    }
    try {
      writing.run();
    } catch (IOException e) {
      giveUp(e);
      throw WriteFailure.writing("the event log", file, e);
    }
  }

  /** Completes the file of the log; nothing is written after that. */
  public void finish() {
    write(() -> {
      lines.close();
      output.finish();
    });
    over = true;
  }

  /** Without {@link #finish}, the old file stays as it is. */
  @Override
  public void close() {
    if (over) {
      return;
    }
    var failure = new IOException("the log is not finished");
    giveUp(failure);
    for (Throwable problem : failure.getSuppressed()) {
      throw WriteFailure.writing("the event log", file, (IOException) problem);
    }
  }

  private void giveUp(IOException why) {
    over = true;
    try {
      lines.close();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
    try {
      output.close();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }
}
