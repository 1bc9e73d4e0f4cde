package dev.ductile.runtime.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.learn.Models;
import dev.ductile.runtime.learn.Optimizers;
import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a teacher says that makes no sense is the teacher's mistake. */
class LessonsTest {
  private static final int FEATURES = 10;
  private static final int TEACHER = 4;

  private final List<Header> answers = new ArrayList<>();
  private final Lessons lessons = new Lessons(replica());

  private static Replica replica() {
    var spec = new ModelSpec(ModelSpec.Kind.LASSO, 0, List.of(), 0, 0, 1, false);
    var model = Models.of(spec, FEATURES, true, 0);
    var optimizer = OptimizerSpec.of(OptimizerSpec.Kind.SGD, 0.1);
    return new Replica(model, Optimizers.of(optimizer, spec, model), 0);
  }

  private void hear(Kind kind, int partition, int extra, ByteBuffer payload) {
    Header header = kind.header(3, partition, TEACHER, 7, extra);
    lessons.frame(TEACHER, answers::add, header, payload);
  }

  private static ByteBuffer rows(int... rows) {
    var bytes = ByteBuffer.allocate(rows.length * Integer.BYTES);
    bytes.asIntBuffer().put(rows);
    return bytes;
  }

  private static ByteBuffer floats(int count) {
    return ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void begin() {
    lessons.begin(9);
    hear(Kind.SNAPSHOT, 0, 0, floats(FEATURES));
    hear(Kind.SNAPSHOT, 0, -1, floats(0));
    hear(Kind.SNAPSHOT, -1, -1, floats(0));
  }

  @Test
  void sumsThatMakeSenseAreLearnt() {
    begin();
    assertThat(lessons.isComplete()).isTrue();
    for (int step = 0; step < 2; step++) {
      hear(Kind.UPDATE_KEYED, -1, 3, rows(1, 4));
      hear(Kind.UPDATE_KEYED, -1, 3, rows(9));
      hear(Kind.UPDATE, -1, 0, floats(4));
      hear(Kind.PREPARED, -1, 0, floats(0));
      hear(Kind.COMMITTED, -1, 0, floats(0));
    }
    assertThat(answers).hasSize(2);
  }

  @Test
  void commitOfNothingIsRefused() {
    begin();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hear(Kind.COMMITTED, -1, 0, floats(0)))
        .withMessageContaining("nothing was prepared");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, FEATURES + 1, 1})
  void rowsThatThereAreNotAreRefused(int all) {
    begin();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hear(Kind.UPDATE_KEYED, -1, all, rows(2, 3)));
  }

  @Test
  void rowsThatDoNotAscendAreRefused() {
    begin();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hear(Kind.UPDATE_KEYED, -1, 2, rows(3, 2)));
  }

  @Test
  void numbersBeyondTheSumAreRefused() {
    begin();
    assertThatIllegalArgumentException().isThrownBy(() -> hear(Kind.UPDATE, -1, 0, floats(2)));
  }
}
