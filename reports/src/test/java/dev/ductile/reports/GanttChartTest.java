package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GanttChartTest {
  @Test
  void onlyTheBottomOfARowHasTheNumberOfItsJob() {
    assertThat(GanttChart.label(-1.0)).isEqualTo("1");
    assertThat(GanttChart.label(-12.000000000001)).isEqualTo("12");
    assertThat(GanttChart.label(-0.2)).isEmpty();
    assertThat(GanttChart.label(0.0)).isEmpty();
  }
}
