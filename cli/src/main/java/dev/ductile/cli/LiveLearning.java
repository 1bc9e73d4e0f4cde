package dev.ductile.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.learned.training.LiveLearner;
import dev.ductile.learned.training.Training;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Shadow;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Improves a model by a live run, on a thread of its own, which the scheduler never waits for. The
 * policies of the run do not read its file.
 */
final class LiveLearning implements AutoCloseable {
  private static final long LONGEST_END_SECONDS = 60;

  private final Path file;
  private final Consumer<String> notes;
  private final ExecutorService work =
      Executors.newSingleThreadExecutor(
          task -> Thread.ofPlatform().daemon().name("learning").unstarted(task));
  private final LiveLearner learner;
  private volatile Optional<LearnedModel> newest = Optional.empty();

  /** Why no model has been written so far. */
  private volatile String cause = "too few slots were explored for a change";

  private volatile boolean isClosed;
  private boolean isBroken;

  /**
   * Begins to learn.
   *
   * @param file receives the model; if it is there, its model is improved further
   * @param notes takes lines for people
   */
  LiveLearning(Path file, Scenario scenario, Catalog catalog, Consumer<String> notes) {
    this.file = file;
    this.notes = notes;
    List<Choice> policies = policies(scenario);
    if (policies.stream().flatMap(policy -> model(policy).stream()).anyMatch(this::isTarget)) {
      throw new InputException(
          "--learn %s is the model of a policy of this run, which must not change; name another file"
              .formatted(file));
    }
    Choice exploring =
        policies.stream()
            .filter(policy -> explores(policy) && model(policy).isPresent())
            .findFirst()
            .orElseThrow(() ->
                new InputException(
                    "--learn %s: no policy of this run explores; add explore: true to its policy dl2 or sets"
                        .formatted(file)));
    boolean isContinued = Files.exists(file);
    Path start = isContinued ? file : model(exploring).orElseThrow();
    this.learner = learner(start(start, exploring), scenario, catalog);
    notes.accept(
        isContinued
            ? "learns from this run and improves %s further".formatted(file)
            : "learns from this run; %s will be an improved %s".formatted(file, start));
    if (explores(policies.getFirst()) && !hasMinimumRun(scenario)) {
      notes.accept(
          "note: %s explores, and may stop jobs at every decision; what they have not saved is lost. To let each start of a job last, add stability: {minimumRun: ...} to the scenario"
              .formatted(policies.getFirst().name()));
    }
  }

  private static boolean hasMinimumRun(Scenario scenario) {
    return scenario.stability().filter(limits -> limits.minimumRun().isPositive()).isPresent();
  }

  private LearnedModel start(Path start, Choice exploring) {
    LearnedModel model = ModelArgument.trainable(start);
    if (!model.policy().equals(exploring.name())) {
      throw new InputException(
          "--learn %s: %s is a model of the policy %s, but the policy that explores is %s; name another file"
              .formatted(file, start, model.policy(), exploring.name()));
    }
    return model;
  }

  private LiveLearner learner(LearnedModel model, Scenario scenario, Catalog catalog) {
    try {
      return new Training(scenario, catalog, scenario.name(), Version.ofDuctile())
          .live(model, this::execute, this::improved);
    } catch (IllegalArgumentException unsuitable) {
      throw new InputException(
          "--learn %s: %s".formatted(file, unsuitable.getMessage()), unsuitable);
    }
  }

  /** The policy that acts and the one in shadow. */
  private static List<Choice> policies(Scenario scenario) {
    return Stream.concat(
            scenario.policies().stream().limit(1), scenario.shadow().map(Shadow::policy).stream())
        .toList();
  }

  private static boolean explores(Choice policy) {
    return policy.settings().path("explore").asText().equals("true");
  }

  private static Optional<Path> model(Choice policy) {
    return LearnedPolicy.named(policy.name())
        .map(_ -> policy.settings().path("model"))
        .filter(JsonNode::isTextual)
        .map(model -> Path.of(model.textValue()));
  }

  private boolean isTarget(Path model) {
    try {
      return Files.isSameFile(model, file);
    } catch (IOException missing) {
      return model.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize());
    }
  }

  SchedulerObserver observer() {
    return learner;
  }

  private void improved(LearnedModel model) {
    if (isClosed) {
      return;
    }
    try {
      ModelFile.write(file, model);
      newest = Optional.of(model);
    } catch (UncheckedIOException failure) {
      cause = "it could not be written";
      notes.accept(
          "%s; learning goes on, and the next change is written there"
              .formatted(failure.getMessage()));
    }
  }

  /** A failure ends the learning, and not the run. */
  private void execute(Runnable task) {
    try {
      work.execute(() -> {
        if (!isBroken) {
          attempt(task);
        }
      });
    } catch (RejectedExecutionException closed) {
      // the run is over
    }
  }

  private void attempt(Runnable task) {
    isBroken = true;
    try {
      task.run();
      isBroken = false;
    } catch (RuntimeException | StackOverflowError failure) {
      cause = "learning has failed";
      String problem =
          failure instanceof InputException told ? told.getMessage() : failure.toString();
      notes.accept("learning from this run has ended, and the run goes on: " + problem);
    }
  }

  /** Learns from the slots that wait, and says where the model is. */
  @Override
  public void close() {
    work.shutdown();
    try {
      if (!work.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        cause = "its last slots need more than %d s".formatted(LONGEST_END_SECONDS);
        work.shutdownNow();
      }
    } catch (InterruptedException stop) {
      work.shutdownNow();
      Thread.currentThread().interrupt();
    }
    isClosed = true;
    notes.accept(
        newest
            .map(model ->
                "model: %s, after %d slots and %d updates"
                    .formatted(file, model.history().slots(), model.history().updates()))
            .orElseGet(() -> "%s is not written: %s".formatted(file, cause)));
  }
}
