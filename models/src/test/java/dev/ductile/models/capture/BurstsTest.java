package dev.ductile.models.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BurstsTest {
  @Test
  void burstsBeyondTheLimitAreOmittedAndReported() {
    var bursts = new Bursts();
    for (int i = 0; i < Bursts.MOST; i++) {
      bursts.add(i % 2 == 0, i, 1);
    }
    assertThat(bursts.isFull()).isFalse();

    bursts.add(true, Bursts.MOST, 1);

    assertThat(bursts.isFull()).isTrue();
    assertThat(bursts.count()).isEqualTo(Bursts.MOST);
  }
}
