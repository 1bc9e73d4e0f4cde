package dev.ductile.learned.safety;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.PlainValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The log of a policy in shadow: one line of JSON for each decision and each evaluation. A full
 * file gets another name and is replaced when the next one is full, so that at most two are kept.
 */
public final class ShadowLogFile implements ShadowLog {
  private static final long MOST_BYTES = 32L << 20;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path file;
  private final long most;
  private final Consumer<String> notes;
  private boolean broken;

  /**
   * A log at the end of this file.
   *
   * @param notes takes a line for people if the file cannot be written
   */
  public ShadowLogFile(Path file, Consumer<String> notes) {
    this(file, MOST_BYTES, notes);
  }

  ShadowLogFile(Path file, long most, Consumer<String> notes) {
    this.file = file;
    this.most = most;
    this.notes = notes;
  }

  private static Path older(Path file) {
    return file.resolveSibling(file.getFileName() + ".1");
  }

  @Override
  public void decided(ShadowDecision decision) {
    ObjectNode line = line(decision.at(), "decision");
    line.put("mode", word(decision.mode()));
    line.put("acting", decision.acting());
    line.put("shadow", decision.shadow());
    line.put("differing", decision.differing());
    ObjectNode jobs = line.putObject("jobs");
    decision
        .examples()
        .forEach((job, sizes) ->
            jobs.putObject(job.name()).put("acting", sizes.acting()).put("shadow", sizes.shadow()));
    decision.anomalies().unfamiliar().ifPresent(cause -> line.put("unfamiliar", cause));
    decision.anomalies().poor().ifPresent(cause -> line.put("poor", cause));
    decision
        .before()
        .ifPresent(slot -> {
          ObjectNode reward = line.putObject("slot");
          reward.set("earned", PlainValue.node(slot.earned()));
          reward.set("ofTeacher", PlainValue.node(slot.ofTeacher()));
          reward.set("ofCandidate", PlainValue.node(slot.ofCandidate()));
        });
    append(line);
  }

  @Override
  public void evaluated(Instant at, Verdict verdict) {
    append(
        line(at, "evaluation").put("better", verdict.better()).put("sentence", verdict.sentence()));
  }

  @Override
  public void refused(Instant at, String why) {
    append(line(at, "refused").put("why", why));
  }

  /** The rewards of the slots that an earlier command wrote; a damaged line is left out. */
  void past(BiConsumer<Mode, SlotReward> slots) throws IOException {
    for (Path part : new Path[] {older(file), file}) {
      if (Files.isRegularFile(part)) {
        try (BufferedReader lines = Files.newBufferedReader(part, StandardCharsets.UTF_8)) {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            slot(line, slots);
          }
        }
      }
    }
  }

  private static void slot(String line, BiConsumer<Mode, SlotReward> slots) {
    try {
      JsonNode written = MAPPER.readTree(line);
      JsonNode slot = written.path("slot");
      if (slot.isObject()) {
        Mode mode =
            written.path("mode").asText().equals(word(Mode.ACTING)) ? Mode.ACTING : Mode.SHADOW;
        slots.accept(
            mode,
            new SlotReward(
                slot.path("earned").asDouble(),
                slot.path("ofTeacher").asDouble(),
                slot.path("ofCandidate").asDouble()));
      }
    } catch (JsonProcessingException damaged) {
      // the command that wrote the line was killed
    }
  }

  private static ObjectNode line(Instant at, String kind) {
    return MAPPER.createObjectNode().put("at", at.toString()).put("kind", kind);
  }

  private static String word(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private void append(ObjectNode line) {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > most) {
        Files.move(file, older(file), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      broken = false;
    } catch (IOException failure) {
      if (!broken) {
        notes.accept(
            "the decisions in shadow cannot be logged in %s: %s"
                .formatted(file, failure.getMessage()));
      }
      broken = true;
    }
  }
}
