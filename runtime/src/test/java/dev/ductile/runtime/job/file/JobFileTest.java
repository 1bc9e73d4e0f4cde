package dev.ductile.runtime.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFileTest {
  private static final String FULL =
      """
      job: ads
      model: {kind: softmax, classes: 10, l2: 1e-4, bias: false}
      data: {file: small.txt, format: libsvm, features: 9, splits: 8, shuffle: false}
      optimizer: {kind: adam, learningRate: 0.01, beta1: .8, decay: 0.1}
      synchrony: ssp(3)
      batch: {perWorker: 64, rate: linear}
      stop: {epochs: 10, loss: 0.2}
      workers: 3
      servers: 2
      replication: 2
      checkpoint: {every: 5m, everySteps: 100, keep: 3}
      faults: {stall: 4s, answer: 500ms, slow: 3}
      seed: 7
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeData() throws IOException {
    Files.writeString(folder.resolve("small.txt"), "+1 1:0.5 7:12.25 # 99\n-1 3:1e+2 5:1\n");
    Files.writeString(folder.resolve("zero.txt"), "1 0:0.5 3:1\n");
    Files.writeString(folder.resolve("small.csv"), "1,0.5,0.25,3\n0,1,2,3\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("small.gz")))) {
      out.write("1 4:1\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void twoLinesMakeAJob() throws IOException {
    TrainingJob job = read("model: logistic\ndata: small.txt\n");

    assertThat(job.name()).isEqualTo("job");
    assertThat(job.data().features()).isEqualTo(7);
    assertThat(job.data().source())
        .isEqualTo(
            new DataSpec.Source.Stored(
                folder.resolve("small.txt").toString(),
                DataSpec.Format.LIBSVM,
                Sources.version(folder.resolve("small.txt"))));
    assertThat(job.size().workers()).isEqualTo(2);
    assertThat(job.size().servers()).isEqualTo(1);
    assertThat(job.synchrony()).isEqualTo(Synchrony.BSP);
    assertThat(job.stop().epochs()).contains(10);
    assertThat(job.optimizer()).isEqualTo(OptimizerSpec.of(OptimizerSpec.Kind.ADAGRAD, 0.1));
  }

  @Test
  void aSettingMayAddTheData() throws IOException {
    Path base = Files.writeString(folder.resolve("base.yaml"), "model: logistic\n");

    assertThat(JobFile.read(base, List.of("data=small.txt")).data().features()).isEqualTo(7);
  }

  @Test
  void aTypoInTheKeyOfTheDataIsNamed() {
    assertThatThrownBy(() -> read("model: logistic\ndta: small.txt\nstop: {epochs: 1}\n"))
        .hasMessageContaining("did you mean \"data\"");
  }

  @ParameterizedTest
  @CsvSource({
    "validation: 10%, 10%",
    "validation: {share: 0.5%}, 0.5%",
    "'validation: small.csv', small.csv",
    "'validation: {file: small.gz, format: libsvm}', small.gz"
  })
  void heldOutExamplesAreAShareOrAFile(String line, String by) throws IOException {
    TrainingJob job = read("model: logistic\ndata: small.txt\n" + line + "\n");

    assertThat(job.validation().orElseThrow().toString()).endsWith(by);
    assertThat(job.withSize(3, 1).validation()).isEqualTo(job.validation());
    assertThat(job.heldOutShare() > 0).isEqualTo(by.endsWith("%"));
  }

  @ParameterizedTest
  @CsvSource({
    "10, 'must be a share such as 10%, or a file'",
    "0%, must be above 0% and at most 90%",
    "95%, must be above 0% and at most 90%",
    "ten%, must be a share such as 10%",
    "none.txt, there is no such file",
    "'{share: 10%, file: small.txt}', 'one of share, file and url must be given'",
    "'{part: 10%}', unknown key"
  })
  void aMistakeAboutHeldOutExamplesHasAPlace(String written, String why) {
    assertThatThrownBy(() -> read("model: logistic\ndata: small.txt\nvalidation: " + written))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("job.yaml:3:")
        .hasMessageContaining(why);
  }

  @Test
  void allKeysAreRead() throws IOException {
    TrainingJob job = read(FULL);

    assertThat(job.name()).isEqualTo("ads");
    assertThat(job.model())
        .isEqualTo(new ModelSpec(ModelSpec.Kind.SOFTMAX, 10, List.of(), 0, 1e-4, 1.345, false));
    assertThat(job.data().splits()).isEqualTo(8);
    assertThat(job.data().shuffle()).isFalse();
    assertThat(job.optimizer().beta1()).isEqualTo(0.8);
    assertThat(job.synchrony()).isEqualTo(new Synchrony(Synchrony.Kind.SSP, 3));
    assertThat(job.batch()).isEqualTo(new BatchSpec(64, true, BatchSpec.RateRule.LINEAR));
    assertThat(job.stop().loss()).contains(0.2);
    assertThat(job.size().replication()).isEqualTo(2);
    assertThat(job.checkpoint().every()).contains(Duration.ofMinutes(5));
    assertThat(job.faults().answer()).isEqualTo(Duration.ofMillis(500));
    assertThat(job.seed()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "small.txt, 7, LIBSVM",
    "zero.txt, 4, LIBSVM",
    "small.gz, 4, LIBSVM",
    "small.csv, 3, CSV"
  })
  void featuresOfAFileAreCounted(String name, int features, DataSpec.Format format)
      throws IOException {
    DataSpec data = read("model: svm\ndata: " + name + "\n").data();

    assertThat(data.features()).isEqualTo(features);
    assertThat(data.source())
        .isEqualTo(
            new DataSpec.Source.Stored(
                folder.resolve(name).toString(), format, Sources.version(folder.resolve(name))));
  }

  @Test
  void generatedDataHaveAKnownShape() throws IOException {
    TrainingJob job = read("model: softmax\ndata: {generate: digits, examples: 500}\n");

    assertThat(job.model().classes()).isEqualTo(10);
    assertThat(job.data().source()).isEqualTo(new DataSpec.Source.Generated("digits", 500));
  }

  @Test
  void theCommandLineReplacesValuesOfTheFile() throws IOException {
    TrainingJob job =
        read(
            "model: svm\ndata: small.txt\nbatch: {perWorker: 3}\n",
            "model.l2=0.5",
            "batch=64",
            "stop={steps: 20}",
            "data.splits=4",
            "optimizer.learningRate=0.5");

    assertThat(job.model().kind()).isEqualTo(ModelSpec.Kind.SVM);
    assertThat(job.model().l2()).isEqualTo(0.5);
    assertThat(job.batch().examples()).isEqualTo(64);
    assertThat(job.batch().perWorker()).isFalse();
    assertThat(job.stop().steps()).contains(20L);
    assertThat(job.data().splits()).isEqualTo(4);
    assertThat(job.optimizer().learningRate()).isEqualTo(0.5);
  }

  @Test
  void newtonTakesAllExamplesInEachStep() throws IOException {
    TrainingJob job =
        read("{model: {kind: svm, l2: 1e-3}, data: {generate: a9a}, optimizer: newton}");

    assertThat(job.optimizer().kind()).isEqualTo(OptimizerSpec.Kind.NEWTON);
    assertThat(job.batch()).isEqualTo(BatchSpec.ALL);
    assertThat(job.stop().epochs()).contains(30);
  }

  @ParameterizedTest(name = "{0} with {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "logistic | batch: 64 | optimizer newton takes all examples in each step: leave batch out",
        "logistic | synchrony: asp | optimizer newton needs synchrony bsp",
        "lasso | seed: 1 | optimizer newton trains logistic, svm, linear, ridge and huber, not lasso",
        "mlp | seed: 1 | optimizer newton trains logistic, svm, linear, ridge and huber, not mlp",
        "{kind: svm, l1: 1e-3} | seed: 1 | optimizer newton needs l1 to be 0, not 0.001: use adagrad",
        "svm | optimizer: {learningRate: 1} | optimizer.learningRate is no setting of newton"
      })
  void newtonNamesSettingsThatItDoesNotSupport(String model, String other, String message) {
    String optimizer =
        other.startsWith("optimizer")
            ? "optimizer: {kind: newton, learningRate: 1}"
            : "optimizer: newton\n" + other;

    assertThatThrownBy(() -> read("model: " + model + "\ndata: {generate: digits}\n" + optimizer))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"1h30m, 5400", "90s, 90", "2d, 172800", "0.5, 0.5", "' 5m ', 300"})
  void durationsHaveTheUnitsOfScenarios(String written, double seconds) throws IOException {
    TrainingJob job = read("model: svm\ndata: small.txt\nfaults: {stall: '%s'}".formatted(written));

    assertThat(job.faults().stall()).isEqualTo(Duration.ofNanos((long) (seconds * 1e9)));
  }

  @Test
  void checkpointsByStepsAreNotSavedByTime() throws IOException {
    TrainingJob job = read("model: svm\ndata: small.txt\ncheckpoint: {everySteps: 100}\n");

    assertThat(job.checkpoint().every()).isEmpty();
    assertThat(job.checkpoint().everySteps()).contains(100L);
    assertThat(job.checkpoint().keep()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "workers: 3 | wrokers: 3 | job.yaml:8:1: unknown key \"wrokers\"; did you mean \"workers\"?",
        "workers: 3 | workers: 0 | job.yaml:8:10: workers must be at least 1, not 0",
        "workers: 3 | workers: many | job.yaml:8:10: workers must be a whole number, not \"many\"",
        "workers: 3 | workers: 3 workers | workers must be a whole number",
        "workers: 3 | servers: 3 | job.yaml:9:1: key \"servers\" occurs a second time",
        "kind: softmax | kind: sofmax | model.kind must not be \"sofmax\"; did you mean \"softmax\"?",
        "kind: softmax | kind: logistic | job.yaml:2:34: model.classes is no setting of logistic",
        "classes: 10, | '' | job.yaml:2:8: model: the number of classes is not known from the data: say {kind: softmax, classes: 10}",
        "classes: 10 | classes: 1 | job.yaml:2:33: model.classes must be at least 2, not 1",
        "l2: 1e-4 | l2: -1 | model.l2 must be at least 0, not -1",
        "file: small.txt | file: smal.txt | and there is no such file",
        "file: small.txt | url: small | data",
        "file: small.txt | generate: kdd2012 | data.format is no setting of generated data",
        "file: small.txt, | '' | job.yaml:3:7: data: one of file, url and generate must be given",
        "features: 9 | features: 0 | data.features must be at least 1",
        "shuffle: false | shuffle: no | data.shuffle must be true or false, not \"no\"",
        "beta1: .8 | momentum: .8 | optimizer.momentum is no setting of adam",
        "beta1: .8 | beta1: 8 | job.yaml:4:52: optimizer.beta1 must be at least 0 and below 1",
        "ssp(3) | ssp | synchrony needs how many steps the fastest may be ahead: ssp(3)",
        "ssp(3) | bps | synchrony must not be \"bps\"; did you mean \"bsp\"?",
        "perWorker: 64 | examples: 64 | batch.rate is for batch.perWorker",
        "perWorker: 64, | '' | job.yaml:6:8: batch: one of examples (of all workers together) and perWorker must be given",
        "epochs: 10, | '' | stop: give stop.epochs or stop.steps too",
        "servers: 2 | servers: 1 | replication of 2 needs as many servers, not 1",
        "every: 5m | every: soon | checkpoint.every must be a duration of at most 100 years such as 90s, 5m, 1h30m or a number of seconds, not \"soon\"",
        "every: 5m | every: 0s | checkpoint.every must be above zero",
        "slow: 3 | slow: 1 | faults.slow must be 0 or above 1",
        "job: ads | job: a b | job.yaml:1:6: job must be up to 100 letters",
        "job: ads | job: [ads | job.yaml:2:",
        "job: ads | job: *ads | job.yaml:1:6: alias *ads names no list or group of keys above it",
      })
  void aMistakeIsOneLineWithItsPlace(String right, String wrong, String told) {
    String text = FULL.replace(right, wrong);
    assertThat(text).isNotEqualTo(FULL);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(told)
        .message()
        .hasLineCount(1);
  }

  @Test
  void anAllReduceIsOnlyBsp() {
    assertThatThrownBy(() -> read(FULL, "replication=1", "servers=0"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("job.yaml:5:12: synchrony must be bsp if servers are 0");
  }

  @Test
  void anAllReduceHasNoBatchOfEachWorker() {
    assertThatThrownBy(() -> read(FULL, "replication=1", "servers=0", "synchrony=bsp"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("job.yaml:6:8: batch must be of all workers together");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "batch=none | --set batch=none: batch must be a whole number, not \"none\"",
        "btach=3 | --set btach=3: unknown key \"btach\"; did you mean \"batch\"?",
        "batch | --set takes key=value",
        "batch={a: 1} | batch",
        "workers.a=3 | workers must be a whole number",
      })
  void aMistakeOnTheCommandLineNamesTheArgument(String setting, String told) {
    assertThatThrownBy(() -> read(FULL, setting))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(told);
  }

  @ParameterizedTest
  @CsvSource({
    "'', is empty",
    "' ', is empty",
    "'[1, 2]', must be a group",
    "'a: &a [*a]', contains itself"
  })
  void aTextThatIsNoJobIsRefused(String text, String told) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(told);
  }

  @Test
  void aMissingFileIsReported() {
    assertThatThrownBy(() -> JobFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("none.yaml: no such file");
    assertThatThrownBy(() -> JobFile.read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("is a folder, not a file");
  }

  private TrainingJob read(String text, String... settings) throws IOException {
    Path file = Files.writeString(folder.resolve("job.yaml"), text);
    return JobFile.read(file, List.of(settings));
  }
}
