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
 * The reports of the masters of a hot job, one after another: the state of the job, its pauses, and
 * tasks to replace. Written by one thread and read by another.
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
   * The state of a job.
   *
   * @param stepAt when this step was first reported
   * @param checkpoint the last step that is saved; below zero if it is not reported
   * @param size the members, if they are reported
   * @param running whether the job trains
   */
  record Update(
      Instant at,
      double step,
      Instant stepAt,
      double checkpoint,
      Optional<Size> size,
      boolean running) {}

  /** A request to kill a task, given by its name, and to start it again. */
  record Request(Instant at, String task, String why) {}

  MasterStatus(InstantSource time) {
    this.time = time;
  }

  @Override
  public void accept(String line) {
    accept(line, time.instant());
  }

  /** Takes a line that was printed at this time. */
  void accept(String line, Instant at) {
    String text = line.strip();
    if (!text.startsWith("{") || !text.endsWith("}")) {
      return;
    }
    FailureLine.read(text).ifPresent(why -> fails(why, at));
    try {
      accept(JSON.readTree(text), at);
    } catch (JsonProcessingException e) {
      // a program may print braces for other purposes
    }
  }

  synchronized Optional<Update> last() {
    return last;
  }

  /** The sum of the pauses for changes of the membership. */
  synchronized Duration totalPause() {
    return totalPause;
  }

  /** The requests since the last call. */
  synchronized List<Request> takeRequests() {
    List<Request> taken = requests;
    requests = new ArrayList<>();
    return taken;
  }

  /** Why the job has failed, as reported by a master since the last step. */
  synchronized Optional<String> failure() {
    return failure;
  }

  /** The job made a step: a failure that was reported before it no longer counts. */
  synchronized void resetFailures(Update update) {
    failure = failure.filter(_ -> !update.at().isAfter(failedAt));
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

  /** The number of this name; below zero if there is none. */
  private static double number(JsonNode line, String name) {
    JsonNode node = line.path(name);
    return node.isNumber() && Double.isFinite(node.asDouble()) ? node.asDouble() : -1;
  }
}
