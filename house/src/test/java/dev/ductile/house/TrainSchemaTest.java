package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.contracts.Schemas;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema of training jobs, which is written by hand, has what the reader knows. */
class TrainSchemaTest {
  private static final String KNOWN = "known: ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          zzzzzzzzzzzz: 1                                                  | ''
          model: {kind: mlp, zzzzzzzzzzzz: 1}, data: {generate: digits}    | /$defs/model
          model: svm, data: {generate: a9a, zzzzzzzzzzzz: 1}               | /$defs/data
          model: svm, data: {generate: a9a}, optimizer: {zzzzzzzzzzzz: 1}  | /$defs/optimizer
          model: svm, data: {generate: a9a}, batch: {zzzzzzzzzzzz: 1}      | /$defs/batch
          model: svm, data: {generate: a9a}, stop: {zzzzzzzzzzzz: 1}       | /$defs/stop
          model: svm, data: {generate: a9a}, checkpoint: {zzzzzzzzzzzz: 1} | /$defs/checkpoint
          model: svm, data: {generate: a9a}, faults: {zzzzzzzzzzzz: 1}     | /$defs/faults
          model: svm, data: {generate: a9a}, validation: {zzzzzzzzzzzz: 1} | /$defs/validation
          """)
  void keys_are_those_that_are_read(String job, String pointer) throws IOException {
    JsonNode properties = Schemas.tree(Schemas.TRAIN).at(pointer).path("properties");

    assertThat(known(job)).containsExactlyInAnyOrderElementsOf(names(properties));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          model: zzzzzzzzzzzz, data: {generate: a9a}                                  | /$defs/modelKind
          model: svm, data: {generate: zzzzzzzzzzzz}                                  | /$defs/data/properties/generate
          model: svm, data: {generate: a9a}, optimizer: zzzzzzzzzzzz                  | /$defs/optimizerKind
          model: svm, data: {generate: a9a}, batch: {perWorker: 1, rate: zzzzzzzzzzz} | /$defs/batch/properties/rate
          """)
  void words_are_those_that_are_read(String job, String pointer) throws IOException {
    var words = new ArrayList<String>();
    Schemas.tree(Schemas.TRAIN)
        .at(pointer)
        .path("enum")
        .forEach(word -> words.add(word.textValue()));

    assertThat(known(job)).containsExactlyInAnyOrderElementsOf(words);
  }

  /** What the reader's message says that it knows. */
  private static List<String> known(String job) {
    Throwable mistake =
        catchThrowable(() -> JobFile.parse("job", "{job: a, " + job + "}", Path.of(""), List.of()));
    assertThat(mistake).hasMessageContaining(KNOWN);
    String message = String.valueOf(mistake.getMessage());
    return List.of(message.substring(message.indexOf(KNOWN) + KNOWN.length()).split(", "));
  }

  private static List<String> names(JsonNode properties) {
    var names = new ArrayList<String>();
    properties.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
