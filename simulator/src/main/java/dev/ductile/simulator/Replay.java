package dev.ductile.simulator;

import dev.ductile.api.Command;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Workload;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.TimedCommand;
import dev.ductile.text.InputException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Simulates a recorded run: the same commands at the same times, on the same nodes, without random
 * effects. Nodes fail and users cancel jobs as in the run. Each job trains at the speed that the
 * run learned last, or else at the speed of its submission; the scheduler is given that of the
 * submission.
 */
public final class Replay {
  private final RecordedRun recorded;
  private final Catalog catalog;
  private final Choice first;
  private final Scenario scenario;
  private final Simulation simulation;

  /**
   * A replay.
   *
   * @param placement the algorithm that chooses nodes in the simulation
   * @param policies the policies under which the run is simulated
   */
  public Replay(
      RecordedRun recorded,
      RunSettings settings,
      Choice placement,
      List<Choice> policies,
      Catalog catalog,
      DecisionWatch watch) {
    this.recorded = recorded;
    this.catalog = catalog;
    this.first = Choice.ofLine(settings.policy());
    this.scenario = scenario(recorded, settings, placement, policies);
    this.simulation = new Simulation(scenario, catalog, watch);
  }

  private static Scenario scenario(
      RecordedRun recorded, RunSettings settings, Choice placement, List<Choice> policies) {
    if (recorded.nodes().count() == 0 || recorded.submissions().isEmpty()) {
      throw new InputException(
          "the run of %s has no %s yet; simulate it later"
              .formatted(settings.scenario(), recorded.nodes().count() == 0 ? "node" : "job"));
    }
    Workload workload = (_, _) -> recorded.submissions().stream();
    return new Scenario(
        settings.scenario(),
        recorded.nodes(),
        workload,
        policies,
        placement,
        settings.rescale(),
        settings.decisions(),
        Noise.NONE,
        settings.colocation(),
        new Failures(Duration.ZERO, Duration.ZERO, settings.checkpointEvery()),
        Feedback.NONE,
        settings.estimator(),
        new RunLimits(recorded.horizon(settings.limits().horizon()), settings.limits().decisions()),
        List.of(settings.seed()),
        List.of(1.0),
        Optional.empty(),
        List.of(),
        settings.stability());
  }

  /** The scenario that is simulated. */
  public Scenario scenario() {
    return scenario;
  }

  /** The run under its own policy, which changes whenever it changed in the run. */
  public Run underItsOwnPolicy() {
    recorded.chosenPolicies().forEach(policy -> catalog.check(Choice.ofLine(policy)));
    return simulation.replay(first, recorded.commands(), recorded.laterNodeChanges());
  }

  /** The run under another policy, from its first job to its last. */
  public Run under(Choice policy) {
    List<TimedCommand> others =
        recorded.commands().stream()
            .filter(timed -> !(timed.command() instanceof Command.SetPolicy))
            .toList();
    return simulation.replay(policy, others, recorded.laterNodeChanges());
  }
}
