package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mistake in a file or an option is one clear line, and the status is not zero. */
@ResourceLock(Resources.SYSTEM_ERR)
final class MistakesTest {
  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "policies: [fifo] | polices: [fifo]     | did you mean \"policies\"",
        "policies: [fifo] | policies: [fifi]    | did you mean \"fifo\"",
        "policies: [fifo] | policies: [{name: fifo, skipp: true}] | did you mean \"skip\"",
        "total: 10        | total: -10          | -10",
        "total: 10        | total: .nan         | .nan",
        "total: 10        | total: .inf         | .inf",
        "total: 10        | total: ten          | ten",
        "count: 1         | count: -1           | -1",
        "gpu: 4           | gpu: lots           | lots",
        "workers: 1}      | workers: 0}         | 0",
        "jobs:            | trace: nowhere.csv  | nowhere.csv",
        "model: constant  | model: konstant     | did you mean \"constant\"",
        "id: a,           | id: 'a b',          | a b",
        "cluster:         | cluster: *missing #  | missing",
        "cluster:         | cluster: &a [*a] #   | scenario.yaml",
      })
  void aMistakeInAScenarioIsOneLine(String right, String wrong, String message) throws IOException {
    String good = OneJobScenario.TEXT;
    String broken =
        wrong.startsWith("trace")
            ? good.replaceAll("(?s)  jobs:.*policies", "  " + wrong + "\npolicies")
            : good.replace(right, wrong);
    assertThat(broken).isNotEqualTo(good);
    Path file = Files.writeString(folder.resolve("scenario.yaml"), broken);

    expectOneLine(message, "simulate", file.toString());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "predict resnet50 --link 25Gbps | or \"resnet50@h200\" or",
        "predict resnet50@h200 | --link 25Gbps",
        "predict resnet50@h200 --link fast | must be a link such as 25Gbps",
        "predict resnet50@h200 --link 25Gbps --set as=rings | did you mean \"ring\"",
        "predict resnet50@h200 --link 25Gbps --workers 0 | workers must be between 1",
        "predict vgg16@dl2 --link 25Gbps | set secondsPerExample",
        "predict vgg16@h200 --link 1bps --set as=async-ps | must be between 0 and",
        "predict nowhere.yaml | no such file",
        "fit EXAMPLES/speeds.csv --target 0.1 | --target is for losses",
        "fit EXAMPLES/curve.csv --points 3 | --points is for speeds",
        "fit EXAMPLES/curve.csv EXAMPLES/curve.csv | --last-step",
        "fit EXAMPLES/curve.csv --last-step 10 | must be after step 240",
        "fit EXAMPLES/speeds.csv --prior resnet50@h200 | need each other",
        "fit EXAMPLES/speeds.csv --prior resnet5@h200 --link 1Gbps | did you mean \"resnet50@h200\"",
        "fit EXAMPLES/speeds.csv --form optimus-sink | did you mean \"optimus-sync\"",
        "predict resent50@h200 --link 25Gbps | did you mean \"resnet50@h200\"",
        "policies srft | did you mean \"srtf\"",
        "policies lsa | did you mean \"las\"",
        "decide EXAMPLES/state.yaml -p srft | did you mean \"srtf\"",
        "decide EXAMPLES/state.yaml -p fifo --set sikp=true | did you mean \"skip\"",
        "decide EXAMPLES/state.yaml -p fifo --placement pcak | did you mean \"pack\"",
        "import EXAMPLES/rigid.csv --format sfw --to x | did you mean \"swf\"",
        "fit EXAMPLES/state.yaml | the header has",
        "profile --capture EXAMPLES/rigid.csv | capture",
        "train nowhere.yaml | nowhere.yaml: no such file",
        "train EXAMPLES/rigid.yaml | this is a scenario, and 'ductile train' reads a training job; try 'ductile simulate",
        "decide EXAMPLES/rigid.yaml -p fifo | this is a scenario, and 'ductile decide' reads a state; try 'ductile simulate",
        "simulate EXAMPLES/state.yaml | this is a state, and 'ductile simulate' reads a scenario; try 'ductile decide",
        "predict EXAMPLES/digits.yaml | this is a training job, and 'ductile predict' reads a speed model",
        "train EXAMPLES/digits.yaml --workers 0 | --set workers=0: workers must be at least 1, not 0",
        "train EXAMPLES/digits.yaml --set model=logistik | did you mean \"logistic\"",
        "train EXAMPLES/digits.yaml --set learningRate=1 | --set learningRate=1: unknown key",
        "train EXAMPLES/ads.yaml --servers 1 | replication of 2 needs as many servers, not 1",
        "train EXAMPLES/digits.yaml --set synchrony=asp --servers 0 | synchrony must be bsp",
        "scale no-such-job --workers 2 | no job no-such-job is training here",
      })
  void aWrongQuestionIsOneLine(String command, String message) {
    expectOneLine(message, command.replace("EXAMPLES", "../examples").split(" "));
  }

  /** Letters are swapped in each of them. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "simluate EXAMPLES/rigid.yaml | simulate",
        "rnu EXAMPLES/local.yaml | run",
        "simulate EXAMPLES/rigid.yaml --polciy=srtf | --policy",
        "simulate EXAMPLES/rigid.yaml --sedes 1 | --seeds",
        "help rnu | run",
      })
  void aTypoInACommandOrAnOptionIsNamed(String command, String meant) {
    var err = new StringWriter();
    int status = Main.commandLine().setErr(new PrintWriter(err, true)).execute(command.split(" "));

    assertThat(err.toString()).contains("did you mean \"%s\"?".formatted(meant));
    assertThat(status).isEqualTo(ExitStatus.USAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--loads 0", "--loads -1", "--loads 1,1", "--threads 0", "--seeds 1,1"})
  void anImpossibleOptionIsOneLine(String option) throws IOException {
    Path scenario = OneJobScenario.write(folder);

    String[] words = option.split(" ", -1);
    expectOneLine(words[0], "simulate", scenario.toString(), words[0], words[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs.csv", "../examples/jobs.csv"})
  void aTraceAfterElasticIsNamed(String trace) {
    var err = new StringWriter();
    int status =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("import", "--elastic", trace, "--to", folder.resolve("x").toString());

    assertThat(err.toString()).contains("put TRACE before --elastic, not \"%s\"".formatted(trace));
    assertThat(status).isEqualTo(ExitStatus.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "whyy | there is no command 'whyy'; did you mean \"why\"?",
        "why ads bob | one argument too many: 'bob'",
      })
  void aWordWithoutAMeaningIsNamed(String words, String message) {
    var err = new StringWriter();
    int status = Main.commandLine().setErr(new PrintWriter(err, true)).execute(words.split(" "));

    assertThat(err.toString().lines()).first(STRING).isEqualTo("ductile: " + message);
    assertThat(status).isEqualTo(ExitStatus.USAGE);
  }

  private static void expectOneLine(String expected, String... arguments) {
    var err = new StringWriter();
    var out = new StringWriter();
    int status =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .setOut(new PrintWriter(out, true))
            .execute(arguments);

    assertThat(err.toString()).startsWith("ductile: ").contains(expected).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
    assertThat(status).isNotZero();
  }
}
