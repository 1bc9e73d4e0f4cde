package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Seed;
import dev.ductile.learned.slot.Inference;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReplayBufferTest {
  @Test
  void aFullBufferKeepsTheLatestSamples() {
    var buffer = new ReplayBuffer<Sample>(3);
    for (int reward = 1; reward <= 8; reward++) {
      buffer.add(sample(reward));
    }

    assertThat(buffer.size()).isEqualTo(3);
    assertThat(
            buffer.draw(200, new Seed(1).stream("test")).stream()
                .map(Sample::reward)
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(6.0, 7.0, 8.0);
  }

  @Test
  void theSameSeedDrawsTheSameSamples() {
    var buffer = new ReplayBuffer<Sample>(100);
    for (int reward = 0; reward < 100; reward++) {
      buffer.add(sample(reward));
    }

    assertThat(buffer.draw(50, new Seed(5).stream("test")))
        .isEqualTo(buffer.draw(50, new Seed(5).stream("test")))
        .isNotEqualTo(buffer.draw(50, new Seed(6).stream("test")));
  }

  private static Sample sample(double reward) {
    return new Sample(
        new Inference(new float[1], new boolean[] {true}, 0, false), reward, Optional.empty());
  }
}
