package dev.ductile.reproductions.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.text.Document;
import org.junit.jupiter.api.Test;

class PointsTest {
  @Test
  void quantitiesStayInTheOrderInWhichTheyAreWritten() {
    Point point =
        Points.of(Document.of("x", "[{at: 3, e: 1, d: = e, c: = d}]").root()).list().getFirst();

    assertThat(point.quantities().keySet()).containsExactly("e", "d", "c", "x");
  }
}
