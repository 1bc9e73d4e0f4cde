package dev.ductile.learned.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Size;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoorStateTest {
  @ParameterizedTest
  @CsvSource({
    "3, 0, SERVER",
    "2, 0, SERVER",
    "1, 0,",
    "0, 2, WORKER",
    "0, 1,",
    "11, 1, SERVER",
    "10, 1,",
    "1, 1,",
    "1, 11, WORKER",
    "1, 10,",
    "0, 0,",
    "21, 2, SERVER",
    "20, 2,"
  })
  void theRemedyAddsWhatThereIsTooLittleOf(int workers, int servers, Action.Tasks remedy) {
    assertThat(PoorState.remedy(new Size(workers, servers))).isEqualTo(Optional.ofNullable(remedy));
  }
}
