package dev.ductile.scenario.file;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.ductile.api.Dependency;
import dev.ductile.api.Gang;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Program;
import dev.ductile.api.Range;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.scenario.SpeedFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.Quantity;
import dev.ductile.text.Scalars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes jobs with the keys of a scenario; keys with their default value are left out. */
public final class JobWriter {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final JsonGenerator json;

  public JobWriter(JsonGenerator json) {
    this.json = json;
  }

  /** The keys of a job; its arrival is a point in time. */
  public static ObjectNode tree(Submission job) {
    try (var tokens = new TokenBuffer(MAPPER, false)) {
      new JobWriter(tokens).write(job);
      ObjectNode written = MAPPER.readTree(tokens.asParser());
      return written.put("arrived", job.at().toString());
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
  }

  public void write(Submission job) throws IOException {
    JobSpec spec = job.spec();
    json.writeStartObject();
    json.writeStringField("id", spec.id().name());
    json.writeFieldName("arrived");
    json.writeNumber(seconds(job.at()));
    text("owner", spec.owner(), "");
    text("queue", spec.queue(), JobSpec.DEFAULT_QUEUE);
    if (spec.priority() != 0) {
      json.writeNumberField("priority", spec.priority());
    }
    resources("worker", spec.demand().worker());
    resources("server", spec.demand().server());
    resources("limit", spec.demand().limit());
    labels(spec.demand().labels());
    text("deviceType", spec.demand().device().type(), "");
    sizes(spec);
    work(spec.work());
    if (!job.speed().isUnknown()) {
      speed("speed", job.speed());
    }
    if (!job.expected().equals(job.speed())) {
      speed("expectedSpeed", job.expected());
    }
    utility(spec.utility());
    text("mechanism", Scalars.word(spec.rescaleMode()), Scalars.word(RescaleMode.CHECKPOINT));
    duration("cooldown", spec.protection().cooldown(), Duration.ZERO);
    duration("minimumRun", spec.protection().minimumRun(), Duration.ZERO);
    program(spec.program());
    gang(spec.gang());
    after(spec.after());
    json.writeEndObject();
  }

  private void after(List<Dependency> after) throws IOException {
    if (after.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("after");
    for (Dependency each : after) {
      json.writeStartObject();
      json.writeStringField("job", each.job().name());
      json.writeStringField("condition", Scalars.word(each.condition()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void gang(Gang gang) throws IOException {
    if (!gang.isNone()) {
      json.writeObjectFieldStart("gang");
      json.writeStringField("name", gang.name());
      json.writeNumberField("members", gang.members());
      json.writeEndObject();
    }
  }

  private void labels(Labels labels) throws IOException {
    if (!labels.isNone()) {
      json.writeObjectFieldStart("nodeLabels");
      for (var label : labels.values().entrySet()) {
        json.writeStringField(label.getKey(), label.getValue());
      }
      json.writeEndObject();
    }
  }

  private void utility(Utility utility) throws IOException {
    if (utility instanceof Utility.Sigmoid sigmoid) {
      json.writeObjectFieldStart("utility");
      json.writeNumberField("gamma1", sigmoid.gamma1());
      json.writeNumberField("gamma2", sigmoid.gamma2());
      json.writeNumberField("gamma3", sigmoid.gamma3());
      json.writeStringField("unit", Scalars.word(sigmoid.unit()));
      json.writeEndObject();
    }
  }

  private void sizes(JobSpec spec) throws IOException {
    json.writeObjectFieldStart("bounds");
    range("workers", spec.bounds().workers());
    range("servers", spec.bounds().servers());
    json.writeEndObject();
    if (spec.request().isPresent()) {
      Size request = spec.request().get();
      json.writeObjectFieldStart("request");
      json.writeNumberField("workers", request.workers());
      if (request.servers() > 0 || !spec.demand().server().isNone()) {
        json.writeNumberField("servers", request.servers());
      }
      json.writeEndObject();
    }
  }

  private void range(String name, Range range) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("min", range.min());
    json.writeNumberField("max", range.max());
    if (!range.allowed().isEmpty()) {
      json.writeArrayFieldStart("allowed");
      for (int count : range.allowed()) {
        json.writeNumber(count);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void resources(String name, Resources resources) throws IOException {
    if (resources.isNone()) {
      return;
    }
    json.writeObjectFieldStart(name);
    for (var entry : resources.amounts().entrySet()) {
      number(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private void work(Work work) throws IOException {
    json.writeObjectFieldStart("work");
    number("total", work.steps());
    text("unit", work.unit(), "steps");
    if (work.feedbackSteps() > 0) {
      number("feedback", work.feedbackSteps());
    }
    json.writeEndObject();
  }

  private void speed(String name, SpeedSpec speed) throws IOException {
    json.writeObjectField(name, SpeedFormat.written(speed));
  }

  private void program(Program program) throws IOException {
    if (program.isNone()) {
      return;
    }
    json.writeObjectFieldStart("program");
    json.writeArrayFieldStart("command");
    for (String word : program.command()) {
      json.writeString(word);
    }
    json.writeEndArray();
    if (!program.environment().isEmpty()) {
      json.writeObjectFieldStart("env");
      for (var variable : new TreeMap<>(program.environment()).entrySet()) {
        json.writeStringField(variable.getKey(), variable.getValue());
      }
      json.writeEndObject();
    }
    text("directory", program.directory(), "");
    text("progress", program.progress(), "");
    duration("grace", program.grace(), Program.NONE.grace());
    duration("stall", program.stall(), Program.NONE.stall());
    if (program.restarts() != Program.NONE.restarts()) {
      json.writeNumberField("restarts", program.restarts());
    }
    json.writeEndObject();
    retry(program.failOn());
    secrets(program.secrets());
  }

  private void retry(List<Integer> failOn) throws IOException {
    if (failOn.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("retry");
    json.writeArrayFieldStart("failOn");
    for (int code : failOn) {
      json.writeNumber(code);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void secrets(Map<String, String> secrets) throws IOException {
    if (secrets.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("secrets");
    for (var secret : new TreeMap<>(secrets).entrySet()) {
      json.writeStartObject();
      json.writeStringField("name", secret.getKey());
      json.writeStringField("from", secret.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void text(String name, String value, String standard) throws IOException {
    if (!value.equals(standard)) {
      json.writeStringField(name, value);
    }
  }

  private void duration(String name, Duration value, Duration standard) throws IOException {
    if (!value.equals(standard)) {
      json.writeStringField(name, Quantity.text(value));
    }
  }

  private void number(String name, double value) throws IOException {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      json.writeNumberField(name, (long) value);
    } else {
      json.writeNumberField(name, value);
    }
  }

  private static BigDecimal seconds(Instant at) {
    BigDecimal seconds =
        BigDecimal.valueOf(at.getEpochSecond()).add(BigDecimal.valueOf(at.getNano(), 9));
    return seconds.scale() > 0 && at.getNano() == 0
        ? seconds.setScale(0)
        : seconds.stripTrailingZeros();
  }
}
