package dev.ductile.learned.dl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.Seed;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.laws.RandomCluster;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.model.TrainingHistory;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.policy.NetworkKind;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy dl2 with models in real files: sound ones, and those that cannot be used. */
final class Dl2Test extends PolicyContract {
  private static final ModelShape SHAPE =
      new ModelShape(
          4,
          2,
          TaskKinds.WORKERS_AND_SERVERS,
          NetworkKind.DENSE,
          List.of(8),
          Duration.ofMinutes(20));
  private static final Catalog CATALOG = Catalog.installed();
  private static final int PICTURES = 20;

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void writeModel() {
    file = folder.resolve("sound.model");
    ModelFile.write(file, model(Dl2Form.NAME, SHAPE, 1));
  }

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of("dl2", () -> policy(file), "dl2 without a model", () -> policy("dl2"));
  }

  @Override
  protected Set<String> resizing() {
    return Set.of("dl2", "dl2 without a model");
  }

  @Test
  void theSameFileGivesTheSamePlan() {
    for (long seed = 0; seed < PICTURES; seed++) {
      var picture = new RandomCluster(seed).picture();
      assertThat(policy(file).decide(picture).grants())
          .as("seed %d", seed)
          .isEqualTo(policy(file).decide(picture).grants());
    }
  }

  @Test
  void thePlanHasTheValueOfTheState() {
    assertThat(figures(policy(file))).contains("inferences", "stateValue").doesNotContain("poor");
  }

  /** A forecast network whose output is ln 2: 8 slots. */
  @Test
  void aReasonHasTheForecastOfTheEnd() {
    int inputs = new Dl2Form().space(SHAPE, Scales.NONE).inputsOfRow();
    var layer = new DenseNetwork.Layer(new float[inputs][1], new float[] {(float) Math.log(2)});
    LearnedModel model = model(Dl2Form.NAME, SHAPE, 1);
    var networks = new HashMap<>(model.networks());
    networks.put(PolicyModel.FORECAST, TrainedNetwork.untrained(new DenseNetwork(List.of(layer))));
    ModelFile.write(
        file,
        new LearnedModel(
            model.policy(), networks, SHAPE, model.features(), model.jobTypes(), model.history()));

    assertThat(reasons(policy(file)))
        .anyMatch(
            reason -> reason.endsWith("with these tasks it forecasts the end after 8.00 slots"));
  }

  @Test
  void aChangedFileIsReadAgain() throws IOException {
    String before = grants(policy(file));
    ModelFile.write(file, model(Dl2Form.NAME, SHAPE, 2));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));

    assertThat(grants(policy(file))).isNotEqualTo(before);
  }

  @Test
  void aScenarioNamesAModelBesideIt() throws IOException {
    assertThat(ScenarioFile.read(scenario("{name: dl2, model: sound.model}"), CATALOG).policies())
        .containsExactly(Choice.named("dl2").with("model", file.toString()));
  }

  @Test
  void aScenarioWithoutAModelIsRefusedWithTheCommandThatMakesOne() throws IOException {
    Path scenario = scenario("dl2");

    assertThatThrownBy(() -> ScenarioFile.read(scenario, CATALOG))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("scenario.yaml:3:")
        .hasMessageContaining("ductile learn imitate");
  }

  @Test
  void aScenarioWithAnUnusableModelIsRefusedAtItsPlace() throws IOException {
    refuses("no.model", "no such file");
    Files.writeString(folder.resolve("text.model"), "not a model at all");
    refuses("text.model", "is not a safetensors file");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 2] ^= 1;
    Files.write(folder.resolve("damaged.model"), bytes);
    refuses("damaged.model", "was changed after it was written");
    ModelFile.write(folder.resolve("other.model"), model("sets", SHAPE, 1));
    refuses("other.model", "is a model of the policy sets, not of dl2");
  }

  @Test
  void aModelOfOtherNumbersOfJobsOrTypesThanItsNetworkIsRefused() throws IOException {
    var jobs = new ModelShape(5, 2, SHAPE.tasks(), SHAPE.network(), SHAPE.hidden(), SHAPE.slot());
    ModelFile.write(folder.resolve("jobs.model"), model(jobs, network(SHAPE, 1, 1)));
    refuses("jobs.model", "5 jobs of 2 types need 35 and 16");
    var types = new ModelShape(4, 3, SHAPE.tasks(), SHAPE.network(), SHAPE.hidden(), SHAPE.slot());
    ModelFile.write(folder.resolve("types.model"), model(types, network(SHAPE, 1, 1)));
    refuses("types.model", "4 jobs of 3 types need 32 and 13");
  }

  @Test
  void theTeacherDecidesIfTheFileBecomesUnreadable() throws IOException {
    Files.delete(file);
    var picture = new RandomCluster(1).picture();
    Plan plan = policy(file).decide(picture);

    assertThat(plan.grants()).isEqualTo(policy("drf").decide(picture).grants());
    assertThat(meaning(plan)).contains("decisions of drf instead").contains("no such file");
  }

  @Test
  void theTeacherDecidesIfTheNetworkHasNoFiniteAnswer() {
    Path huge = folder.resolve("huge.model");
    ModelFile.write(huge, model(SHAPE, network(SHAPE, 1, 1e30f)));
    var picture = new RandomCluster(1).picture();
    Plan plan = policy(huge).decide(picture);

    assertThat(plan.grants()).isEqualTo(policy("drf").decide(picture).grants());
    assertThat(meaning(plan)).contains("the network has no finite answer");
  }

  @Test
  void theTeacherDecidesIfTheModelLetsEveryJobWait() {
    Path idle = folder.resolve("idle.model");
    DenseNetwork network = network(SHAPE, 1, 0);
    network.layers().getLast().biases()[SHAPE.actions() - 1] = 5;
    ModelFile.write(idle, model(SHAPE, network));
    for (long seed = 0; seed < PICTURES; seed++) {
      Plan plan = policy(idle).decide(new RandomCluster(seed).picture());
      boolean isIdle = plan.grants().isEmpty();
      assertThat(isIdle || meaning(plan).contains("it gives nothing to any of") || hasHeld(plan))
          .as("seed %d", seed)
          .isTrue();
    }
  }

  private static boolean hasHeld(Plan plan) {
    return plan.grants().stream().allMatch(grant -> grant.job().holdsResources());
  }

  @Test
  void lookaheadLooksAheadUnderAModel() {
    Policy policy = policy("lookahead others=[\"dl2\\u0020model=" + file + "\"]");

    assertThat(policy.decide(new RandomCluster(1).picture()).reasons()).isNotNull();
    assertThatThrownBy(() -> policy("lookahead others=[dl2]"))
        .hasMessageContaining("ductile learn imitate");
  }

  @Test
  void aTeacherIsAnotherPolicy() {
    assertThatThrownBy(() -> new Dl2.Settings(Optional.empty(), "dl2", true, false))
        .hasMessageContaining("another policy");
  }

  private void refuses(String model, String fault) throws IOException {
    Path scenario = scenario("{name: dl2, model: %s}".formatted(model));

    assertThatThrownBy(() -> ScenarioFile.read(scenario, CATALOG))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("scenario.yaml:3:")
        .hasMessageContaining("policies[0].model")
        .hasMessageContaining(fault);
  }

  private Path scenario(String policy) throws IOException {
    return Files.writeString(
        folder.resolve("scenario.yaml"),
        """
        cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
        workload: {jobs: [{id: a, worker: {gpu: 1}, work: {total: 9}, speed: {model: table, points: [{workers: 1, stepsPerSecond: 1}]}}]}
        policies: [%s]
        """
            .formatted(policy));
  }

  private static Policy policy(Path model) {
    return CATALOG.policy(
        Choice.named("dl2").with("model", model.toString()).with("check", "false"), context());
  }

  private static Policy policy(String line) {
    return CATALOG.policy(Choice.ofLine(line), context());
  }

  private static PolicyContext context() {
    return new PolicyContext(
        CATALOG.placement(Choice.named("consolidated")), new Seed(1), CATALOG, Optional.empty());
  }

  private static List<String> figures(Policy policy) {
    return policy.decide(new RandomCluster(1).picture()).figures().stream()
        .map(Figure::name)
        .toList();
  }

  private static String meaning(Plan plan) {
    return plan.figures().stream()
        .filter(figure -> figure.name().equals("poor"))
        .map(Figure::meaning)
        .findFirst()
        .orElse("");
  }

  private static Set<String> reasons(Policy policy) {
    var reasons = new HashSet<String>();
    for (long seed = 0; seed < PICTURES; seed++) {
      Cluster picture = new RandomCluster(seed).picture();
      Plan plan = policy.decide(picture);
      picture.jobs().forEach(job -> reasons.add(plan.reasons().why(job).sentence()));
    }
    return reasons;
  }

  private static String grants(Policy policy) {
    var text = new StringBuilder();
    for (long seed = 0; seed < PICTURES; seed++) {
      text.append(policy.decide(new RandomCluster(seed).picture()).grants());
    }
    return text.toString();
  }

  private static DenseNetwork network(ModelShape shape, long seed, float factor) {
    DenseNetwork network = dense(shape, seed, shape.actions());
    network
        .layers()
        .forEach(layer -> {
          for (float[] row : layer.weights()) {
            for (int i = 0; i < row.length; i++) {
              row[i] *= factor;
            }
          }
        });
    return network;
  }

  private static DenseNetwork dense(ModelShape shape, long seed, int outputs) {
    int inputs = new Dl2Form().space(shape, Scales.NONE).inputs();
    return DenseNetwork.random(new Seed(seed), inputs, shape.hidden(), outputs);
  }

  private static LearnedModel model(ModelShape shape, DenseNetwork network) {
    return model(Dl2Form.NAME, shape, network);
  }

  private static LearnedModel model(String policy, ModelShape shape, long seed) {
    return model(policy, shape, network(shape, seed, 1));
  }

  private static LearnedModel model(String policy, ModelShape shape, DenseNetwork network) {
    var value = dense(shape, 7, 1);
    return new LearnedModel(
        policy,
        Map.of(
            PolicyModel.POLICY,
            TrainedNetwork.untrained(network),
            PolicyModel.VALUE,
            TrainedNetwork.untrained(value)),
        shape,
        StateMatrix.FIGURES.stream().map(name -> new StateFeature(name, 2, 0, 9)).toList(),
        List.of("small", "large"),
        new TrainingHistory(1, 1, "0".repeat(64), "test", List.of()));
  }
}
