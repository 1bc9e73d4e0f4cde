package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingSettingsTextTest {
  private static final TrainingSettings DEFAULTS = TrainingSettings.DEFAULTS;

  @TempDir private Path folder;

  @Test
  void aSettingChangesOneValue() {
    assertThat(read()).isEqualTo(DEFAULTS);
    assertThat(read("reinforcement.guidance=0.1"))
        .isEqualTo(
            new TrainingSettings(
                DEFAULTS.jobs(),
                DEFAULTS.types(),
                DEFAULTS.network(),
                DEFAULTS.hidden(),
                DEFAULTS.imitation(),
                new ReinforcementSettings(
                    LearningRule.AFTERSTATE,
                    SlotGoal.FORECAST,
                    0,
                    1,
                    0.1,
                    ReplaySettings.DEFAULTS,
                    ClippedSettings.DEFAULTS,
                    AfterstateSettings.DEFAULTS)));
  }

  @Test
  void theCommandLineComesAfterTheFileAndTheFileAfterTheModel() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("settings.yaml"),
            "{jobs: 5, reinforcement: {rule: clipped, clipped: {slots: 9}}}");
    TrainingSettings model = read("jobs=4", "types=3", "reinforcement.clipped.clip=0.1");

    TrainingSettings after =
        TrainingSettingsText.read(model, Optional.of(file), List.of("jobs=6", "hidden=[7,8]"));

    assertThat(after.jobs()).isEqualTo(6);
    assertThat(after.types()).isEqualTo(3);
    assertThat(after.hidden()).containsExactly(7, 8);
    assertThat(after.reinforcement().rule()).isEqualTo(LearningRule.CLIPPED);
    assertThat(after.reinforcement().clipped().slots()).isEqualTo(9);
    assertThat(after.reinforcement().clipped().clip()).isEqualTo(0.1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "imitation.corrected=2",
        "imitation.rate=0",
        "reinforcement.replay.memory=-1",
        "reinforcement.replay.memory=255",
        "reinforcement.replay.entropy=-0.1",
        "reinforcement.clipped.preparation=-1",
        "reinforcement.clipped.clip=1",
        "reinforcement.rule=none",
        "reinforcement.replay.gamma=1",
        "reinforcement.clusters=0",
        "reinforcement.fairness=-1",
        "reinforcement.reward=fame",
        "rate=0.1",
        "jobs"
      })
  void aMistakeIsRefusedWithItsSetting(String setting) {
    assertThatThrownBy(() -> read(setting))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(setting.replaceFirst("=.*", "").replaceFirst(".*\\.", ""));
  }

  private static TrainingSettings read(String... settings) {
    return TrainingSettingsText.read(DEFAULTS, Optional.empty(), List.of(settings));
  }
}
