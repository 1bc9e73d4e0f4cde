package dev.ductile.reproductions.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTest {
  private static final Map<String, Double> QUANTITIES = Map.of("x", 3.0, "gap", 250.0);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 2 * 3 | 7",
        "(1 + 2) * 3 | 9",
        "8 / 4 / 2 | 1",
        "2 ^ 3 ^ 2 | 512",
        "-x ^ 2 | -9",
        "3600 / gap | 14.4",
        "1e3 * .5 | 500",
        "max(x, 2) - min(x, 2) | 1",
        "floor(2.7) + ceil(2.1) + round(2.4) | 7",
        "log(exp(x)) + sqrt(16) | 7"
      })
  void anExpressionIsEvaluated(String sum, double value) {
    assertThat(Expression.value(sum, QUANTITIES::get)).isCloseTo(value, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + | it ends too early",
        "1 2 | \"2\" comes unexpected",
        "(1 | \")\" is missing",
        "1 / 0 | it comes to Infinity",
        "sin(1) | there is no \"sin\"",
        "1 $ 2 | \"$ 2\" is no part of a sum"
      })
  void aMistakeIsNamed(String sum, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Expression.value(sum, QUANTITIES::get))
        .withMessageContaining(problem)
        .withMessageContaining(sum);
  }

  @Test
  void nestingHasALimit() {
    String deep = "(".repeat(100) + "1" + ")".repeat(100);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Expression.value(deep, QUANTITIES::get))
        .withMessageContaining("nested too deeply");
  }
}
