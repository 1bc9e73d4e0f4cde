package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Command;
import dev.ductile.api.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class InboxTest {
  private static final Instant START = Instant.EPOCH;

  @Test
  void aLongScheduleIsReadOneCommandAhead() {
    var pulled = new AtomicInteger();
    Stream<TimedCommand> schedule =
        IntStream.range(0, 100_000)
            .peek(_ -> pulled.incrementAndGet())
            .mapToObj(i -> new TimedCommand(at(i / 10), undrain("node-" + i)));
    var inbox = new Inbox(schedule.iterator(), _ -> {}, _ -> {});
    inbox.take(START);

    for (int second = 0; second < 10_000; second++) {
      assertThat(inbox.nextDue()).isEqualTo(at(second));
      assertThat(inbox.take(at(second)))
          .hasSize(10)
          .extracting(Inbox.PendingCommand::due)
          .containsOnly(at(second));
      assertThat(pulled.get()).isLessThanOrEqualTo(10 * second + 11);
    }
    assertThat(inbox.isEmpty()).isTrue();
  }

  @Test
  void theFirstRoundDoesNotReadTheSchedule() {
    var scheduled = new TimedCommand(START, undrain("a"));
    var inbox = new Inbox(List.of(scheduled).iterator(), _ -> {}, _ -> {});

    assertThat(inbox.take(START)).isEmpty();
    assertThat(inbox.isEmpty()).isFalse();
    assertThat(inbox.nextDue()).isEqualTo(START);
    assertThat(inbox.take(START))
        .extracting(Inbox.PendingCommand::command)
        .containsExactly(scheduled.command());
    assertThat(inbox.nextDue()).isEqualTo(Instant.MAX);
  }

  @Test
  void aScheduleLearnsWhichCommandsAreReadAndAccepted() {
    var read = new ArrayList<Command>();
    var accepted = new ArrayList<Command>();
    var schedule =
        List.of(new TimedCommand(START, undrain("a")), new TimedCommand(START, undrain("b")));
    var inbox = new Inbox(schedule.iterator(), read::add, accepted::add);
    inbox.take(START);
    List<Inbox.PendingCommand> pending = inbox.take(START);
    assertThat(read).containsExactly(undrain("a"), undrain("b"));
    assertThat(accepted).isEmpty();

    pending.get(0).sender().accept(new Answer.Refused("it is not drained"));
    pending.get(1).sender().accept(new Answer.Accepted(START));

    assertThat(accepted).containsExactly(undrain("b"));
  }

  private static Command undrain(String node) {
    return new Command.Undrain(new NodeId(node));
  }

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }
}
