package dev.ductile.bench.dl2;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.bench.ResultRecorder;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Slots and jobs per second of processor time in training of dl2, with its default settings: the
 * simulation of the cluster, the decisions, and the steps of the networks.
 */
public final class TrainingRate {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final int WARM = 2;
  private static final int EPISODES = 6;

  private final ResultRecorder results = ResultRecorder.ofThisRun();
  private final Training training;
  private final long jobs;

  private TrainingRate(Path file) throws IOException {
    Catalog catalog = Catalog.installed();
    Scenario scenario = ScenarioFile.read(file, catalog);
    try (Stream<?> submissions = scenario.workload().submissions(1, 1)) {
      this.jobs = submissions.count();
    }
    this.training = new Training(scenario, catalog, scenario.name(), "bench");
  }

  /** {@code TrainingRate SCENARIO}. */
  public static void main(String[] arguments) throws IOException {
    var rate = new TrainingRate(Path.of(arguments[0]));
    rate.measure();
    rate.results.save();
  }

  private void measure() {
    Choice teacher = Choice.named("drf");
    TrainingSettings settings = TrainingSettings.DEFAULTS;
    LearnedModel warm = training.imitate(teacher, settings, 1, WARM, TrainingListener.NONE);
    LearnedModel imitated =
        tell(
            "imitation",
            0,
            () -> training.imitate(teacher, settings, 1, EPISODES, TrainingListener.NONE));
    training.reinforce(warm, settings, 1, WARM, TrainingListener.NONE);
    tell(
        "reinforcement",
        imitated.history().slots(),
        () -> training.reinforce(imitated, settings, 1, EPISODES, TrainingListener.NONE));
  }

  private LearnedModel tell(String method, long slotsBefore, Supplier<LearnedModel> trained) {
    long start = PROCESS.getProcessCpuTime();
    LearnedModel model = trained.get();
    double seconds = (PROCESS.getProcessCpuTime() - start) / 1e9;
    long slots = model.history().slots() - slotsBefore;
    tell(method + ", slots trained in a second of a processor", slots / seconds);
    tell(method + ", jobs in a second of a processor", EPISODES * jobs / seconds);
    return model;
  }

  private void tell(String figure, double value) {
    System.out.printf("%s: %.1f%n", figure, value);
    results.add(figure, value, "");
  }
}
