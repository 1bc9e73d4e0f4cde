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
  void aPolicyWithinTheLimitIsNotDisturbed() throws Exception {
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

  /** A watch whose clock advances by this much at each check. */
  private DecisionWatch ticking(Duration tick) {
    return new DecisionWatch(Duration.ofSeconds(2), () -> now.addAndGet(tick.toNanos()));
  }

  @Test
  void aPolicyThatLoopsEndsTheRunWithItsNameAndPlace() {
    var isOver = new AtomicBoolean();
    Policy looping =
        cluster -> {
          while (!isOver.get()) {
            Thread.onSpinWait();
          }
          return NOTHING;
        };
    DecisionWatch slow = ticking(Duration.ofMillis(500));
    Policy watched = slow.over("mine", looping);
    try {
      assertThatThrownBy(() -> slow.during(() -> watched.decide(PICTURE)))
          .isInstanceOf(PolicyFailure.class)
          .message()
          .startsWith(
              "policy mine has not decided on a picture of 0 jobs and 0 nodes within 2 s, the"
                  + " limit of a decision; it is at ")
          .contains("DecisionWatchTest");
    } finally {
      isOver.set(true);
    }
  }

  /** The process is stopped or its machine asleep: at each check two minutes have passed. */
  @Test
  void aDecisionContinuesAfterTheProcessWasStopped() throws Exception {
    var looks = new CountDownLatch(12);
    var stopped =
        new DecisionWatch(
            Duration.ofMinutes(1),
            () -> {
              looks.countDown();
              return now.addAndGet(Duration.ofMinutes(2).toNanos());
            });
    Policy slow =
        stopped.over(
            "mine",
            cluster -> {
              try {
                looks.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return NOTHING;
            });
    assertThat(stopped.during(() -> slow.decide(PICTURE))).isSameAs(NOTHING);
  }

  /** Time between decisions does not count. */
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
  void aFailureWithoutAStackTraceIsAtAnUnknownPlace() {
    Policy thrown =
        watch.over(
            "mine",
            cluster -> {
              var nowhere = new IllegalStateException("no such queue");
              nowhere.setStackTrace(new StackTraceElement[0]);
              throw nowhere;
            });

    assertThatThrownBy(() -> watch.during(() -> thrown.decide(PICTURE)))
        .isInstanceOf(PolicyFailure.class)
        .hasMessageEndingWith("no such queue, at an unknown place");
  }

  @Test
  void otherExceptionsOfTheWorkAreThrownUnchanged() {
    assertThatThrownBy(() ->
            watch.during(() -> {
              throw new IOException("the disk is full");
            }))
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is full");
  }
}
