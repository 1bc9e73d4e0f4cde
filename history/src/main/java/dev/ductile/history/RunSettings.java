package dev.ductile.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.ductile.api.Stability;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a run that are not events, so that its journal does not have them. With both, the
 * run can be simulated again.
 *
 * @param scenario the name of the scenario
 * @param policy the policy with which the run began, as {@link Choice#line}
 * @param placement the algorithm that chooses nodes, in the same form
 * @param rescale the expected cost of starting and rescaling jobs
 * @param colocation how much slower a job is expected to run while it shares a node
 * @param checkpointEvery the expected interval of checkpoints; zero is never
 * @param estimator the name of the estimator that learns speeds
 * @param stability the limits of the changes of each job
 */
public record RunSettings(
    String scenario,
    String policy,
    String placement,
    Rescale rescale,
    Decisions decisions,
    double colocation,
    Duration checkpointEvery,
    Optional<String> estimator,
    RunLimits limits,
    long seed,
    Optional<Stability> stability) {
  /** Earlier builds wrote neither of these. */
  private static final AbsentKeys ABSENT =
      new AbsentKeys(
          Map.of(
              RunSettings.class,
              Map.of("estimator", Optional.empty(), "stability", Optional.empty())));

  private static final ObjectMapper MAPPER =
      RecordMapper.of(new SimpleModule(), ABSENT, List.of(Cost.class));

  public RunSettings {
    var _ = Choice.ofLine(policy);
    var _ = Choice.ofLine(placement);
  }

  /** The settings of a run of the scenario's first policy and seed. */
  public static RunSettings of(Scenario scenario) {
    return new RunSettings(
        scenario.name(),
        scenario.policies().getFirst().line(),
        scenario.placement().line(),
        scenario.rescale(),
        scenario.decisions(),
        scenario.colocation(),
        scenario.failures().checkpointEvery(),
        scenario.estimator(),
        scenario.limits(),
        scenario.seeds().getFirst(),
        scenario.stability());
  }

  /**
   * The settings of a server, whose jobs have no time in which they must end.
   *
   * @param name the server in reports
   */
  public static RunSettings of(String name, ServerSettings settings) {
    return new RunSettings(
        name,
        settings.policy().line(),
        settings.placement().line(),
        settings.rescale(),
        settings.decisions(),
        0,
        Duration.ZERO,
        settings.estimator(),
        RunLimits.GENEROUS,
        settings.seed(),
        Optional.of(settings.stability()));
  }

  /** The same settings of a run that began with another policy. */
  public RunSettings withPolicy(String other) {
    return new RunSettings(
        scenario,
        other,
        placement,
        rescale,
        decisions,
        colocation,
        checkpointEvery,
        estimator,
        limits,
        seed,
        stability);
  }

  /** The same settings of a run that ends after this time. */
  public RunSettings withHorizon(Duration horizon) {
    return new RunSettings(
        scenario,
        policy,
        placement,
        rescale,
        decisions,
        colocation,
        checkpointEvery,
        estimator,
        new RunLimits(horizon, limits.decisions()),
        seed,
        stability);
  }

  /** Reads the settings that {@link #write} has written. */
  public static RunSettings read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          "%s does not exist; without the settings of the run it cannot be simulated"
              .formatted(file));
    }
    try {
      JsonNode tree = MAPPER.readTree(file.toFile());
      if (tree.isMissingNode() || tree.isNull()) {
        throw notWritten(file, "it is empty");
      }
      return MAPPER.treeToValue(tree, RunSettings.class);
    } catch (JsonProcessingException damaged) {
      throw notWritten(file, damaged.getOriginalMessage().replaceFirst(" \\(start marker.*", ""));
    }
  }

  /** The policy in settings that {@link #write} has written, perhaps in another version. */
  public static Optional<String> policyIn(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      JsonNode policy = MAPPER.readTree(file.toFile()).path("policy");
      return policy.isTextual() ? Optional.of(policy.textValue()) : Optional.empty();
    } catch (JsonProcessingException damaged) {
      return Optional.empty();
    }
  }

  private static InputException notWritten(Path file, String why) {
    return new InputException(
        "%s is not as this version of Ductile writes it: %s".formatted(file, why));
  }

  /** Writes the whole file, or leaves it as it was. */
  public void write(Path file) throws IOException {
    OutputFile.write(file, MAPPER.writeValueAsString(this) + "\n");
  }
}
