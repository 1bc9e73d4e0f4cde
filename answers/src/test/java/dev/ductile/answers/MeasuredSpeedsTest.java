package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredSpeedsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers,servers,batch,stepsPerSecond | 4,2,32,3",
        "num_worker,num_ps,total_batch,samples_per_s | 4,2,32,96",
        "GPUs,PS,Batch Size,Samples/s | 4,2,32,96",
        "model,gpus,servers,global_batch_size,step_time | x,4,2,32,0.333333333333333333",
        "workers,servers,batch,steps/s,weight | 4,2,32,3,1",
      })
  void columnsHaveSeveralNames(String header, String row) throws IOException {
    List<Measurement> read = MeasuredSpeeds.of(sheet(header + "\n" + row + "\n"));

    assertThat(read).containsExactly(new Measurement(new Setup(4, 2, 32), 3));
  }

  @Test
  void aStepHasOneSampleWithoutABatchColumn() throws IOException {
    assertThat(MeasuredSpeeds.of(sheet("workers,samples/s\n4,96\n")))
        .containsExactly(new Measurement(new Setup(4, 0, 1), 96));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers,steps/s;1,0 | s.csv:2: steps/s must be above 0 (leave failed measurements out)",
        "workers,steps/s;1,-2 | s.csv:2: steps/s must be above 0",
        "workers,steps/s;1,NaN | s.csv:2: steps/s must be a finite number, not \"NaN\"",
        "workers,steps/s;1,2;1.5,2 | s.csv:3: workers must be a whole number",
        "workers,steps/s;0,2 | s.csv:2: a measured job has 1 to 1000000 workers",
        "workers,steps/s;1 | s.csv:2: the row has 1 fields, but the header has 2",
        "workrs,steps/s;1,2 | s.csv:1: the table has no column \"workers\"; did you mean",
        "workers,steps_s;1,2 | s.csv:1: the table needs a column that is one of stepsPerSecond",
        "workers,steps/s,samples/s;1,2,3 | s.csv:1: the table has stepsPerSecond and samples",
        "workers,steps/s | s.csv: has no measurements",
        "'' | s.csv: is empty",
      })
  void aMistakeIsReportedWithItsPlace(String text, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> MeasuredSpeeds.of(sheet(text.replace(";", "\n"))))
        .withMessageContaining(message);
  }

  private Sheet sheet(String text) throws IOException {
    return Sheet.read(InputFile.of(Files.writeString(folder.resolve("s.csv"), text)));
  }
}
