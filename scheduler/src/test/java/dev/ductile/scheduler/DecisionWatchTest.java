package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Cluster;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DecisionWatchTest {
  private static final Cluster PICTURE = Cluster.of(Instant.EPOCH, Nodes.NONE, List.of());
  private static final Plan NOTHING =
      Plan.of(List.of(), job -> Reason.of(Reason.Kind.KEPT, "because"));

  private final AtomicLong now = new AtomicLong();
  private final DecisionWatch watch = new DecisionWatch(Duration.ofMinutes(1), now::get);

  @Test
  void aPolicyThatDecidesIsNotDisturbed() throws Exception {
    Policy watched = watch.over("mine", cluster -> NOTHING);

    assertThat(watch.during(() -> watched.decide(PICTURE))).isSameAs(NOTHING);
  }

  @Test
  void aPolicyThatThrowsIsNamedWithItsPlaceInOneLine() {
    Policy watched =
        watch.over(
            "mine",
            cluster -> {
              throw new IllegalStateException("no such\nqueue");
            });

    assertThatThrownBy(() -> watch.during(() -> watched.decide(PICTURE)))
        .isInstanceOf(PolicyFailure.class)
        .message()
        .startsWith(
            "policy mine failed on a picture of 0 jobs and 0 nodes:"
                + " java.lang.IllegalStateException: no such queue, at ")
        .contains("DecisionWatchTest")
        .doesNotContain("\n");
  }

  @Test
  void aPolicyThatLoopsEndsTheRunWithItsNameAndWhereItIs() {
    var isOver = new AtomicBoolean();
    Policy looping =
        cluster -> {
          now.set(Duration.ofMinutes(2).toNanos());
          while (!isOver.get()) {
            Thread.onSpinWait();
          }
          return NOTHING;
        };
    Policy watched = watch.over("mine", looping);
    try {
      assertThatThrownBy(() -> watch.during(() -> watched.decide(PICTURE)))
          .isInstanceOf(PolicyFailure.class)
          .message()
          .startsWith(
              "policy mine has not decided on a picture of 0 jobs and 0 nodes within 1 min, the"
                  + " limit of a decision; it is at ")
          .contains("DecisionWatchTest");
    } finally {
      isOver.set(true);
    }
  }

  /** Time that passes between decisions is nobody's. */
  @Test
  void onlyDecisionsAreTimed() throws Exception {
    var looked = new CountDownLatch(3);
    var ticking =
        new DecisionWatch(
            Duration.ofMinutes(1),
            () -> {
              looked.countDown();
              return now.addAndGet(Duration.ofHours(1).toNanos());
            });
    assertThat(
            ticking.during(() -> {
              looked.await();
              return "done";
            }))
        .isEqualTo("done");
  }

  @Test
  void otherFailuresOfTheWorkStayWhatTheyAre() {
    assertThatThrownBy(() ->
            watch.during(() -> {
              throw new IOException("the disk is full");
            }))
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is full");
  }
}
