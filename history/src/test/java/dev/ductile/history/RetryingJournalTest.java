package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryingJournalTest {
  private final List<Event> events = EveryEvent.list();
  private final List<List<Event>> kept = new ArrayList<>();
  private final List<Duration> slept = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int failures;

  @Test
  void aBatchIsAppendedOnceTheDiskHasRoom() {
    failures = 3;

    journal().append(events);

    assertThat(kept).containsExactly(events);
    assertThat(slept).hasSize(3);
    assertThat(notes)
        .containsExactly(
            "the disk is full; jobs train on, and nothing is decided until it can",
            "the journal is written again");
  }

  @Test
  void aSuccessfulWriteIsNotReported() {
    journal().append(events);

    assertThat(kept).containsExactly(events);
    assertThat(slept).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void aJournalThatCannotBeWrittenForTenMinutesEndsTheRun() {
    failures = Integer.MAX_VALUE;

    assertThatThrownBy(() -> journal().append(events)).hasMessage("the disk is full");
    assertThat(slept.stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(Duration.ofMinutes(10));
  }

  private RetryingJournal journal() {
    return new RetryingJournal(
        batch -> {
          if (failures-- > 0) {
            throw new UncheckedIOException("the disk is full", new IOException());
          }
          kept.add(batch);
        },
        slept::add,
        notes::add);
  }
}
