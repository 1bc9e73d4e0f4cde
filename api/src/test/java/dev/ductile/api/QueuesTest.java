package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueuesTest {
  private static final Instant START = Instant.EPOCH;
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void useCountsHalfAfterAHalfLife() {
    var use = new DecayedUse(START, 800, 0, HOUR);

    assertThat(use.at(START)).isEqualTo(800);
    assertThat(use.at(START.plus(HOUR))).isEqualTo(400);
    assertThat(use.at(START.plus(HOUR).plus(HOUR))).isEqualTo(200);
  }

  @Test
  void heldDevicesAddTheIntegralOfTheirDecay() {
    var use = new DecayedUse(START, 0, 3, HOUR);
    double expected = 0;
    for (int second = 0; second < 5400; second++) {
      expected += 3 * Math.pow(2, -(5400 - second - 0.5) / 3600);
    }
    assertThat(use.at(START.plusSeconds(5400))).isCloseTo(expected, within(1e-3));
  }

  @Test
  void useIsTheSameHoweverOftenItChanges() {
    DecayedUse once = new DecayedUse(START, 100, 2, HOUR);
    DecayedUse often = once;
    for (int minute = 1; minute < 90; minute++) {
      often = often.change(START.plus(Duration.ofMinutes(minute)), 2, HOUR);
    }
    Instant later = START.plus(Duration.ofMinutes(90));
    assertThat(often.at(later)).isCloseTo(once.at(later), within(1e-6));
  }

  @Test
  void anEventOfAnEarlierTimeDoesNotTurnUseBack() {
    DecayedUse use = DecayedUse.none(START.plusSeconds(10), HOUR).change(START, 1, HOUR);

    assertThat(use.asOf()).isEqualTo(START.plusSeconds(10));
    assertThat(use.at(START)).isZero();
  }

  @Test
  void aGuaranteeBeyondTheQuotaIsRefused() {
    Queue queue = Queue.sharing("night", Sharing.guaranteed(Resources.gpus(9)));

    assertThat(queue.withQuota(Resources.gpus(9)).quota()).isEqualTo(Resources.gpus(9));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queue.withQuota(Resources.gpus(8)))
        .withMessage("queue night is guaranteed 9 gpu, which is more than its quota of 8 gpu");
  }

  @Test
  void aShareThatCouldNeverBeUsedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sharing.weight(0))
        .withMessage("the weight of a queue must be a finite number above 0, not 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sharing.EQUAL.withoutBorrowing())
        .withMessageContaining("needs guaranteed resources");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sharing.EQUAL.withHalfLife(Duration.ZERO))
        .withMessage("the half-life of past use must be above 0, not PT0S");
  }

  @Test
  void aClusterIsSharedIfAnyQueueHasAShare() {
    var quota = new Queue("day", Resources.gpus(8));
    var settings = new ClusterSettings(Optional.empty(), List.of(quota), Map.of());

    assertThat(settings.isShared()).isFalse();
    assertThat(
            new ClusterSettings(
                    Optional.empty(),
                    List.of(quota, Queue.sharing("night", Sharing.EQUAL)),
                    Map.of())
                .isShared())
        .isTrue();
  }
}
