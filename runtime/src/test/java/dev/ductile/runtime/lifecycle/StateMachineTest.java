package dev.ductile.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateMachineTest {
  private enum Light {
    RED,
    GREEN,
    BROKEN
  }

  private static final Transitions<Light> LIGHTS =
      new Transitions<>(
          "light",
          Map.of(
              Light.RED, EnumSet.of(Light.GREEN, Light.BROKEN),
              Light.GREEN, EnumSet.of(Light.RED, Light.GREEN, Light.BROKEN)));

  private final StateMachine<Light> light = new StateMachine<>(LIGHTS, Light.RED);

  @Test
  void onlyTheTransitionsOfTheTableArePossible() {
    light.to(Light.GREEN);
    light.to(Light.GREEN);
    light.to(Light.RED);
    assertThatIllegalStateException()
        .isThrownBy(() -> light.to(Light.RED))
        .withMessage("a light that is RED cannot become RED");
    assertThat(light.state()).isEqualTo(Light.RED);
  }

  @Test
  void aStateWithoutAnEntryIsFinal() {
    light.to(Light.BROKEN);
    assertThatIllegalStateException().isThrownBy(() -> light.to(Light.RED));
    assertThat(light.is(Light.BROKEN)).isTrue();
  }
}
