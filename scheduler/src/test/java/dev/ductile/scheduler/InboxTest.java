package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Command;
import dev.ductile.api.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    var _ = pending.get(0).send(new CommandAnswer.Refused("it is not drained"));
    var _ = pending.get(1).send(new CommandAnswer.Accepted(START));

    assertThat(accepted).containsExactly(undrain("b"));
  }

  @Test
  void commandsOfTheSameTimeAreReadInTheOrderInWhichTheyWereSent() {
    var inbox = new Inbox(10, () -> {});
    for (String node : List.of("a", "b", "c", "d")) {
      var _ = inbox.sendAt(at(5), undrain(node));
    }
    var _ = inbox.sendAt(at(4), undrain("first"));

    assertThat(inbox.take(at(3))).isEmpty();
    assertThat(inbox.take(at(5)))
        .extracting(Inbox.PendingCommand::command)
        .containsExactly(undrain("first"), undrain("a"), undrain("b"), undrain("c"), undrain("d"));
  }

  @Test
  void commandsThatAreNotDueCountAsWaiting() {
    var inbox = new Inbox(2, () -> {});
    var _ = inbox.send(undrain("a"));
    var _ = inbox.sendAt(at(5), undrain("b"));
    var full = new CommandAnswer.Refused("2 commands wait already; send this one again later");

    assertThat(inbox.send(undrain("c"))).isCompletedWithValue(full);
    assertThat(inbox.sendAt(at(1), undrain("d"))).isCompletedWithValue(full);

    inbox.take(START);
    assertThat(inbox.send(undrain("e"))).isNotDone();
    assertThat(inbox.send(undrain("f"))).isCompletedWithValue(full);
  }

  @Test
  void onlyACommandThatWaitsWakesTheScheduler() {
    var woken = new AtomicInteger();
    var inbox = new Inbox(2, woken::incrementAndGet);

    var _ = inbox.send(undrain("a"));
    var _ = inbox.sendAt(at(1), undrain("b"));
    var _ = inbox.send(undrain("refused"));

    assertThat(woken).hasValue(2);
  }

  @Test
  void aCommandThatIsRefusedBeforeItIsDueIsNeverRead() {
    var inbox = new Inbox(2, () -> {});
    CompletableFuture<CommandAnswer> now = inbox.send(undrain("a"));
    CompletableFuture<CommandAnswer> later = inbox.sendAt(at(1), undrain("b"));

    inbox.refuseScheduled("the run is over");

    assertThat(later).isCompletedWithValue(new CommandAnswer.Refused("the run is over"));
    assertThat(now).isNotDone();
    assertThat(inbox.take(at(1)))
        .extracting(Inbox.PendingCommand::command)
        .containsExactly(undrain("a"));
    assertThat(inbox.isEmpty()).isTrue();
  }

  @Test
  void aClosedInboxRefusesAllCommandsForItsFirstReason() {
    var inbox = new Inbox(3, () -> {});
    CompletableFuture<CommandAnswer> now = inbox.send(undrain("a"));
    CompletableFuture<CommandAnswer> later = inbox.sendAt(at(1), undrain("b"));

    inbox.close("the disk is full");
    inbox.close("the cluster is closed");

    var refused = new CommandAnswer.Refused("the disk is full");
    assertThat(now).isCompletedWithValue(refused);
    assertThat(later).isCompletedWithValue(refused);
    assertThat(inbox.send(undrain("c"))).isCompletedWithValue(refused);
    assertThat(inbox.take(at(1))).isEmpty();
  }

  @Test
  void aCommandWhoseSenderHasGivenUpIsNotRead() {
    var inbox = new Inbox(3, () -> {});
    CompletableFuture<CommandAnswer> first = inbox.send(undrain("a"));
    var _ = inbox.send(undrain("b"));

    assertThat(first.complete(new CommandAnswer.Refused("late", true))).isTrue();

    assertThat(inbox.take(START))
        .extracting(Inbox.PendingCommand::command)
        .containsExactly(undrain("b"));
  }

  private static Command undrain(String node) {
    return new Command.Undrain(new NodeId(node));
  }

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }
}
