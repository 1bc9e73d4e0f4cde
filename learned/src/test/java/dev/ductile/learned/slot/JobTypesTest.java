package dev.ductile.learned.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.JobId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTypesTest {
  @ParameterizedTest
  @CsvSource({"resnet-50-17, resnet-50", "vgg16, vgg16", "bert_3, bert", "lstm, lstm"})
  void theTypeIsTheNameWithoutTheNumberAtItsEnd(String job, String type) {
    assertThat(JobTypes.typeOf(new JobId(job))).isEqualTo(type);
  }

  @Test
  void typesAreAddedWhileThereIsRoom() {
    var types = JobTypes.unknown(1).with(new JobId("a-1")).with(new JobId("b-1"));

    assertThat(types.indexOf(new JobId("a-2"))).hasValue(0);
    assertThat(types.indexOf(new JobId("b-2"))).isEmpty();
  }

  @Test
  void moreTypesThanRoomAreRefused() {
    assertThatThrownBy(() -> new JobTypes(List.of("a", "b"), 1))
        .hasMessageContaining("room for 1 job types cannot know 2");
  }
}
