package dev.ductile.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueLabelsTest {
  @Test
  void queuesBeyondTheLimitShareOneLabel() {
    var labels = new QueueLabels();
    for (int i = 0; i < QueueLabels.MOST; i++) {
      assertThat(labels.label("queue-" + i)).isEqualTo("queue-" + i);
    }

    assertThat(labels.label("one-more")).isEqualTo(QueueLabels.OTHER);
    assertThat(labels.label("queue-7")).isEqualTo("queue-7");
  }
}
