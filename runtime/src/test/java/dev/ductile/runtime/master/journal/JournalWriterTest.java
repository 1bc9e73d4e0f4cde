package dev.ductile.runtime.master.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.transport.Background;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalWriterTest {
  private static final JournalEntry ENTRY =
      new JournalEntry(
          5,
          3,
          2,
          true,
          120,
          List.of(),
          new AssignmentTable(List.of(), List.of()),
          List.of(),
          "",
          Optional.empty());

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  /** Does nothing before a number of waits have timed out. */
  private static final class SlowDisk implements Background.Queue {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int vainWaits;
    private Duration waited = Duration.ZERO;

    SlowDisk(int vainWaits) {
      this.vainWaits = vainWaits;
    }

    @Override
    public void add(Runnable work) {
      waiting.add(work);
    }

    @Override
    public void await() {
      while (!waiting.isEmpty()) {
        waiting.remove().run();
      }
    }

    @Override
    public boolean await(Duration most) {
      if (vainWaits-- > 0) {
        waited = waited.plus(most);
        return false;
      }
      await();
      return true;
    }

    @Override
    public void close() {}
  }

  private JournalWriter writer(JournalFile journal, Background.Queue disk) {
    return new JournalWriter(journal, disk, Runnable::run, notes::add);
  }

  /** An engine replaces a master that prints nothing for longer than 2 s. */
  @Test
  void aMasterThatWaitsForItsDiskPrintsALineASecond() throws Exception {
    var journal = new JournalFile(folder.resolve("journal"));
    var disk = new SlowDisk(15);
    writer(journal, disk).write(ENTRY);
    assertThat(notes).hasSize(15).last().asString().contains("more than 15 s");
    assertThat(disk.waited).isEqualTo(Duration.ofSeconds(15));
    assertThat(journal.read()).hasValue(ENTRY);
  }

  @Test
  void aDiskThatNeverAnswersIsWaitedForWithALimit() throws Exception {
    var journal = new JournalFile(folder.resolve("journal"));
    var disk = new SlowDisk(60);
    JournalWriter writer = writer(journal, disk);
    writer.write(ENTRY);
    assertThat(notes).hasSize(61).last().asString().contains("cannot be written until the next");
    assertThat(journal.read()).isEmpty();
    writer.write(ENTRY);
    assertThat(journal.read()).hasValue(ENTRY);
  }

  @Test
  void anyFailureToWriteIsReported() {
    var ended = new ArrayList<String>();
    JournalWriter writer = writer(new JournalFile(Path.of("/")), new SlowDisk(0));
    writer.writeSoon(ENTRY, () -> ended.add("soon"));
    writer.write(ENTRY);
    assertThat(notes).hasSize(2).allMatch(note -> note.startsWith("the journal cannot be written"));
    assertThat(ended).containsExactly("soon");
  }
}
