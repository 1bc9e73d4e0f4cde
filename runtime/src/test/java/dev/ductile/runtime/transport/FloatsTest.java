package dev.ductile.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloatsTest {
  private final SplittableRandom random = new SplittableRandom(3);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 65_536})
  void addsAllFloatsOfAPayloadToTheirPlacesAndToNoOthers(int count) {
    addsAll(count, ByteBuffer::allocateDirect);
    addsAll(count, ByteBuffer::allocate);
  }

  private void addsAll(int count, IntFunction<ByteBuffer> memory) {
    ByteBuffer payload = memory.apply(3 + count * Float.BYTES).position(3).slice();
    float[] given = some(count);
    payload.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(given);
    float[] before = some(count + 7);
    float[] numbers = before.clone();

    FloatBuffer floats = Floats.of(payload.order(ByteOrder.BIG_ENDIAN));
    Floats.add(floats, numbers, 5);

    assertThat(floats.hasRemaining()).isFalse();
    assertThat(payload.remaining()).isEqualTo(count * Float.BYTES);
    for (int i = 0; i < numbers.length; i++) {
      boolean meant = i >= 5 && i < 5 + count;
      assertThat(numbers[i]).as("at %d", i).isEqualTo(before[i] + (meant ? given[i - 5] : 0));
    }
  }

  private float[] some(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = random.nextFloat() - 0.5f;
    }
    return numbers;
  }
}
