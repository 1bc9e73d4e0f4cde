package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of the jobs in a file. */
final class BundledProgramsTest {
  @ParameterizedTest
  @CsvSource({
    "'', /home/ann/exp",
    "., /home/ann/exp",
    "src/model, /home/ann/exp/src/model",
    "../data, /home/ann/data",
    "/srv/jobs, /srv/jobs"
  })
  void aProgramStartsInTheFolderOfItsFileOrBesideIt(String directory, String expected) {
    Program written =
        Program.NONE.withCommand(List.of("python3", "train.py")).withDirectory(directory);

    Program started = BundledPrograms.beside(Path.of("/home/ann/exp/run.yaml")).started(written);

    assertThat(started).isEqualTo(written.withDirectory(expected));
  }
}
