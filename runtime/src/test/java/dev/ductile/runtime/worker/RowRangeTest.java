package dev.ductile.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowRangeTest {
  private static final int ROWS = 50;

  /** Pulled values are stored in their rows, and pushed values come from there, at any density. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20, 45, 50})
  void rowsOfABatchAreReadAndWritten(int features) {
    for (int width = 1; width <= 3; width++) {
      int[] chosen =
          new SplittableRandom(features)
              .ints(0, ROWS)
              .distinct()
              .limit(features)
              .sorted()
              .toArray();
      var layout = new PartitionLayout(List.of(new Tensor("w", ROWS, width, true, 8 * width)));
      float[] all = new float[ROWS * width];
      for (int i = 0; i < all.length; i++) {
        all[i] = i + 1;
      }
      float[] mine = new float[features * width];
      float[] pushed = new float[ROWS * width];
      for (RowRange span : RowRange.of(layout, batch(layout, chosen))) {
        span.take(answer(span, all, width), mine);
        add(span, mine, width, pushed);
      }
      float[] wanted = new float[ROWS * width];
      for (int row : chosen) {
        System.arraycopy(all, row * width, wanted, row * width, width);
      }
      assertThat(pushed).as("width %d", width).isEqualTo(wanted);
    }
  }

  private static Batch batch(PartitionLayout layout, int... features) {
    float[] values = new float[features.length];
    Arrays.fill(values, 1);
    var batch = new Batch(layout.tensors());
    int[] starts = {0, features.length};
    batch.add(new Examples(new float[1], starts, features, values), new int[] {0}, 0, 1);
    return batch;
  }

  private static ByteBuffer bytes(Payload payload) {
    var bytes = ByteBuffer.allocate(payload.bytes());
    payload.writeTo(bytes);
    assertThat(bytes.hasRemaining()).isFalse();
    return bytes.flip();
  }

  private static int[] keys(RowRange span, ByteBuffer question) {
    int[] keys = IntStream.range(0, span.partition().rows()).toArray();
    if (question.hasRemaining()) {
      keys = new int[span.keyCount()];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = question.getInt();
      }
    }
    return keys;
  }

  private static ByteBuffer answer(RowRange span, float[] all, int width) {
    int[] keys = keys(span, bytes(span.question()));
    var answer = ByteBuffer.allocate(keys.length * width * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int key : keys) {
      for (int i = 0; i < width; i++) {
        answer.putFloat(all[(span.partition().firstRow() + key) * width + i]);
      }
    }
    return answer.flip();
  }

  private static void add(RowRange span, float[] mine, int width, float[] pushed) {
    ByteBuffer sums = bytes(span.sums(mine));
    int[] keys = keys(span, sums);
    sums.order(ByteOrder.LITTLE_ENDIAN);
    for (int key : keys) {
      for (int i = 0; i < width; i++) {
        pushed[(span.partition().firstRow() + key) * width + i] += sums.getFloat();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 1_000})
  void anAnswerOfAnotherSizeIsRefused(int size) {
    var layout = new PartitionLayout(List.of(new Tensor("w", ROWS, 1, true, 64)));
    RowRange span = RowRange.of(layout, batch(layout, 3, 7)).getFirst();
    assertThatThrownBy(() -> span.take(ByteBuffer.allocate(size), new float[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(size + " bytes");
  }
}
