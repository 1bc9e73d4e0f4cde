package dev.ductile.scenario.trace;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.file.JobWriter;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Writes native traces. A regular file is replaced as a whole or not at all. */
public final class TraceWriter {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private TraceWriter() {}

  /** The text for readers at the beginning of a trace. */
  private record Heading(String origin, List<String> assumptions) {}

  /**
   * Writes the jobs, compressed if the file's name ends with {@code .gz}.
   *
   * @param origin the source of the jobs, for readers; may be empty
   * @param assumptions about the jobs, for readers
   * @param jobs in order of arrival
   * @return the number of jobs
   * @throws InputException if the file cannot be written; the old file is then unchanged
   */
  public static long write(
      Path file, String origin, List<String> assumptions, Stream<Submission> jobs) {
    try (OutputFile output = OutputFile.open(file)) {
      long count =
          writeAll(
              output,
              file.toString().endsWith(".gz"),
              new Heading(origin, assumptions),
              jobs.iterator());
      output.finish();
      return count;
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    } catch (UncheckedIOException problem) {
      throw new InputException("%s: %s".formatted(file, problem.getMessage()), problem);
    }
  }

  private static long writeAll(
      OutputFile file, boolean compressed, Heading heading, Iterator<Submission> jobs)
      throws IOException {
    try (OutputStream out = compressed ? new GZIPOutputStream(file.stream()) : file.stream();
        JsonGenerator json = MAPPER.createGenerator(out)) {
      json.setRootValueSeparator(null);
      header(json, heading);
      long count = 0;
      Instant latest = Instant.EPOCH;
      while (jobs.hasNext()) {
        Submission job = jobs.next();
        if (job.at().isBefore(latest)) {
          throw new IllegalArgumentException("job %s is out of order".formatted(job.spec().id()));
        }
        latest = job.at();
        new JobWriter(json).write(job);
        json.writeRaw('\n');
        count++;
      }
      json.writeStartObject();
      json.writeNumberField(DuctileTrace.COUNT_KEY, count);
      json.writeEndObject();
      json.writeRaw('\n');
      return count;
    }
  }

  private static void header(JsonGenerator json, Heading heading) throws IOException {
    json.writeStartObject();
    json.writeNumberField(DuctileTrace.VERSION_KEY, DuctileTrace.VERSION);
    json.writeBooleanField(DuctileTrace.CLOSED_KEY, true);
    if (!heading.origin().isEmpty()) {
      json.writeStringField(DuctileTrace.ORIGIN_KEY, heading.origin());
    }
    if (!heading.assumptions().isEmpty()) {
      json.writeStringField(DuctileTrace.ASSUMED_KEY, String.join("; ", heading.assumptions()));
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }
}
