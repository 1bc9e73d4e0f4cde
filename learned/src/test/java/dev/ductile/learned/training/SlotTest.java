package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.learned.dl2.Inference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlotTest {
  private static final Inference FIRST = inference();
  private static final Inference SECOND = inference();
  private static final Inference LATER = inference();

  private final Slot slot = new Slot(List.of(FIRST, SECOND), 0.7, Optional.of(LATER));

  @Test
  void theNextStateOfASampleIsThatOfTheNextInference() {
    assertThat(slot.samples(NextState.INFERENCE))
        .containsExactly(
            new Sample(FIRST, 0.7, Optional.of(SECOND)),
            new Sample(SECOND, 0.7, Optional.of(LATER)));
  }

  @Test
  void orThatOfTheNextSlot() {
    assertThat(slot.samples(NextState.SLOT))
        .containsExactly(
            new Sample(FIRST, 0.7, Optional.of(LATER)),
            new Sample(SECOND, 0.7, Optional.of(LATER)));
  }

  /** Two inferences of value 1 and 2, a reward of 0.7, an inference of value 3, a reward of 4. */
  @Test
  void advantagesAreWeightedSumsOfTheDifferencesOfValues() {
    var last = new Slot(List.of(LATER), 4, Optional.empty());
    var values = Map.of(FIRST, 1.0, SECOND, 2.0, LATER, 3.0);

    List<Advantages.Judged> judged =
        new Advantages(0.5, 0.9, 0.8).of(List.of(slot, last), values::get);

    assertThat(advantage(judged, LATER)).isCloseTo(4 - 3, within(1e-12));
    double second = 0.7 + 0.5 * 3 - 2 + 0.5 * 0.8 * 1;
    assertThat(advantage(judged, SECOND)).isCloseTo(second, within(1e-12));
    assertThat(advantage(judged, FIRST)).isCloseTo(2 - 1 + 0.9 * second, within(1e-12));
  }

  private static double advantage(List<Advantages.Judged> judged, Inference inference) {
    return judged.stream()
        .filter(one -> one.inference() == inference)
        .findFirst()
        .orElseThrow()
        .advantage();
  }

  private static Inference inference() {
    return new Inference(new float[1], new boolean[] {true}, 0, false);
  }
}
