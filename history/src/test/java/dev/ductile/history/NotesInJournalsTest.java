package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.laws.OddNotes;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.UnreadNote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notes of policies survive a journal, also if their policies are not installed. */
final class NotesInJournalsTest {
  private static final int SEEDS = 50;
  private static final JobId JOB = new JobId("a");

  private final Catalog all = Catalog.installed();
  private final EventCodec codec = new EventCodec(all);
  private final EventCodec bare =
      new EventCodec(new Catalog(List.of(), List.of(), List.of(), List.of(), List.of()));

  @Test
  void notesOfInstalledPoliciesAreReadAsTheyWereWritten() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> notes = notes(seed);

      assertThat(codec.read(codec.write(notes))).as("seed %d", seed).isEqualTo(notes);
    }
  }

  @Test
  void notesOfPoliciesThatAreNotInstalledAreKeptAndWrittenAgain() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> notes = notes(seed);
      List<Event> unread = bare.read(codec.write(notes));

      assertThat(unread)
          .as("seed %d", seed)
          .allSatisfy(
              event -> assertThat(((Event.Noted) event).note()).isInstanceOf(UnreadNote.class));
      assertThat(codec.read(bare.write(unread))).as("seed %d", seed).isEqualTo(notes);
    }
  }

  @Test
  void aNoteOfAnotherFormIsKeptUnread() throws IOException {
    for (String note :
        List.of("{\"level\":1}", "{\"queue\":\"first\"}", "7", "[]", "{\"level\":{},\"turn\":1}")) {
      String json =
          """
          [{"kind":"noted","at":"2026-01-01T00:00:00Z","job":"a","policy":"tiresias-l","note":%s}]\
          """
              .formatted(note);
      byte[] old = json.getBytes(StandardCharsets.UTF_8);

      assertThat(new String(codec.write(codec.read(old)), StandardCharsets.UTF_8)).isEqualTo(json);
    }
  }

  /** A note of each policy that writes some, under its name. */
  private List<Event> notes(long seed) {
    var odd = new OddNotes(seed);
    var notes = new ArrayList<Event>();
    for (var provider : all.policies()) {
      for (Notebook<?> notebook : provider.notebook().stream().toList()) {
        for (Note note : odd.next(notebook.type()).stream().toList()) {
          notes.add(new Event.Noted(Instant.EPOCH, JOB, notebook.policy(), note));
        }
      }
    }
    assertThat(notes).hasSizeGreaterThan(5);
    return notes;
  }
}
