package dev.ductile.reproductions.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.text.Document;
import org.junit.jupiter.api.Test;

class PointsTest {
  @Test
  void quantities_stay_in_the_order_in_which_they_are_written() {
    Point point =
        Points.of(Document.of("x", "[{at: 3, e: 1, d: = e, c: = d}]").root()).list().getFirst();

    assertThat(point.quantities().keySet()).containsExactly("e", "d", "c", "x");
  }
}
