package dev.ductile.runtime.allreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class TouchedRowsTest {
  private static final int ROWS = 100;

  @Test
  void equalRowsOfAllStepsAreSentOnce() {
    var union = new TouchedRows(ROWS, 2, true);
    union.add(0, 5, new int[] {1, 7, 9}, 2);
    assertThat(union.isWhole(5)).isFalse();
    union.take(1, 5, 5, true, rows(3, 7));

    assertThat(union.isWhole(5)).isTrue();
    assertThat(union.isKnown()).isFalse();
    assertThat(union.unite(5)).containsExactly(1, 3, 7);
    assertThat(union.isKnown()).isTrue();
    assertThat(union.isWhole(6)).isTrue();
    assertThat(union.unite(6)).containsExactly(1, 3, 7);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> union.take(1, 6, 6, true, rows(4)))
        .withMessageContaining("all rows are known");
  }

  @Test
  void rowsOfMiniBatchesAreSentInEachStep() {
    var union = new TouchedRows(ROWS, 2, false);
    union.add(0, 5, new int[] {1}, 1);
    union.take(1, 5, 5, true, rows(3));

    assertThat(union.unite(5)).containsExactly(1, 3);
    assertThat(union.isKnown()).isFalse();
    assertThat(union.isWhole(6)).isFalse();
  }

  private static ByteBuffer rows(int... rows) {
    var bytes = ByteBuffer.allocate(rows.length * Integer.BYTES);
    bytes.asIntBuffer().put(rows);
    return bytes;
  }
}
