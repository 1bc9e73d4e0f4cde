package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.RetryingJournal;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A network that loses the answers of PostgreSQL at random moments: a writer cannot know whether
 * its last batch is in the database. It is there once in any case.
 */
@Tag("process")
final class LostAnswerTest {
  private static final int CUTS = 12;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void aBatchWhoseAnswerWasLostIsWrittenOnce(long seed) throws IOException {
    String url = TestDatabases.postgresql();
    var random = new SplittableRandom(seed);
    var committed = new AtomicInteger();
    var notes = new ArrayList<String>();
    try (Database direct = Database.open(url);
        LossyLink link = LossyLink.to(URI.create(url.substring("jdbc:".length())).getPort());
        Database database = Database.open(link.in(url))) {
      DatabaseJournal journal = Journals.of(database, "one");
      var retrying =
          new RetryingJournal(
              journal,
              _ -> {
                link.mend();
                committed.addAndGet(events(direct) > journal.lastEvent() ? 1 : 0);
              },
              notes::add);
      for (int cut = 0; cut < CUTS; cut++) {
        link.loseAnswersAfter(random.nextInt(12));
        for (int batch = 0; batch < 5; batch++) {
          long first = journal.lastEvent() + 1;
          retrying.append(Journals.events(first, first + random.nextInt(3)));
          LockSupport.parkNanos(random.nextInt(1_000_000));
        }
        link.mend();
      }
      assertThat(Journals.read(journal, 1))
          .as("seed %d", seed)
          .isEqualTo(Journals.events(1, journal.lastEvent()));
      assertThat(events(direct)).as("seed %d", seed).isEqualTo(journal.lastEvent());
    }
    assertThat(notes).as("seed %d", seed).isNotEmpty();
    assertThat(committed).as("batches without an answer, seed %d", seed).hasPositiveValue();
  }

  private static long events(Database database) {
    return database
        .read(session ->
            session.first(
                "SELECT COALESCE(SUM(event_count), 0) AS events FROM events",
                row -> row.number("events")))
        .orElseThrow();
  }
}
