package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.Usage;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsageFoldTest extends SchedulerRig {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Usage.Account ADA = new Usage.Account("default", "ada");

  private final Ledger ledger = new Ledger(GivenSpeed.SPEEDS);

  @Test
  void theUseOfAnOwnerIsTheIntegralOfItsDevices() {
    set();
    start("one", 2);
    at(1800);
    stop("one");
    double lives = 0.5;
    double expected = 2 * 3600 / Math.log(2) * (1 - Math.pow(2, -lives));

    assertThat(use(1800)).isCloseTo(expected, within(1e-6));
    assertThat(use(1800 + 3600)).isCloseTo(expected / 2, within(1e-6));
  }

  @Test
  void aQueueWithoutAHalfLifeHasNoUse() {
    start("one", 2);

    assertThat(ledger.picture(START.plusSeconds(60)).usage()).isSameAs(Usage.NONE);
  }

  @Test
  void jobsThatRunWhenAHalfLifeIsSetCountFromThen() {
    start("one", 2);
    at(600);
    set();

    assertThat(use(600)).isZero();
    assertThat(use(660)).isCloseTo(120, within(1.0));
  }

  @Test
  void aLedgerThatContinuesFromAPictureKeepsTheUse() {
    set();
    start("one", 3);
    var continued = new Ledger(ledger.picture(START.plusSeconds(900)), GivenSpeed.SPEEDS);
    Instant later = START.plusSeconds(2000);

    assertThat(continued.picture(later).usage()).isEqualTo(ledger.picture(later).usage());
    ledger.fold(new Event.Finished(later, new JobId("one")));
    continued.fold(new Event.Finished(later, new JobId("one")));
    assertThat(continued.picture(later).usage()).isEqualTo(ledger.picture(later).usage());
  }

  private Instant now = START;

  private void at(long seconds) {
    now = START.plusSeconds(seconds);
  }

  private void set() {
    ledger.fold(
        new Event.QueueSet(now, Queue.sharing("default", Sharing.EQUAL.withHalfLife(HOUR))));
  }

  private void start(String name, int workers) {
    ledger.fold(new Event.NodeUp(now, new Node(NODE, Resources.gpus(8))));
    ledger.fold(submitted(spec(name).withOwner("ada")));
    ledger.fold(
        new Event.Allocated(
            now, new JobId(name), 1, Allocation.NONE, Allocation.on(NODE, Size.workers(workers))));
  }

  private void stop(String name) {
    ledger.fold(new Event.Finished(now, new JobId(name)));
  }

  private double use(long seconds) {
    Instant then = START.plusSeconds(seconds);
    return Optional.ofNullable(ledger.picture(then).usage().accounts().get(ADA))
        .orElseThrow()
        .at(then);
  }
}
