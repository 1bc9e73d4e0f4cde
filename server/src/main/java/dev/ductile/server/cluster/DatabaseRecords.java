package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.answers.why.JobHistory;
import dev.ductile.api.JobId;
import dev.ductile.journal.Database;
import dev.ductile.journal.DatabaseException;
import dev.ductile.journal.Session;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.Json;
import dev.ductile.server.use.CountedUse;
import dev.ductile.server.use.LiveUse;
import dev.ductile.server.use.UseTable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Writes records for later readers to the database, in batches on a thread of its own. A record is
 * not part of the journal: final records and changes of jobs are made again when the journal is
 * replayed, and a lost decision record or measurement leaves a gap in a list. A full queue drops
 * measurements first.
 */
public final class DatabaseRecords implements ServiceRecords, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DatabaseRecords.class.getName());
  private static final int MOST_WAITING = 100_000;
  private static final int MOST_TOGETHER = 2_000;
  private static final long BETWEEN_MILLIS = 200;
  private static final long LONGEST_CLOSE_MILLIS = 5_000;

  private final Database database;
  private final LiveUse use;
  private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Thread writer;
  private final long firstDecision;
  private volatile boolean closing;
  private volatile boolean hasLostFinal;
  private boolean failing;

  /** A change that waits, and what follows when it is on the disk or lost. */
  private record Waiting(Consumer<Session> change, Runnable written, Runnable lost) {}

  /**
   * Records in this database.
   *
   * @param use has the use of jobs, which their final records contain
   */
  public DatabaseRecords(Database database, LiveUse use) {
    this.database = database;
    this.use = use;
    this.firstDecision =
        1
            + database
                .read(session ->
                    session.first(
                        "SELECT MAX(number) AS last FROM decisions",
                        row -> row.optionalNumber("last").orElse(0L)))
                .orElse(0L);
    this.writer = Thread.ofPlatform().daemon().name("records").start(this::write);
  }

  @Override
  public long nextDecision() {
    return firstDecision;
  }

  @Override
  public void ended(JobTrack track) {
    JobTrack.Ending ending = track.ended().orElseThrow();
    JobId id = track.spec().id();
    String record = json(JobDocuments.finalRecord(track, use.end(id)));
    putFinal(session -> {
      UseTable.remove(session, id);
      session.update(
          "INSERT INTO ended_jobs (id, name, owner, queue, state, submitted, ended, record)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
          id.name(),
          track.name(),
          track.spec().owner(),
          track.spec().queue(),
          JobDocuments.state(ending.state()),
          track.submitted(),
          ending.at(),
          record);
      SpeedTable.write(session, track);
    });
  }

  @Override
  public void changed(JobId job, JobHistory.Changes changes) {
    String record = json(changes.list());
    putFinal(session ->
        session.update(
            "INSERT INTO job_changes (job, first, at, changes) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (job, first) DO NOTHING",
            job.name(),
            changes.first(),
            changes.list().getLast().at(),
            record));
  }

  @Override
  public void decided(DecisionView decision) {
    String record = json(decision);
    put(session ->
        session.update(
            "INSERT INTO decisions (number, at, policy, record) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (number) DO NOTHING",
            decision.number(),
            decision.at(),
            decision.policy(),
            record));
  }

  /** Keeps a measurement of a job. */
  public void sample(JobId job, JobSample sample) {
    String record = json(sample);
    put(session ->
        session.update(
            "INSERT INTO samples (job, at, record) VALUES (?, ?, ?)"
                + " ON CONFLICT (job, at) DO NOTHING",
            job.name(),
            sample.at(),
            record));
  }

  /** Keeps the use of jobs that are not over, all of it in one transaction. */
  public void used(Map<JobId, CountedUse> uses) {
    put(session -> UseTable.write(session, uses));
  }

  private void put(Consumer<Session> change) {
    if (!waiting.offer(new Waiting(change, () -> {}, () -> {})) && !failing) {
      LOG.log(Level.WARNING, "records are lost: {0} wait for the database", MOST_WAITING);
    }
  }

  /** A lost final record is made again at the next start, because no snapshot follows it. */
  private void putFinal(Consumer<Session> change) {
    try {
      var record = new Waiting(change, () -> {}, () -> hasLostFinal = true);
      if (!waiting.offer(record, LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
        hasLostFinal = true;
      }
    } catch (InterruptedException e) {
      hasLostFinal = true;
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void flush() throws IOException {
    var mark = new CompletableFuture<Boolean>();
    var last = new Waiting(_ -> {}, () -> mark.complete(true), () -> mark.complete(false));
    try {
      boolean isWritten =
          waiting.offer(last, LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS)
              && mark.get(LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      if (!isWritten || hasLostFinal) {
        throw new IOException("final records of jobs are not written; the next start makes them");
      }
    } catch (ExecutionException | TimeoutException failure) {
      throw new IOException("the records of jobs are not written in time", failure);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the records of jobs were written", e);
    }
  }

  private void write() {
    var batch = new ArrayList<Waiting>();
    while (!closing || !waiting.isEmpty()) {
      try {
        Waiting first = waiting.poll(BETWEEN_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          waiting.drainTo(batch, MOST_TOGETHER - 1);
          write(batch);
          batch.clear();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** A batch that cannot be written is lost; the journal, not this, is what a cluster rests on. */
  private void write(List<Waiting> batch) {
    try {
      database.update(session -> batch.forEach(one -> one.change().accept(session)));
      batch.forEach(one -> one.written().run());
      failing = false;
    } catch (DatabaseException failure) {
      if (!failing) {
        LOG.log(
            Level.WARNING, "{0}; records of decisions are lost meanwhile", failure.getMessage());
      }
      failing = true;
      batch.forEach(one -> one.lost().run());
    }
  }

  private static String json(Object record) {
    try {
      return Json.MAPPER.writeValueAsString(record);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record cannot be written as JSON", e);
    }
  }

  /** Writes the waiting records, and ends. */
  @Override
  public void close() {
    closing = true;
    try {
      writer.join(LONGEST_CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
