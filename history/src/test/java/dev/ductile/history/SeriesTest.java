package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SeriesTest {
  @Test
  void areasStayExactInLongRuns() {
    var random = new Seed(5).stream("series");
    var series = new Series();
    double now = 0;
    double value = 0;
    double area = 0;
    for (int i = 0; i < 50_000; i++) {
      double next = now + random.nextDouble() * 1000;
      area += value * (next - now);
      now = next;
      value = random.nextInt(100);
      series.set(now, value);
    }
    List<Series.Point> points = series.points(now);

    assertThat(series.total()).isCloseTo(area, within(area * 1e-9));
    assertThat(points).hasSizeBetween(1000, 2048);
    assertThat(areaOf(points, now)).isCloseTo(area, within(area * 1e-9));
  }

  @Test
  void aShortSeriesIsKeptToTheSecond() {
    var series = new Series();
    series.set(0, 2);
    series.set(1.5, 4);

    assertThat(series.points(2)).containsExactly(new Series.Point(0, 2), new Series.Point(1, 3));
  }

  private static double areaOf(List<Series.Point> points, double end) {
    double area = 0;
    for (int i = 0; i < points.size(); i++) {
      double to = i + 1 < points.size() ? points.get(i + 1).seconds() : end;
      area += points.get(i).mean() * (to - points.get(i).seconds());
    }
    return area;
  }
}
