package dev.ductile.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultRecorderTest {
  private final List<String> written = new ArrayList<>();
  @TempDir private Path folder;

  @Test
  void figuresAreRecordedWithTheirConditions() throws IOException {
    run("2026-01-02", "abc1234", "2 cores", 1.23456);

    assertThat(file())
        .hasContent(
            """
            figure,value,aim,date,commit,machine,load
            speed,1.23 ms,,2026-01-02,abc1234,2 cores,0.10
            """);
  }

  @Test
  void laterRunOnTheSameMachineReplacesAFigureAndKeepsItsAim() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(
        file(),
        """
        figure,value,aim,date,commit,machine,load
        speed,9 ms,5 ms,,,2 cores,idle
        size,"7, or 8",,,,2 cores,idle
        speed,3 ms,,,,16 cores,idle
        """);

    run("2026-01-03", "def5678", "2 cores", 2);

    assertThat(file())
        .hasContent(
            """
            figure,value,aim,date,commit,machine,load
            speed,2 ms,5 ms,2026-01-03,def5678,2 cores,0.10
            size,"7, or 8",,,,2 cores,idle
            speed,3 ms,,,,16 cores,idle
            """);
  }

  @Test
  void valuesHaveThreeDigitsAndNoNeedlessExponent() throws IOException {
    for (double value : new double[] {30_326.4, 0.00123456, 2.6e-12, 0, Double.NaN}) {
      Files.deleteIfExists(file());
      run("", "", "", value);
      written.add(Results.read(file()).rows().getFirst().value());
    }

    assertThat(written).containsExactly("30300 ms", "0.00123 ms", "2.6e-12 ms", "0 ms", "NaN ms");
  }

  @Test
  void withoutAFileNothingIsRecorded() throws IOException {
    var figures = new ResultRecorder(Map.of());
    figures.add("speed", 1, "ms");
    figures.save();

    assertThat(folder).isEmptyDirectory();
  }

  private void run(String date, String commit, String machine, double value) throws IOException {
    var figures =
        new ResultRecorder(
            Map.of(
                "BENCH_RESULTS", file().toString(),
                "BENCH_DATE", date,
                "BENCH_COMMIT", commit,
                "BENCH_MACHINE", machine,
                "BENCH_LOAD", "0.10"));
    figures.add("speed", value, "ms");
    figures.save();
  }

  private Path file() {
    return folder.resolve("results/fits.csv");
  }
}
