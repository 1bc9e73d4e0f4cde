package dev.ductile.scenario.trace;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import dev.ductile.text.Quantity;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The {@code cluster_job_log} of Microsoft's Philly clusters (Jeon et al., ATC 2019): a JSON list
 * with the attempts of each job. The work of a job is the total time of its attempts.
 */
public final class PhillyJson implements RigidTraceFormat {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Override
  public String name() {
    return "philly-json";
  }

  @Override
  public String summary() {
    return "cluster_job_log of Microsoft Philly";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return start.startsWith("[") && start.contains("\"attempts\"");
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    var sorted = new SortedJobs(reading.findings());
    try (InputStream in = trace.open();
        JsonParser parser = MAPPER.getFactory().createParser(in)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new InputException(Place.at(trace.toString(), 1), "is not a list of jobs");
      }
      var jobs = new RigidJobs();
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Place place = place(trace, parser.currentTokenLocation());
        JsonNode job = MAPPER.readTree(parser);
        sorted.add(place, () -> submission(job, place, jobs, reading.findings()));
      }
      if (parser.currentToken() != JsonToken.END_ARRAY) {
        throw new InputException(
            place(trace, parser.currentLocation()), "the list of jobs ends in the middle");
      }
    } catch (JsonProcessingException problem) {
      throw new InputException(
          place(trace, problem.getLocation()),
          problem.getOriginalMessage().replaceFirst(" \\(start marker.*", ""),
          problem);
    } catch (IOException problem) {
      throw TextFile.failed(trace, problem);
    }
    return sorted.stream();
  }

  private static Optional<Submission> submission(
      JsonNode job, Place place, RigidJobs jobs, Findings findings) {
    double seconds = 0;
    int gpus = 0;
    for (JsonNode attempt : job.path("attempts")) {
      seconds += seconds(attempt, place);
      gpus = gpus > 0 ? gpus : gpus(attempt);
    }
    if (seconds == 0 || gpus == 0) {
      findings.skipped(seconds == 0 ? "took no time" : "asked for no GPU");
      return Optional.empty();
    }
    Instant at =
        time(job, "submitted_time", place)
            .orElseThrow(() -> new InputException(place, "the job has no submitted_time"));
    var label =
        new RigidJobs.Label(
            job.path("jobid").asText(), job.path("user").asText(), job.path("vc").asText());
    return Optional.of(jobs.lasting(at, label, Philly.ONE_GPU, Size.workers(gpus), seconds));
  }

  private static double seconds(JsonNode attempt, Place place) {
    Optional<Instant> start = time(attempt, "start_time", place);
    Optional<Instant> end = time(attempt, "end_time", place);
    if (start.isEmpty() || end.isEmpty()) {
      return 0;
    }
    double seconds = Progress.seconds(start.get(), end.get());
    if (seconds < 0) {
      throw new InputException(
          place, "an attempt ends at %s, before its start at %s".formatted(end.get(), start.get()));
    }
    return seconds;
  }

  private static int gpus(JsonNode attempt) {
    int gpus = 0;
    for (JsonNode machine : attempt.path("detail")) {
      gpus += machine.path("gpus").size();
    }
    return gpus;
  }

  /** A time; empty if the log has none, or "None". */
  private static Optional<Instant> time(JsonNode owner, String key, Place place) {
    String text = owner.path(key).asText("");
    if (text.isEmpty() || text.equals("None") || text.equals("null")) {
      return Optional.empty();
    }
    return Optional.of(
        Quantity.instant(text)
            .orElseThrow(() ->
                new InputException(
                    place,
                    "%s must be a time such as 2017-10-09 07:01:55, not %s"
                        .formatted(key, Row.quoted(text)))));
  }

  private static Place place(InputFile trace, JsonLocation location) {
    return new Place(trace.toString(), location.getLineNr(), location.getColumnNr());
  }
}
