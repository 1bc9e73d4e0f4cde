package dev.ductile.engines.supervision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the master of a hot job says, whichever process is the master: how the job is, how long it
 * stood still, and who is to be replaced. Heard on one thread and read on another.
 */
final class MasterStatus implements Consumer<String> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_REQUESTS = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final InstantSource time;
  private Optional<Update> last = Optional.empty();
  private Duration totalPause = Duration.ZERO;
  private List<Request> requests = new ArrayList<>();
  private Optional<String> failure = Optional.empty();
  private Instant failedAt = Instant.MIN;

  /**
   * How a job is.
   *
   * @param stepAt when it was first said to be at this step
   * @param checkpoint up to which step nothing can be lost; below zero where that is not said
   * @param size who takes part, where that is said
   * @param running whether it is under way
   */
  record Update(
      Instant at,
      double step,
      Instant stepAt,
      double checkpoint,
      Optional<Size> size,
      boolean running) {}

  /** A task, by its name, that is to be killed and started anew. */
  record Request(Instant at, String task, String why) {}

  MasterStatus(InstantSource time) {
    this.time = time;
  }

  @Override
  public void accept(String line) {
    accept(line, time.instant());
  }

  /** Hears a line that was printed at this time. */
  void accept(String line, Instant at) {
    String text = line.strip();
    if (!text.startsWith("{") || !text.endsWith("}")) {
      return;
    }
    FailureLine.read(text).ifPresent(why -> fails(why, at));
    try {
      accept(JSON.readTree(text), at);
    } catch (JsonProcessingException e) {
      // anybody may print braces
    }
  }

  synchronized Optional<Update> last() {
    return last;
  }

  /** How long the job has stood still for changes of who takes part, all in all. */
  synchronized Duration totalPause() {
    return totalPause;
  }

  /** Those that were not taken before. */
  synchronized List<Request> takeRequests() {
    List<Request> taken = requests;
    requests = new ArrayList<>();
    return taken;
  }

  /** Why the job has failed, where a master has said so since the job last went on. */
  synchronized Optional<String> failure() {
    return failure;
  }

  /** The job went on with this word: a failure that was reported before it holds no longer. */
  synchronized void resetFailures(Update word) {
    failure = failure.filter(_ -> !word.at().isAfter(failedAt));
  }

  private synchronized void fails(String why, Instant at) {
    failure = Optional.of(why);
    failedAt = at;
  }

  private synchronized void accept(JsonNode line, Instant now) {
    if (line.path("replace").isTextual() && requests.size() < MOST_REQUESTS) {
      requests.add(new Request(now, line.path("replace").asText(), line.path("why").asText("")));
    }
    double paused = number(line, "paused");
    if (paused > 0) {
      totalPause = totalPause.plusNanos((long) (paused * NANOS_PER_MILLI));
    }
    double step = number(line, "step");
    if (step >= 0) {
      Optional<Instant> known = last.filter(word -> word.step() == step).map(Update::stepAt);
      String phase = line.path("phase").asText("running");
      last =
          Optional.of(
              new Update(
                  now,
                  step,
                  known.orElse(now),
                  number(line, "checkpoint"),
                  size(line),
                  phase.equals("running")));
    }
  }

  private static Optional<Size> size(JsonNode line) {
    int workers = (int) number(line, "workers");
    int servers = (int) Math.max(0, number(line, "servers"));
    return workers < 0 ? Optional.empty() : Optional.of(new Size(workers, servers));
  }

  /** Below zero where there is no such number. */
  private static double number(JsonNode line, String name) {
    JsonNode node = line.path(name);
    return node.isNumber() && Double.isFinite(node.asDouble()) ? node.asDouble() : -1;
  }
}
