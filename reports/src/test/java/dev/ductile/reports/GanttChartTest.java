package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GanttChartTest {
  @Test
  void onlyTheMiddleOfARowHasTheNameOfItsJob() {
    List<String> jobs = List.of("ads", "a-very-long-name-of-a-job");

    assertThat(GanttChart.label(jobs, -1.0)).isEqualTo("ads");
    assertThat(GanttChart.label(jobs, -2.000000000001)).isEqualTo("a-very-long-name-of…");
    assertThat(GanttChart.label(jobs, -0.5)).isEmpty();
    assertThat(GanttChart.label(jobs, 0.0)).isEmpty();
    assertThat(GanttChart.label(jobs, -2.5)).isBlank().isNotEqualTo(GanttChart.label(jobs, -0.5));
  }
}
