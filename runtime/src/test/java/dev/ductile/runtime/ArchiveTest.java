package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.checkpoint.DataMark;
import dev.ductile.runtime.checkpoint.JobIdentity;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.disk.FolderLock;
import dev.ductile.runtime.disk.LocalDisk;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.transport.Background;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer of a start to the checkpoint that it finds. */
class ArchiveTest {
  private static final String JOB =
      """
      model: {kind: linear}
      data: {file: rows.csv, splits: 2}
      stop: {steps: 10}
      """;
  private static final FileTime EARLIER = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir Path folder;
  private Path data = Path.of("");
  private final List<String> warnings = new ArrayList<>();
  private final HeldBackground background = new HeldBackground();

  /** Runs work at once, or when it is released. */
  private static final class HeldBackground implements Background {
    private final List<Runnable> held = new ArrayList<>();
    private boolean holds;

    @Override
    public void start(Runnable work) {
      if (holds) {
        held.add(work);
      } else {
        work.run();
      }
    }

    void release() {
      held.forEach(Runnable::run);
    }

    @Override
    public Queue queue() {
      throw new UnsupportedOperationException("an archive needs no queue");
    }
  }

  @BeforeEach
  void writeData() throws IOException {
    Files.writeString(folder.resolve("job.yaml"), JOB);
    data = Files.writeString(folder.resolve("rows.csv"), "1,2,3\n4,5,6\n");
    Files.setLastModifiedTime(data, EARLIER);
  }

  /** Begins as a master does. */
  private Optional<Checkpoint> begin(String... settings) throws IOException {
    try (var lock = FolderLock.take(folder)) {
      return archive(lock, settings).begin(Optional.empty());
    }
  }

  private Archive archive(FolderLock lock, String... settings) {
    TrainingJob job = JobFile.read(folder.resolve("job.yaml"), List.of(settings));
    return new Archive(
        new Checkpoints(folder.resolve("checkpoints"), 2, warnings::add),
        JobIdentity.of(job),
        new SourceData(job.data().source(), warnings::add),
        lock,
        background,
        warnings::add);
  }

  private void save() throws IOException {
    try (var lock = FolderLock.take(folder)) {
      Archive archive = archive(lock);
      archive.data().mark();
      seal(archive, 5);
    }
  }

  private static DataMark seal(Archive archive, long step) throws IOException {
    Path directory = archive.checkpoints().directory(step);
    Files.createDirectories(directory);
    WrittenFile part =
        WrittenFile.write(new LocalDisk(), directory.resolve("a.safetensors"), "numbers");
    archive.seal(new Checkpoint(step, directory.toString(), List.of(part), List.of()));
    return Checkpoints.read(directory).index().data();
  }

  /** The sum of all data may take minutes. */
  @Test
  void aCheckpointIsCompletedBeforeTheChecksumOfTheDataIsKnown() throws IOException {
    background.holds = true;
    try (var lock = FolderLock.take(folder)) {
      Archive archive = archive(lock);
      assertThat(archive.begin(Optional.empty())).isEmpty();
      assertThat(seal(archive, 5)).isEqualTo(new DataMark(Sources.version(data), ""));
      background.release();
      assertThat(seal(archive, 6).checksum()).isEqualTo(Sources.checksum(data.toString(), 100));
    }
  }

  /** Such a checkpoint is refused rather than loaded with data that may be others. */
  @Test
  void touchedDataAreRefusedIfTheCheckpointHasNoChecksumOfThem() throws IOException {
    background.holds = true;
    try (var lock = FolderLock.take(folder)) {
      seal(archive(lock), 5);
    }
    assertThat(begin()).isPresent();
    Files.setLastModifiedTime(data, FileTime.from(Instant.parse("2026-02-02T00:00:00Z")));
    assertThatThrownBy(this::begin).isInstanceOf(CheckpointException.Foreign.class);
  }

  @Test
  void theSameJobContinuesFromItsCheckpoint() throws IOException {
    assertThat(begin()).isEmpty();
    save();
    assertThat(begin().orElseThrow().step()).isEqualTo(5);
    assertThat(warnings).isEmpty();
  }

  @Test
  void theCheckpointOfAnotherJobIsRefusedAndKept() throws IOException {
    save();
    assertThatThrownBy(() -> begin("optimizer.kind=adam", "model.l2=0.5"))
        .isInstanceOf(CheckpointException.Foreign.class)
        .hasMessageContaining("model.l2 was 0.0 and is 0.5")
        .hasMessageContaining("optimizer.kind was ")
        .hasMessageContaining(" and is adam")
        .hasMessageContaining("--fresh");
    assertThat(begin()).isPresent();
  }

  @Test
  void anotherLearningRateIsReported() throws IOException {
    save();
    assertThat(begin("optimizer.learningRate=0.7")).isPresent();
    assertThat(warnings).singleElement().asString().contains("optimizer.learningRate was");
  }

  @Test
  void changedDataAreRefused() throws IOException {
    save();
    Files.writeString(data, "1,2,3\n4,5,7\n");
    assertThatThrownBy(this::begin)
        .isInstanceOf(CheckpointException.Foreign.class)
        .hasMessageContaining("rows.csv has changed since")
        .hasMessageContaining("12 bytes of 2026-01-01T00:00:00Z");
    Files.writeString(data, "1,2,3\n4,5,6\n7,8,9\n");
    assertThatThrownBy(this::begin).hasMessageContaining("has 18 bytes");
  }

  /** Without a checkpoint, the journal of the earlier master has the data that its workers read. */
  @Test
  void dataThatChangeWhileTasksRunAreRefusedByTheNextMaster() throws IOException {
    try (var lock = FolderLock.take(folder)) {
      String version = Sources.version(data);
      assertThat(archive(lock).begin(Optional.of(version))).isEmpty();
      Files.writeString(data, "9,9,9\n");
      assertThatThrownBy(() -> archive(lock).begin(Optional.of(version)))
          .isInstanceOf(CheckpointException.Foreign.class)
          .hasMessageContaining("has changed since the job began");
    }
  }

  @Test
  void dataThatWereOnlyTouchedAreReported() throws IOException {
    save();
    Files.setLastModifiedTime(data, FileTime.from(Instant.parse("2026-02-02T00:00:00Z")));
    assertThat(begin()).isPresent();
    assertThat(warnings).singleElement().asString().contains("with the same bytes");
  }

  @Test
  void movedDataAreTheSame() throws IOException {
    save();
    Files.move(data, Files.createDirectory(folder.resolve("moved")).resolve("rows.csv"));
    assertThat(begin("data.file=moved/rows.csv")).isPresent();
    assertThat(warnings).isEmpty();
  }

  @Test
  void dataThatChangeWhileTheJobTrainsAreReported() throws IOException {
    try (var lock = FolderLock.take(folder)) {
      Archive archive = archive(lock);
      Files.writeString(data, "9,9,9\n");
      assertThat(archive.data().mark().checksum()).isEmpty();
    }
    assertThat(warnings).singleElement().asString().contains("has changed while the job trains");
  }
}
