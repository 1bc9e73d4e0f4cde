package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.scenario.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each setting of reinforcement changes the training as it says, and nothing else. */
@Tag("figures")
class ReinforcementSettingsTest {
  private static final List<String> SMALL =
      List.of(
          "jobs=6",
          "types=2",
          "hidden=[16]",
          "reinforcement.rule=replay",
          "reinforcement.reward=progress",
          "reinforcement.guidance=0.4",
          "reinforcement.replay.batch=16",
          "reinforcement.replay.memory=64",
          "reinforcement.clipped.slots=4",
          "reinforcement.clipped.preparation=0",
          "reinforcement.afterstate.slots=4",
          "reinforcement.afterstate.preparation=0");

  @TempDir private Path folder;
  private Training training;

  @BeforeEach
  void read() throws IOException {
    training = Sketches.models(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reinforcement.guidance=0",
        "reinforcement.rule=clipped",
        "reinforcement.rule=afterstate",
        "reinforcement.reward=forecast",
        "reinforcement.reward=completion",
        "reinforcement.fairness=0.5",
        "reinforcement.clusters=2",
        "reinforcement.replay.rate=0.01",
        "reinforcement.replay.discount=0.5",
        "reinforcement.replay.entropy=0",
        "reinforcement.replay.baseline=average",
        "reinforcement.replay.nextState=inference",
        "reinforcement.replay.actionReward=job",
        "reinforcement.replay.batch=8",
        "reinforcement.replay.memory=0"
      })
  void aSettingChangesTheNetworksAndIsKeptInTheModel(String setting) {
    LearnedModel usual = reinforced(4);
    LearnedModel changed = reinforced(4, setting);

    assertThat(ModelFile.hash(changed)).isEqualTo(ModelFile.hash(reinforced(4, setting)));
    assertThat(weights(changed, PolicyModel.POLICY))
        .isNotEqualTo(weights(usual, PolicyModel.POLICY));
    assertThat(settings(changed)).isNotEqualTo(settings(usual));
    assertThat(settings(with(usual, setting))).isEqualTo(settings(changed));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reinforcement.clusters=1",
        "reinforcement.fairness=0",
        "reinforcement.reward=progress",
        "reinforcement.clipped.clip=0.1",
        "reinforcement.clipped.credit=cluster",
        "reinforcement.afterstate.perShare=0",
        "imitation.passes=9"
      })
  void settingsOfOtherPartsChangeNoWeight(String setting) {
    assertThat(weights(reinforced(3, setting), PolicyModel.POLICY))
        .isEqualTo(weights(reinforced(3), PolicyModel.POLICY));
  }

  @Test
  void withoutACriticTheValueNetworkStaysTheSame() {
    assertThat(reinforced(2, "reinforcement.replay.baseline=average").trained(PolicyModel.VALUE))
        .extracting(TrainedNetwork::steps)
        .isEqualTo(0L);
    assertThat(reinforced(2).trained(PolicyModel.VALUE).steps()).isPositive();
  }

  @Test
  void withoutMemoryThereIsAStepForEachSlot() {
    LearnedModel model = reinforced(3, "reinforcement.replay.memory=0");

    assertThat(model.trained(PolicyModel.POLICY).steps()).isEqualTo(model.history().slots());
  }

  @Test
  void clustersShareTheEpisodes() {
    LearnedModel alone = reinforced(5);
    LearnedModel together = reinforced(5, "reinforcement.clusters=2");

    assertThat(reinforcedEpisodes(together)).isEqualTo(reinforcedEpisodes(alone)).isEqualTo(5);
    assertThat(together.history().inputsHash())
        .as("the same jobs")
        .isEqualTo(alone.history().inputsHash());
    assertThat(together.history().curve()).hasSize(3);
  }

  @Test
  void aModelIsReinforcedFurtherWithTheSettingsThatAreNamed() {
    TrainingSettings clipped = settings("reinforcement.rule=clipped");
    LearnedModel imitated =
        training.imitate(Choice.named("drf"), clipped, 1, 2, TrainingListener.NONE);
    LearnedModel first = training.reinforce(imitated, clipped, 1, 2, TrainingListener.NONE);
    LearnedModel second =
        training.reinforce(first, Training.settings(first), 1, 2, TrainingListener.NONE);
    LearnedModel third = training.reinforce(second, settings(), 1, 2, TrainingListener.NONE);

    assertThat(Training.settings(second)).isEqualTo(clipped);
    assertThat(reinforcedEpisodes(third)).isEqualTo(6);
    assertThat(second.trained(PolicyModel.VALUE).steps())
        .isGreaterThan(first.trained(PolicyModel.VALUE).steps());
    assertThat(third.network(PolicyModel.VALUE).inputs())
        .as("values of the cluster, not of jobs")
        .isEqualTo(third.network(PolicyModel.POLICY).inputs());
  }

  private LearnedModel reinforced(int episodes, String... more) {
    TrainingSettings settings = settings(more);
    return training.reinforce(
        training.untrained(Choice.named("drf"), settings, 1),
        settings,
        1,
        episodes,
        TrainingListener.NONE);
  }

  private LearnedModel with(LearnedModel model, String setting) {
    return training.reinforce(model, settings(setting), 1, 1, TrainingListener.NONE);
  }

  private static TrainingSettings settings(String... more) {
    var all = new ArrayList<>(SMALL);
    all.addAll(List.of(more));
    return TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), all);
  }

  private static Map<String, JsonNode> settings(LearnedModel model) {
    var settings = new TreeMap<>(model.settings());
    settings.remove("reinforced");
    return settings;
  }

  private static int reinforcedEpisodes(LearnedModel model) {
    return model.settings(ModelSettings.class).reinforced();
  }

  private static float[][] weights(LearnedModel model, String network) {
    return model.network(network).layers().getFirst().weights();
  }
}
