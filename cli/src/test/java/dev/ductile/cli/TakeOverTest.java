package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.RunEnd;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TakeOverTest {
  private static final Path FOLDER = Path.of("runs/3");

  @Test
  void theLineNamesTheRemainingJobsOfTheRun() {
    assertThat(sentence(1, 4)).isEqualTo("takes over 1 job of the run in runs/3");
    assertThat(sentence(2, 0)).isEqualTo("takes over 2 jobs of the run in runs/3");
    assertThat(sentence(0, 1)).isEqualTo("resumes the run in runs/3; 1 job is still to come");
    assertThat(sentence(0, 3)).isEqualTo("resumes the run in runs/3; 3 jobs are still to come");
    assertThat(sentence(0, 0)).isEqualTo("all jobs of the run in runs/3 are over");
    assertThat(TakeOver.sentence(FOLDER, 0, 5, Optional.of(RunEnd.HORIZON)))
        .isEqualTo("the run in runs/3 has ended at a limit; no job of it is left");
  }

  private static String sentence(int active, int toCome) {
    return TakeOver.sentence(FOLDER, active, toCome, Optional.empty());
  }
}
