package dev.ductile.history;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Violation;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.SpeedFormat;
import dev.ductile.text.PlainValue;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events as lines of JSON: always time, kind and, if there is one, job first. */
final class EventLines implements AutoCloseable {
  /** Goes up when a key changes its meaning or goes away. */
  private static final int SCHEMA_VERSION = 1;

  private static final int MOST_VIOLATIONS = 100;
  private static final int NANO_DIGITS = 9;

  private final JsonGenerator json;
  private Optional<Instant> start = Optional.empty();

  EventLines(OutputStream to) throws IOException {
    json = new JsonFactory().createGenerator(to, JsonEncoding.UTF8);
    json.setRootValueSeparator(new SerializedString("\n"));
  }

  /** Writes a line of an earlier log of the same run, without its end. */
  void copy(String line) throws IOException {
    json.writeRawValue(line);
  }

  /** Counts times from this instant, which a copied line names. */
  void countFrom(Instant instant) {
    start = Optional.of(instant);
  }

  void event(Event event, Optional<Reason> reason) throws IOException {
    switch (event) {
      case Event.NodeUp up -> {
        open(up.at(), "node-up").text("node", up.node().id().name());
        resources(up.node().capacity().amounts());
      }
      case Event.NodeDown down ->
          open(down.at(), "node-down").text("node", down.node().name()).text("why", down.why());
      case Event.NodeDrained node ->
          open(node.at(), "node-drained").text("node", node.node().name()).text("why", node.why());
      case Event.NodeUndrained node ->
          open(node.at(), "node-undrained").text("node", node.node().name());
      case Event.Setting setting -> setting(setting);
      case Event.Held job -> open(job.at(), "held", job.job()).text("why", job.why());
      case Event.Resumed job -> open(job.at(), "resumed", job.job());
      case Event.Amended job -> spec(open(job.at(), "amended", job.job()), job.spec());
      case Event.Scaled job ->
          open(job.at(), "scaled", job.job()).text("size", job.size().toString());
      case Event.Unscaled job -> open(job.at(), "unscaled", job.job());
      case Event.Submitted job -> spec(open(job.at(), "submitted", job.spec().id()), job.spec());
      case Event.Refused job -> open(job.at(), "refused", job.job()).text("why", job.why());
      case Event.Allocated job -> {
        open(job.at(), "allocated", job.job());
        allocation("from", job.from()).allocation("to", job.to()).reason(reason);
      }
      case Event.Noted job ->
          open(job.at(), "noted", job.job())
              .text("policy", job.policy())
              .group("note", NoteFormat.write(job.note()));
      case Event.Running job -> {
        open(job.at(), "running", job.job());
        allocation("where", job.where()).number("stepsPerSecond", job.stepsPerSecond());
      }
      case Event.Progressed job -> {
        open(job.at(), "progressed", job.job());
        number("steps", job.steps()).number("stepsPerSecond", job.stepsPerSecond());
      }
      case Event.Rescaled job -> {
        open(job.at(), "rescaled", job.job());
        text("from", job.from().toString()).text("to", job.to().toString());
        seconds("pause", job.pause());
      }
      case Event.Released job -> open(job.at(), "released", job.job()).number("steps", job.steps());
      case Event.PhaseChanged job ->
          open(job.at(), "phase-changed", job.job()).text("phase", PlainValue.word(job.phase()));
      case Event.SpeedLearned job -> open(job.at(), "speed-learned", job.job()).speed(job.speed());
      case Event.Crashed job ->
          open(job.at(), "crashed", job.job()).number("steps", job.steps()).text("why", job.why());
      case Event.Unknown job -> open(job.at(), "unknown", job.job()).text("why", job.why());
      case Event.Finished job -> open(job.at(), "finished", job.job());
      case Event.Failed job -> open(job.at(), "failed", job.job()).text("why", job.why());
      case Event.Cancelled job -> open(job.at(), "cancelled", job.job()).text("why", job.why());
    }
    json.writeEndObject();
  }

  private void setting(Event.Setting event) throws IOException {
    switch (event) {
      case Event.QueueSet set -> {
        open(set.at(), "queue-set").text("queue", set.queue().name());
        resources(set.queue().quota().amounts());
      }
      case Event.QueueRemoved gone -> open(gone.at(), "queue-removed").text("queue", gone.queue());
      case Event.PolicySet set ->
          open(set.at(), "policy-set").text("policy", set.policy()).why(set.why());
    }
  }

  /** A job that gets no resources in a decision. */
  void withheld(Instant at, JobId job, Reason reason) throws IOException {
    open(at, "withheld", job);
    reason(Optional.of(reason));
    json.writeEndObject();
  }

  /** A plan with illegal grants. */
  void rejected(Instant at, List<Violation> violations) throws IOException {
    open(at, "rejected");
    number("count", violations.size());
    json.writeArrayFieldStart("violations");
    int shown = Math.min(MOST_VIOLATIONS, violations.size());
    for (Violation violation : violations.subList(0, shown)) {
      json.writeString(violation.text());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  @Override
  public void close() throws IOException {
    if (!json.isClosed()) {
      json.writeRaw('\n');
      json.close();
    }
  }

  private EventLines open(Instant at, String kind, JobId job) throws IOException {
    return open(at, kind).text("job", job.name());
  }

  private EventLines open(Instant at, String kind) throws IOException {
    Instant since = start(at);
    json.writeStartObject();
    return seconds("time", Duration.between(since, at)).text("kind", kind);
  }

  /** The instant from which times are counted: that of the first line, which names it. */
  private Instant start(Instant at) throws IOException {
    if (start.isPresent()) {
      return start.get();
    }
    start = Optional.of(at);
    json.writeStartObject();
    text("kind", "log").number("schemaVersion", SCHEMA_VERSION);
    text("start", at.toString());
    json.writeEndObject();
    return at;
  }

  private static void spec(EventLines line, JobSpec spec) throws IOException {
    line.text("owner", spec.owner())
        .text("queue", spec.queue())
        .number("priority", spec.priority())
        .range("workers", spec.bounds().workers())
        .range("servers", spec.bounds().servers())
        .text("asked", spec.asked().toString())
        .number("steps", spec.work().steps());
  }

  private EventLines range(String name, Range range) throws IOException {
    json.writeObjectFieldStart(name);
    number("min", range.least()).number("max", range.most());
    json.writeEndObject();
    return this;
  }

  private void resources(Map<String, Double> amounts) throws IOException {
    json.writeObjectFieldStart("resources");
    for (var amount : amounts.entrySet()) {
      number(amount.getKey(), amount.getValue());
    }
    json.writeEndObject();
  }

  /**
   * The size on each node: {@code {"node-1":"4","node-2":"2+1"}}; an empty group means that it
   * waits.
   */
  private EventLines allocation(String name, Allocation allocation) throws IOException {
    json.writeObjectFieldStart(name);
    for (var share : allocation.shares()) {
      text(share.node().name(), share.size().toString());
    }
    json.writeEndObject();
    return this;
  }

  private void reason(Optional<Reason> reason) throws IOException {
    if (reason.isPresent()) {
      text("reasonKind", PlainValue.word(reason.get().kind()))
          .text("reason", reason.get().sentence());
      group("reasonValues", ReasonFormat.values(reason.get()));
    }
  }

  private void speed(SpeedSpec speed) throws IOException {
    group("speed", SpeedFormat.written(speed));
  }

  private void group(String name, JsonNode keys) throws IOException {
    json.writeFieldName(name);
    json.writeRawValue(keys.toString());
  }

  private EventLines seconds(String name, Duration duration) throws IOException {
    BigDecimal whole = BigDecimal.valueOf(duration.getSeconds());
    BigDecimal rest = BigDecimal.valueOf(duration.getNano(), NANO_DIGITS);
    json.writeFieldName(name);
    json.writeNumber(whole.add(rest).stripTrailingZeros().toPlainString());
    return this;
  }

  private EventLines number(String name, double value) throws IOException {
    json.writeFieldName(name);
    if (Double.isFinite(value)) {
      json.writeNumber(PlainValue.text(value));
    } else {
      json.writeNull();
    }
    return this;
  }

  private EventLines number(String name, long value) throws IOException {
    json.writeNumberField(name, value);
    return this;
  }

  private EventLines why(String sentence) throws IOException {
    return sentence.isEmpty() ? this : text("why", sentence);
  }

  private EventLines text(String name, String value) throws IOException {
    json.writeStringField(name, value);
    return this;
  }
}
