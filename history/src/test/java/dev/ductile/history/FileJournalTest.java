package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {
  private static final Event LATER = new Event.Finished(Instant.EPOCH, new JobId("later"));

  private final EventCodec codec = new EventCodec(EveryEvent.CATALOG);
  private final List<List<Event>> batches =
      List.of(
          EveryEvent.list().subList(0, 2),
          EveryEvent.list().subList(5, 6),
          EveryEvent.list().subList(7, 9));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("journal");
    try (var journal = FileJournal.open(file, codec, _ -> {})) {
      batches.forEach(journal::append);
    }
  }

  @Test
  void appendedEventsAreReadInTheirOrder() throws IOException {
    assertThat(events(file)).isEqualTo(joined(batches));
  }

  @Test
  void aReopenedJournalContinuesAtItsEnd() throws IOException {
    try (var journal = FileJournal.open(file, codec, _ -> {})) {
      journal.append(List.of(LATER));
    }

    assertThat(events(file)).hasSize(joined(batches).size() + 1).endsWith(LATER);
  }

  @Tag("disk")
  @Test
  void aTruncatedFileKeepsTheBatchesBeforeTheCutAndCanBeAppendedTo() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length; length++) {
      Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
      List<Event> before = before(whole, length);

      try (var journal = FileJournal.open(cut, codec, _ -> {})) {
        journal.append(List.of(LATER));
      }

      before.add(LATER);
      assertThat(events(cut)).as("cut after %d bytes", length).isEqualTo(before);
    }
  }

  @Tag("disk")
  @Test
  void aFlippedBitIsRefusedAndTheFileIsLeftAsItIs() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      Path copy = Files.write(folder.resolve("damaged"), damaged);

      assertThatThrownBy(() -> events(copy)).as("byte %d", at).isInstanceOf(IOException.class);
      assertThat(Files.readAllBytes(copy)).isEqualTo(damaged);
    }
  }

  @Test
  void aDamagedLineIsReportedByItsNumber() throws IOException {
    byte[] damaged = Files.readAllBytes(file);
    damaged[JournalHeader.bytes().length + 20] ^= 1;
    Files.write(file, damaged);

    assertThatThrownBy(() -> events(file))
        .hasMessage(file + " is damaged: line 2 does not match its checksum");
  }

  @Test
  void anUnknownEventIsReportedByItsLine() throws IOException {
    byte[] json = "[{\"kind\":\"exploded\"}]".getBytes(StandardCharsets.UTF_8);
    Files.write(file, JournalLine.of(json), StandardOpenOption.APPEND);

    assertThatThrownBy(() -> events(file))
        .hasMessageStartingWith("line 5 of " + file + " cannot be read")
        .hasMessageContaining("exploded");
  }

  @Test
  void aBatchIsAppendedAfterAFullDiskHasRoomAgain() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()) == 0);
    try {
      Path small = disk.resolve("journal");
      Path filler = disk.resolve("filler");
      try (var journal = FileJournal.open(small, codec, _ -> {})) {
        Files.write(filler, new byte[40 << 10]);
        List<Event> large = Collections.nCopies(500, LATER);
        assertThatThrownBy(() -> journal.append(large))
            .hasMessage("the journal " + small + " cannot be written");
        Files.delete(filler);
        journal.append(large);
        journal.append(List.of(LATER));
      }
      assertThat(events(small)).hasSize(501);
    } finally {
      run("umount", disk.toString());
    }
  }

  @Test
  void aJournalIsReadWhileAnotherProcessAppendsToIt() throws IOException {
    try (var journal = FileJournal.open(file, codec, _ -> {})) {
      journal.append(List.of(LATER));

      assertThat(readOnly(file)).hasSize(joined(batches).size() + 1).endsWith(LATER);
    }
  }

  @Tag("disk")
  @Test
  void readingDoesNotChangeATruncatedFile() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length; length++) {
      Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));

      assertThat(readOnly(cut)).as("cut after %d bytes", length).isEqualTo(before(whole, length));
      assertThat(cut).hasSize(length);
    }
  }

  @Test
  void readingNeedsNoPermissionToWrite() throws IOException {
    assertThat(file.toFile().setWritable(false)).isTrue();

    assertThat(readOnly(file)).isEqualTo(joined(batches));
  }

  @Test
  void damageIsReportedWhenTheFileIsOnlyRead() throws IOException {
    byte[] damaged = Files.readAllBytes(file);
    damaged[damaged.length - 20] ^= 1;
    Files.write(file, damaged);

    assertThatThrownBy(() -> readOnly(file))
        .hasMessage(file + " is damaged: line 4 does not match its checksum");
  }

  @Test
  void aJournalOfAnotherVersionIsRefusedWithTheNextStep() throws IOException {
    for (String version : List.of("1", "3", "10")) {
      String text =
          Files.readString(file).replace("ductile-journal 2", "ductile-journal " + version);
      Path other = Files.writeString(folder.resolve("other"), text);
      String message =
          ("%s has version %s of the journal, and this Ductile reads version 2; use the Ductile that"
                  + " wrote it, or begin a new run in another folder")
              .formatted(other, version);

      assertThatThrownBy(() -> events(other)).hasMessage(message);
      assertThatThrownBy(() -> readOnly(other)).hasMessage(message);
      assertThat(other).hasContent(text);
    }
  }

  @Test
  void aFileThatIsNoJournalIsRefusedAndUnchanged() throws IOException {
    Files.writeString(file, "my diary\n");

    assertThatThrownBy(() -> events(file)).hasMessageContaining("is not a journal");
    assertThat(file).hasContent("my diary\n");
  }

  @Test
  void onlyOneProcessHasItOpenAtATime() throws IOException {
    try (var _ = FileJournal.open(file, codec, _ -> {})) {
      assertThatThrownBy(() -> events(file)).hasMessageContaining("is in use");
    }
    assertThat(events(file)).isNotEmpty();
  }

  @Test
  void allAppendedBatchesOfAKilledProcessAreRead() throws Exception {
    Path other = folder.resolve("killed");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Appender.class.getName(),
                other.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int acknowledged = 0;
    try (BufferedReader out = process.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged = Integer.parseInt(line);
        if (acknowledged == 50) {
          process.toHandle().destroyForcibly();
        }
      }
    }
    assertThat(acknowledged).isGreaterThanOrEqualTo(50);
    List<Event> found = events(other);
    assertThat(found).hasSizeBetween(acknowledged, acknowledged + 1);
    assertThat(found)
        .extracting(event -> ((Event.Finished) event).job().name())
        .isEqualTo(Appender.names(found.size()));
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }

  private List<Event> readOnly(Path journal) throws IOException {
    var events = new ArrayList<Event>();
    FileJournal.read(journal, codec, events::add);
    return events;
  }

  /** The events that a journal holds; opening it may cut off an unfinished line. */
  private List<Event> events(Path journal) throws IOException {
    var events = new ArrayList<Event>();
    FileJournal.open(journal, codec, events::add).close();
    return events;
  }

  private List<Event> before(byte[] whole, int length) throws IOException {
    var events = new ArrayList<Event>();
    int end = JournalHeader.bytes().length;
    for (List<Event> batch : batches) {
      end += JournalLine.of(codec.write(batch)).length;
      if (end <= length) {
        events.addAll(batch);
      }
    }
    assertThat(end).isEqualTo(whole.length);
    return events;
  }

  private static List<Event> joined(List<List<Event>> batches) {
    return batches.stream().flatMap(List::stream).toList();
  }
}
