package dev.ductile.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuffersTest {
  private final Buffers buffers = new Buffers();

  @Test
  void aLentBufferIsLargeEnough() {
    for (int bytes :
        new int[] {1, 512, 513, 300_000, Buffers.COMMON, Buffers.COMMON + 1, 16 << 20}) {
      ByteBuffer buffer = buffers.take(bytes);

      assertThat(buffer.remaining()).as("for %d", bytes).isGreaterThanOrEqualTo(bytes);
      assertThat(buffer.isDirect()).isTrue();
    }
  }

  @Test
  void aReturnedBufferIsLentAgainEmpty() {
    ByteBuffer first = buffers.take(1_000);
    first.putLong(1).limit(10);
    buffers.give(first);
    ByteBuffer second = buffers.take(2_000);

    assertThat(second).isSameAs(first);
    assertThat(second.remaining()).isEqualTo(Buffers.COMMON);
    assertThat(buffers.take(2_000)).isNotSameAs(first);
  }

  @Test
  void keptBuffersHaveALimit() {
    List<ByteBuffer> lent = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      lent.add(buffers.take(1_000));
    }
    assertThat(buffers.kept()).isZero();
    lent.forEach(buffers::give);

    assertThat(buffers.kept()).isBetween(31L << 20, 32L << 20);
  }
}
