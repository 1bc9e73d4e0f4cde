package dev.ductile.runtime.master.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalFileTest {
  private static final JournalEntry ENTRY =
      new JournalEntry(
          5,
          3,
          2,
          true,
          120,
          List.of(new Member(4, Role.SERVER, "server-1", "here", 9, Optional.empty(), "here:1")),
          new AssignmentTable(
              List.of(new AssignmentTable.ReplicaHolders(4, List.of(3))), List.of(1, 2)),
          List.of(new Cursor(0, 10, 20)),
          "12 bytes",
          Optional.of(new JournalEntry.Ending(143, false, "it was asked to stop")));

  @TempDir Path folder;

  @Test
  void theLastEntryIsRead() throws Exception {
    var journal = new JournalFile(folder.resolve("journal"));
    assertThat(journal.read()).isEmpty();
    journal.write(ENTRY);
    journal.write(ENTRY);
    assertThat(journal.read()).hasValue(ENTRY);
    journal.remove();
    assertThat(journal.read()).isEmpty();
  }

  @Test
  void damagedFilesAreRefused() throws Exception {
    Path file = folder.resolve("journal");
    var journal = new JournalFile(file);
    journal.write(ENTRY);
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(file, damaged);
      assertThatThrownBy(journal::read).as("byte %d", at).isInstanceOf(IOException.class);
    }
  }
}
