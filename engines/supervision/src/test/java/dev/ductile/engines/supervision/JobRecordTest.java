package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record of a job for the engine that takes it over. */
final class JobRecordTest {
  @TempDir private Path folder;

  /** A command that is killed between the order and the start leaves an order and no folder. */
  @Test
  void aJobThatNeverRanGetsAFolderForItsRecord() throws IOException {
    Path file = folder.resolve("ads").resolve("engine");
    var record = new JobRecord(false, 3, 1, 40);

    record.write(file);

    assertThat(JobRecord.read(file)).hasValue(record);
  }
}
