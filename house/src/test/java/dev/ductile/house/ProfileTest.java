package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ductile profile} with real programs and files. */
@Tag("process")
@Timeout(600)
final class ProfileTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @Test
  void allProfilesAreListed() throws IOException {
    JsonNode list =
        JSON.readTree(ductile("profile", "--list", "-o", "json").out()).path("profiles");

    assertThat(list.findValuesAsText("name")).contains("resnet50@h200", "alexnet@k520");
    assertThat(list).allMatch(entry -> entry.path("parameters").asLong() > 0);
    assertThat(ductile("profile", "--list", "-o", "csv").out()).startsWith("name,parameters");
  }

  @Test
  void aRealProgramIsMeasuredAsATable() throws IOException {
    Ductile.Answer answer =
        ductile(
            "profile",
            "--workers",
            "1,2",
            "--for",
            "1s",
            "--save",
            "model.yaml",
            "-o",
            "json",
            "--",
            "@sample-trainer");

    assertThat(answer.err()).contains("model: model.yaml");
    assertThat(answer.status()).isZero();
    JsonNode points = JSON.readTree(answer.out()).path("model").path("points");
    assertThat(points).hasSize(2);
    assertThat(points.findValuesAsText("workers")).containsExactly("1", "2");
    assertThat(points).allMatch(point -> point.path("stepsPerSecond").asDouble() > 1);
    assertThat(Files.readString(folder.resolve("model.yaml")))
        .startsWith("# ductile profile --workers 1,2")
        .contains("model: table");
  }

  /** A measurement ends all processes of the program, also those that ignore SIGTERM. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "step %d;",
        "Iteration %d/100000 loss 0.3;",
        "Epoch: [0][ %d/100000] time 0.1;",
        "INFO global_step=%d;",
        "{\"loss\": 0.1, \"step\": %d};",
        "done %d of many;done (?P<step>\\d+)"
      })
  void stepsAreFoundInTheOutputOfPrograms(String line, String pattern) throws Exception {
    String marker = "4711." + Math.floorMod(line.hashCode(), 1000);
    Path script =
        Files.writeString(
            folder.resolve("trainer.sh"),
            """
            %s
            sleep %s &
            i=0
            while [ $i -lt 2000 ]; do
              i=$((i+1))
              printf '%s\\n' "$i"
              sleep 0.02
            done
            """
                .formatted(pattern == null ? ":" : "trap '' TERM", marker, line));
    Ductile.Answer answer =
        pattern == null
            ? ductile("profile", "--for", "500ms", "-o", "json", "--", "sh", script.toString())
            : ductile(
                "profile",
                "--for",
                "1s",
                "--pattern",
                pattern,
                "-o",
                "json",
                "--",
                "sh",
                script.toString());

    assertThat(answer.err()).isEmpty();
    JsonNode size = JSON.readTree(answer.out()).path("sizes").get(0);
    assertThat(size.path("stepsPerSecond").asDouble()).isBetween(5.0, 50.0);
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").equals("sleep " + marker));
  }

  @Test
  void aProgramWithoutStepsIsAnError() {
    assertThat(ductile("profile", "--wait", "1s", "--", "sleep", "60").err())
        .contains("no step was seen in 1 s; is --pattern right?");
    assertThat(ductile("profile", "--", "sh", "-c", "echo out of memory; exit 3").err())
        .contains("ended before its first step: failed")
        .contains("out of memory");
    assertThat(ductile("profile", "--", "no-such-program").err())
        .contains("no-such-program: command not found");
    assertThat(
            ductile("profile", "--for", "1s", "--", "sh", "-c", "echo step 1; echo step 2").err())
        .contains("too few to measure a speed");
  }

  @Test
  void phasesOfWorkersBecomeAModel() throws IOException {
    var lines = new StringBuilder();
    for (int step = 0; step < 40; step++) {
      for (int worker = 0; worker < 3; worker++) {
        lines.append(
            String.format(
                Locale.ROOT,
                """
                {"version": 1, "worker": "w%d", "step": %d, "more": {"of": "this"}, \
                "seconds": {"downlink": 0.072, "worker": %s, "uplink": 0.07, "server": 0.018}}
                """,
                worker,
                step,
                step == 0 ? "9" : worker == 2 ? "0.129" : "0.029"));
      }
    }
    Files.writeString(folder.resolve("phases.jsonl"), lines);
    Ductile.Answer answer = ductile("profile", "--phases", "phases.jsonl", "-o", "json");

    assertThat(answer.err()).contains("a step of w0 and 1 more takes 189 ms");
    JsonNode model = JSON.readTree(answer.out()).path("model");
    assertThat(model.path("model").asText()).isEqualTo("async-ps");
    assertThat(model.path("classes").get(0).path("count").asInt()).isEqualTo(2);
    assertThat(model.path("classes").get(0).path("worker").asDouble()).isEqualTo(0.029);
    assertThat(model.path("classes").get(1).path("worker").asDouble()).isEqualTo(0.129);
    assertThat(model.path("error").asDouble()).isEqualTo(0.13);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | phases.jsonl: the file has no steps",
        "step 1 | phases.jsonl:1",
        "{} | worker is missing",
        "{\"worker\": \"a\"} | seconds is missing",
        "{\"worker\": \"a\", \"version\": 2} | is of version 2",
        "{\"worker\": \"a\", \"seconds\": {\"downlink\": 1}} | seconds.worker is missing",
        "{\"worker\": \"a\", \"seconds\": {\"downlink\": 1, \"worker\": -1, \"uplink\": 1,"
            + " \"server\": 1}} | seconds.worker must be a finite number of seconds of at least 0",
        "{\"worker\": \"a\", \"seconds\": {\"downlink\": NaN, \"worker\": 1, \"uplink\": 1,"
            + " \"server\": 1}} | phases.jsonl:1",
        "{\"worker\": \"a\", \"seconds\": {\"downlink\": 1, \"worker\": 1, \"uplink\": 1,"
            + " \"server\": 1}} | worker a made 1 steps"
      })
  void aMistakeInPhasesIsOneLine(String line, String why) throws IOException {
    Files.writeString(folder.resolve("phases.jsonl"), line + "\n");
    Ductile.Answer answer = ductile("profile", "--phases", "phases.jsonl");

    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).contains(why).startsWith("ductile: phases.jsonl").hasLineCount(1);
  }

  @Test
  void aFileThatIsNoCaptureIsOneLine() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "no packets here");
    Ductile.Answer answer = ductile("profile", "--capture", "notes.txt");

    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err())
        .startsWith("ductile: notes.txt: is not a packet capture")
        .hasLineCount(1);
    assertThat(ductile("profile", "--capture", "none.pcap").err()).contains("no file none.pcap");
    assertThat(ductile("profile").status()).isEqualTo(2);
  }

  private static Ductile.Answer ductile(String... arguments) {
    return DUCTILE.run(arguments);
  }
}
