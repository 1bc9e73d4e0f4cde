package dev.ductile.learned.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.policy.NetworkKind;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy sets with models in real files: sound ones, and those that cannot be used. */
final class SetsTest extends PolicyContract {
  private static final ModelShape SHAPE =
      new ModelShape(
          4,
          1,
          TaskKinds.WORKERS_AND_SERVERS,
          NetworkKind.ROWS,
          List.of(8),
          Duration.ofMinutes(20));
  private static final Catalog CATALOG = Catalog.installed();
  private static final int PICTURES = 20;

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void writeModel() {
    file = folder.resolve("sound.model");
    ModelFile.write(file, model(network(1)));
  }

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of("sets", () -> policy(file), "sets without a model", () -> policy("sets"));
  }

  @Override
  protected Set<String> resizing() {
    return Set.of("sets", "sets without a model");
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
  void moreJobsThanInTrainingAreDecidedTogether() {
    int larger = 0;
    for (long seed = 0; seed < PICTURES; seed++) {
      var picture = new RandomCluster(seed).picture();
      larger += picture.jobs().size() > SHAPE.jobs() ? 1 : 0;
      Plan plan = policy(file).decide(picture);
      assertThat(meaning(plan)).as("seed %d", seed).doesNotContain("failed");
    }
    assertThat(larger).isPositive();
  }

  @Test
  void aScenarioWithoutAModelIsRefusedWithTheCommandThatMakesOne() {
    assertThatThrownBy(() -> new Sets.Settings(Optional.empty(), "drf", true, false).requireFiles())
        .hasMessageContaining("sets needs a trained model")
        .hasMessageContaining("ductile learn imitate --policy sets");
  }

  @Test
  void aModelOfAnotherPolicyOrKindOfNetworkOrStateIsRefused() {
    ModelFile.write(file, model("dl2", network(1), features()));
    refuses("is a model of the policy dl2, not of sets");
    ModelFile.write(file, model(DenseNetwork.random(new Seed(1), 10, List.of(8), SHAPE.actions())));
    refuses("judges a fixed number of jobs together");
    ModelFile.write(file, model("sets", network(1), features().subList(1, 3)));
    refuses("its features are [dominantShare, slotsToEnd]");
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
    Network huge = network(1);
    for (DenseNetwork.Layer layer : huge.layers()) {
      for (float[] row : layer.weights()) {
        for (int i = 0; i < row.length; i++) {
          row[i] *= 1e30f;
        }
      }
    }
    ModelFile.write(file, model(huge));
    var picture = new RandomCluster(1).picture();
    Plan plan = policy(file).decide(picture);

    assertThat(plan.grants()).isEqualTo(policy("drf").decide(picture).grants());
    assertThat(meaning(plan)).contains("the network has no finite answer");
  }

  @Test
  void aTeacherIsAnotherPolicy() {
    assertThatThrownBy(() -> new Sets.Settings(Optional.empty(), "sets", true, false))
        .hasMessageContaining("another policy");
  }

  private void refuses(String fault) {
    assertThatThrownBy(
            () -> new Sets.Settings(Optional.of(file), "drf", true, false).requireFiles())
        .hasMessageContaining("model is unusable")
        .hasMessageContaining(fault);
  }

  private static Network network(long seed) {
    return new SetsForm().network(SHAPE, new Seed(seed));
  }

  private static List<StateFeature> features() {
    return new SetsForm().space(SHAPE, Scales.NONE).figures();
  }

  private static LearnedModel model(Network network) {
    return model("sets", network, features());
  }

  private static LearnedModel model(String policy, Network network, List<StateFeature> features) {
    return new LearnedModel(
        policy,
        Map.of(PolicyModel.POLICY, TrainedNetwork.untrained(network)),
        SHAPE,
        features,
        List.of(),
        new TrainingHistory(1, 1, "0".repeat(64), "test", List.of()));
  }

  private static Policy policy(Path model) {
    return CATALOG.policy(
        Choice.named("sets").with("model", model.toString()).with("check", "false"), context());
  }

  private static Policy policy(String line) {
    return CATALOG.policy(Choice.ofLine(line), context());
  }

  private static PolicyContext context() {
    return new PolicyContext(
        CATALOG.placement(Choice.named("consolidated")), new Seed(1), CATALOG, Optional.empty());
  }

  private static String meaning(Plan plan) {
    return plan.figures().stream()
        .filter(figure -> figure.name().equals("poor"))
        .map(Figure::meaning)
        .findFirst()
        .orElse("");
  }
}
