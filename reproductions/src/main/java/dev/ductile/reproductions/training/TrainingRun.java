package dev.ductile.reproductions.training;

import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.UnusableModelException;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.Binder;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One training, and the files of the models that are taken in its course and at its end. */
final class TrainingRun {
  private static final Binder BINDER = new Binder(Map.of(), List.of());

  /** The teacher that a model without imitation names, to decide in its place. */
  private static final String FALLBACK = "drf";

  private final TrainingPlan plan;
  private final ModelFolder folder;
  private final Training training;
  private final Optional<Choice> teacher;
  private final Deque<TrainingPlan> left;

  /**
   * Checks a training that is not begun yet.
   *
   * @param taken the plans of this training that differ in the slots after which the model is taken
   */
  TrainingRun(List<TrainingPlan> taken, ModelFolder folder, Catalog catalog, String version) {
    this.plan = taken.getFirst();
    this.folder = folder;
    this.left =
        new ArrayDeque<>(
            taken.stream()
                .sorted(Comparator.comparingLong(one -> one.until().orElse(Long.MAX_VALUE)))
                .toList());
    this.training = training(catalog, version);
    this.teacher = plan.entry().imitate().map(written -> teacher(written, catalog));
    settings(TrainingSettings.DEFAULTS);
  }

  private Training training(Catalog catalog, String version) {
    var scenario = ScenarioFile.of(plan.scenario(), plan.file(), catalog);
    String file = String.valueOf(plan.file().getFileName());
    return plan.scenario().made(() -> new Training(scenario, catalog, file, version));
  }

  private Choice teacher(Written written, Catalog catalog) {
    Written located = catalog.beside(plan.file(), written);
    catalog.checkPolicy(located);
    return Choice.of(located);
  }

  private TrainingSettings settings(TrainingSettings before) {
    return plan.entry()
        .settings()
        .map(written -> BINDER.record(TrainingSettings.class, written, before))
        .orElse(before);
  }

  /** The training before. */
  Optional<TrainingPlan> from() {
    return plan.from();
  }

  int episodes() {
    return plan.entry().plannedEpisodes();
  }

  /** Trains and writes the models. The training before has ended. */
  void run(TrainingListener listener) {
    Optional<LearnedModel> before = plan.from().map(this::read);
    before.ifPresent(this::takeFromBefore);
    if (!left.isEmpty()) {
      LearnedModel last = last(before, new Taking(listener));
      if (!listener.isStopped()) {
        left.forEach(one -> write(one, last));
      }
    }
  }

  private LearnedModel last(Optional<LearnedModel> before, TrainingListener listener) {
    long seed = plan.network();
    TrainingSettings settings =
        settings(before.map(Training::settings).orElse(TrainingSettings.DEFAULTS));
    LearnedModel start = before.orElseGet(() -> untrained(settings));
    return teacher.isPresent()
        ? training.imitate(start, settings, seed, episodes(), listener)
        : training.reinforce(start, settings, seed, episodes(), listener);
  }

  private LearnedModel untrained(TrainingSettings settings) {
    Choice named = teacher.orElseGet(() -> Choice.named(FALLBACK));
    return training.untrained(plan.entry().learned(), named, settings, plan.network());
  }

  /** Early models are those of the training before. */
  private void takeFromBefore(LearnedModel before) {
    while (isNext(before)) {
      TrainingPlan next = left.removeFirst();
      plan.from().ifPresent(one -> write(next, read(one.upTo(next.until().orElseThrow()))));
    }
  }

  private boolean isNext(LearnedModel model) {
    return !left.isEmpty()
        && left.getFirst().until().isPresent()
        && left.getFirst().until().getAsLong() <= model.history().slots();
  }

  private LearnedModel read(TrainingPlan other) {
    Path file = folder.file(other);
    try {
      return ModelFile.read(file);
    } catch (UnusableModelException problem) {
      throw new InputException(problem.getMessage(), problem);
    }
  }

  private void write(TrainingPlan one, LearnedModel model) {
    ModelFile.write(folder.file(one), model);
  }

  /** Takes models in the course of the training, and ends it after the last. */
  private final class Taking implements TrainingListener {
    private final TrainingListener listener;

    private Taking(TrainingListener listener) {
      this.listener = listener;
    }

    @Override
    public void trained(int done, int planned) {
      listener.trained(done, planned);
    }

    @Override
    public void reached(Supplier<LearnedModel> reached) {
      if (left.isEmpty() || left.getFirst().until().isEmpty()) {
        return;
      }
      LearnedModel model = reached.get();
      while (isNext(model)) {
        write(left.removeFirst(), model);
      }
    }

    @Override
    public boolean isStopped() {
      return left.isEmpty() || listener.isStopped();
    }
  }
}
