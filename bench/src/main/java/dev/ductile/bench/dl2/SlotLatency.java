package dev.ductile.bench.dl2;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.Seed;
import dev.ductile.bench.ResultRecorder;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.training.Training;
import dev.ductile.learned.training.TrainingListener;
import dev.ductile.learned.training.TrainingSettings;
import dev.ductile.learned.training.TrainingSettingsText;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The time of a decision of dl2 for all jobs of a slot, beside published policies on the same
 * picture: the jobs of a scenario, all of which have arrived. The models imitate drf for some
 * episodes.
 */
public final class SlotLatency {
  private static final List<String> NETWORKS =
      List.of("network=dense hidden=[256,256]", "network=rows hidden=[64,64]");
  private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
  private static final double ALL_AT_ONCE = 1e6;
  private static final int EPISODES = 4;
  private static final int REPETITIONS = 300;
  private static final double MILLISECOND = 1e6;
  private static final double MICROSECONDS = 1e3;

  private final ResultRecorder results = ResultRecorder.ofThisRun();
  private final Catalog catalog = Catalog.installed();
  private final Scenario scenario;
  private final Path folder;
  private final Cluster picture;

  private SlotLatency(Path file, Path folder) throws IOException {
    this.scenario = ScenarioFile.read(file, catalog);
    this.folder = Files.createDirectories(folder);
    this.picture = picture();
  }

  /** {@code SlotLatency SCENARIO FOLDER}: the folder gets the models. */
  public static void main(String[] arguments) throws IOException {
    var latency = new SlotLatency(Path.of(arguments[0]), Path.of(arguments[1]));
    for (String policy : List.of("drf", "optimus")) {
      latency.measure(policy, Choice.named(policy));
    }
    for (int seats : new int[] {40, 200}) {
      for (String network : NETWORKS) {
        String model = latency.model(seats, network).toString();
        Choice choice = Choice.named("dl2").with("model", model).with("check", "false");
        latency.measure("dl2 with %s, J = %d".formatted(network, seats), choice);
      }
    }
    latency.results.save();
  }

  /** The picture with the most jobs, the first of equals. */
  private Cluster picture() {
    var pictures = new ArrayList<Cluster>();
    var observer =
        new SchedulerObserver() {
          @Override
          public void decided(Cluster cluster, Plan plan) {
            pictures.add(cluster);
          }
        };
    new Simulation(scenario, catalog).run(Choice.named("drf"), 1, ALL_AT_ONCE, false, observer);
    pictures.sort(Comparator.comparingInt((Cluster each) -> each.jobs().size()).reversed());
    return pictures.getFirst();
  }

  private Path model(int seats, String network) {
    var changes = new ArrayList<>(List.of(network.split(" ", -1)));
    changes.add("jobs=" + seats);
    TrainingSettings settings =
        TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), changes);
    Path file = folder.resolve("dl2-%d.model".formatted(seats));
    ModelFile.write(
        file,
        new Training(scenario, catalog, scenario.name(), "bench")
            .imitate(Choice.named("drf"), settings, 1, EPISODES, TrainingListener.NONE));
    return file;
  }

  private void measure(String name, Choice choice) {
    Policy policy =
        catalog.policy(
            choice,
            new PolicyContext(
                catalog.placement(scenario.placement()), new Seed(1), catalog, Optional.empty()));
    Plan plan = policy.decide(picture);
    plan.figures().forEach(SlotLatency::requireOwn);
    double[] times = new double[REPETITIONS];
    for (int i = -REPETITIONS; i < REPETITIONS; i++) {
      long start = PROCESSOR.getCurrentThreadCpuTime();
      policy.decide(picture);
      times[Math.max(0, i)] = PROCESSOR.getCurrentThreadCpuTime() - start;
    }
    Arrays.sort(times);
    double median = times[REPETITIONS / 2];
    String title = "slot of %d jobs, %s".formatted(picture.jobs().size(), name);
    tell(title + ", median", median / MILLISECOND, "ms");
    tell(title + ", p99", times[REPETITIONS * 99 / 100] / MILLISECOND, "ms");
    plan.figures().stream()
        .filter(figure -> figure.name().equals("inferences"))
        .forEach(figure -> {
          tell(title + ", inferences", figure.value(), "");
          tell(title + ", for each inference", median / MICROSECONDS / figure.value(), "µs");
        });
  }

  /** A decision of the teacher in place of the model would be no measurement. */
  private static void requireOwn(Figure figure) {
    if (figure.meaning().contains("teacher")) {
      throw new IllegalStateException(figure.meaning());
    }
  }

  private void tell(String figure, double value, String unit) {
    System.out.printf("%s: %.2f %s%n", figure, value, unit);
    results.add(figure, value, unit);
  }
}
