package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A workload made from another one. */
class DerivedWorkloadTest {
  private static final Workload OTHER =
      new Workload() {
        @Override
        public Stream<Submission> submissions(long seed, double load) {
          return Stream.empty();
        }

        @Override
        public List<String> notes() {
          return List.of("its note");
        }

        @Override
        public boolean isLazy() {
          return false;
        }

        @Override
        public boolean isRigid() {
          return true;
        }

        @Override
        public String sizesAdvice() {
          return "its advice";
        }
      };

  @Test
  void everyQuestionIsAnsweredByTheOtherWorkload() {
    assertThat(Arrays.stream(DerivedWorkload.class.getDeclaredMethods()).map(Method::getName))
        .containsAll(
            Arrays.stream(Workload.class.getDeclaredMethods()).map(Method::getName).toList());
    DerivedWorkload derived = () -> OTHER;
    assertThat(derived.notes()).containsExactly("its note");
    assertThat(derived.isLazy()).isFalse();
    assertThat(derived.isRigid()).isTrue();
    assertThat(derived.sizesAdvice()).isEqualTo("its advice");
  }

  @Test
  void aNotedWorkloadHasItsNotesBeforeThoseOfTheOther() {
    var noted = new NotedWorkload(OTHER, List.of("mine"));

    assertThat(noted.notes()).containsExactly("mine", "its note");
    assertThat(noted.isLazy()).isFalse();
    assertThat(noted.sizesAdvice()).isEqualTo("its advice");
  }
}
