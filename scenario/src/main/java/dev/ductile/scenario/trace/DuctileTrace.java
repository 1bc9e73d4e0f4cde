package dev.ductile.scenario.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.file.JobReader;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The native trace format: JSON lines. The first line has the version; each further line is a job
 * with the keys of a scenario, in order of arrival. A complete trace ends with a line that counts
 * its jobs, so a truncated trace is recognised. The trace is read line by line.
 */
public final class DuctileTrace implements TraceFormat {
  static final String VERSION_KEY = "ductile-trace";
  static final String CLOSED_KEY = "closed";
  static final String ORIGIN_KEY = "origin";
  static final String ASSUMED_KEY = "assumed";
  static final String COUNT_KEY = "jobs";
  static final int VERSION = 1;

  @Override
  public String name() {
    return "ductile";
  }

  @Override
  public String summary() {
    return "our own JSON lines: a job in each, with all keys that a job has in a scenario";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return start.startsWith("{") && TraceStart.firstLine(start).contains("\"" + VERSION_KEY + "\"");
  }

  @Override
  public boolean isLazy() {
    return true;
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    var lines = new TextLines(trace);
    try {
      var jobs = new Jobs(trace, lines, reading);
      return StreamSupport.stream(
              Spliterators.spliteratorUnknownSize(jobs, Spliterator.ORDERED | Spliterator.NONNULL),
              false)
          .onClose(lines::close);
    } catch (InputException problem) {
      lines.close();
      throw problem;
    }
  }

  private static final class Jobs implements Iterator<Submission> {
    private final String file;
    private final TextLines lines;
    private final Findings findings;
    private final JobReader reader;
    private final SeenNames names = new SeenNames();
    private final boolean closed;
    private Optional<Submission> next;
    private Instant latest = Instant.EPOCH;
    private long count;
    private boolean ended;

    Jobs(InputFile trace, TextLines lines, Reading reading) {
      this.file = trace.toString();
      this.lines = lines;
      this.findings = reading.findings();
      this.reader = new JobReader(reading.catalog(), reading.nodes());
      this.closed = header();
      this.next = advance();
    }

    @Override
    public boolean hasNext() {
      return next.isPresent();
    }

    @Override
    public Submission next() {
      Submission job = next.orElseThrow(NoSuchElementException::new);
      next = advance();
      return job;
    }

    /** Reads the first line; returns whether the trace must end with a count of its jobs. */
    private boolean header() {
      String line = lines.next().orElseThrow(() -> lines.wrong("the trace is empty"));
      Written header = Document.line(file, 1, line).root().requireObject();
      header.allowKeys(List.of(VERSION_KEY, CLOSED_KEY, ORIGIN_KEY, ASSUMED_KEY));
      Written version = header.need(VERSION_KEY);
      if (Scalars.longNumber(version) != VERSION) {
        throw version.wrong(
            "must be %d, the version that is known here, not %s"
                .formatted(VERSION, version.quoted()));
      }
      header.get(ORIGIN_KEY).ifPresent(Scalars::text);
      header.get(ASSUMED_KEY).map(Scalars::text).ifPresent(findings::assumed);
      return header.get(CLOSED_KEY).map(Scalars::truth).orElse(false);
    }

    private Optional<Submission> advance() {
      while (!ended) {
        Optional<String> line = lines.next();
        if (line.isEmpty()) {
          end();
        } else if (!line.get().isBlank()) {
          Optional<Submission> job = job(line.get());
          if (job.isPresent()) {
            return job;
          }
        }
      }
      return Optional.empty();
    }

    private void end() {
      ended = true;
      if (closed) {
        findings.wrong(
            lines.wrong("the line that counts the jobs is missing; maybe the file was cut"));
      }
    }

    private Optional<Submission> job(String line) {
      try {
        Written written = Document.line(file, Math.toIntExact(lines.number()), line).root();
        JsonNode counted = written.node().path(COUNT_KEY);
        if (closed && written.node().size() == 1 && !counted.isMissingNode()) {
          close(written.need(COUNT_KEY));
          return Optional.empty();
        }
        count++;
        Submission job = reader.submission(written, "line-" + lines.number());
        return Optional.of(checked(written, job));
      } catch (InputException problem) {
        findings.wrong(problem);
        return Optional.empty();
      }
    }

    private void close(Written counted) {
      ended = true;
      if (Scalars.longNumber(counted) != count) {
        throw counted.wrong(
            "must be %d, as many as are here, not %s".formatted(count, counted.quoted()));
      }
      if (lines.next().filter(line -> !line.isBlank()).isPresent()) {
        throw lines.wrong("the trace has ended, but more follows");
      }
    }

    private Submission checked(Written written, Submission job) {
      if (job.at().isBefore(latest)) {
        throw written.breaks(
            "the job arrives at %s, before the job on the line before, at %s"
                .formatted(job.at(), latest));
      }
      if (!names.add(job.spec().id().name())) {
        throw written.breaks("a second job is named " + job.spec().id());
      }
      latest = job.at();
      return job;
    }
  }
}
