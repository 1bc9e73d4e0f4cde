package dev.ductile.scenario.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamedColumnsTest {
  private static final String TABLE =
      """
      Job;Who;Submit Time;Start;End;GPUs;Run (min);a:b;Mem
      j1;ann;14.11.2023 22:14:24;100;160;2;1.5;3;64
      j0;bob;14.11.2023 22:14:00;100;;1;2;3;64
      """;

  @TempDir private Path folder;

  private final List<String> skipped = new ArrayList<>();

  @Test
  void aTableOfAnyColumnsIsATrace() throws IOException {
    List<Submission> jobs =
        read(
            TABLE,
            "id=Job,owner=Who,arrived=Submit Time:dd.MM.yyyy HH:mm:ss,gpus=GPUs,duration=Run (min):min,cpus=a:b,memory=Mem:GiB");

    assertThat(jobs)
        .extracting(Traces::line)
        .containsExactly(
            "2023-11-14T22:14:00Z j0 bob default 1 (3 cpu, 1 gpu, 64 GiB memory) (nothing) 120.0 seconds",
            "2023-11-14T22:14:24Z j1 ann default 2 (1.5 cpu, 1 gpu, 32 GiB memory) (nothing) 90.0 seconds");
  }

  @Test
  void aDurationIsTheTimeFromStartToEndAndAJobWithoutEndIsLeftOut() throws IOException {
    List<Submission> jobs = read(TABLE, "arrived=Start,started=Start,ended=End,workers=GPUs");

    assertThat(jobs)
        .extracting(Traces::line)
        .containsExactly("1970-01-01T00:01:40Z line-2 - default 2 (1 gpu) (nothing) 60.0 seconds");
    assertThat(skipped).containsExactly("has not ended");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t:ms     | 1500        | d      | 60         | 1970-01-01T00:00:01.500Z | 60.0",
        "t        | 1970-01-01T00:00:09+00:00 | d | 0:01:00 | 1970-01-01T00:00:09Z | 60.0",
        "t:h      | 1           | d      | 1-00:00:01 | 1970-01-01T01:00:00Z     | 86401.0",
        "t:yyyy/MM/dd | 1970/01/02 | d:h | 0.5        | 1970-01-02T00:00:00Z     | 1800.0",
        "t:yyyy-MM-dd HH:mm Z | 1970-01-02 01:00 +0100 | d:ms | 500 | 1970-01-02T00:00:00Z | 0.5",
        "t        | 7           | d      | 1h30m      | 1970-01-01T00:00:07Z     | 5400.0"
      })
  void timesAndDurationsHaveUnitsAndForms(
      String time, String arrived, String length, String duration, String at, double seconds)
      throws IOException {
    List<Submission> jobs =
        read(
            "t,d,g\n%s,%s,1\n".formatted(arrived, duration),
            "arrived=%s,duration=%s,gpus=g".formatted(time, length));

    assertThat(jobs)
        .singleElement()
        .satisfies(job -> {
          assertThat(job.at()).hasToString(at);
          assertThat(job.spec().work().steps()).isEqualTo(seconds);
        });
  }

  @Test
  void aNameWithColonsMayHaveAUnitAndTheLongestNameIsTaken() throws IOException {
    List<Submission> jobs =
        read(
            "t,Run,Run:time,g:s:b\n1970-01-02 03:04,7,1.5,1\n",
            "arrived=t:yyyy-MM-dd HH:mm,duration=Run:time:min,gpus=g:s:b");

    assertThat(jobs)
        .extracting(Traces::line)
        .containsExactly("1970-01-02T03:04:00Z line-2 - default 1 (1 gpu) (nothing) 90.0 seconds");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "arrivd=Start | columns has no meaning \"arrivd\"; did you mean \"arrived\"?",
        "gpus=GPUs | name the column with the time of arrival: arrived=COLUMN; the columns of the file: Job, Who",
        "arrived=Start | name the column with the duration: duration=COLUMN, or started=COLUMN,ended=COLUMN",
        "arrived=Start,duration=Start | name the column with the size: gpus=COLUMN, cpus=COLUMN or workers=COLUMN",
        "arrived=start,duration=Start,gpus=GPUs | jobs.csv:1: the table has no column \"start\"; did you mean \"Start\"? known:",
        "arrived=Start:months,duration=Start,gpus=GPUs | the unit \"months\" of arrived is not known; known: ms, s",
        "arrived=Start:days,duration=Start,gpus=GPUs | the unit \"days\" of arrived is not known; did you mean \"d\"? known: ms, s",
        "arrived=Start:day,duration=Start,gpus=GPUs | the unit \"day\" of arrived is not known; did you mean \"d\"?",
        "arrived=Start,duration=Start:minutes,gpus=GPUs | the unit \"minutes\" of duration is not known; did you mean \"min\"?",
        "arrived=Start,duration=a:b:c,gpus=GPUs | the unit \"c\" of duration is not known; known: ms, s",
        "arrived=Start,duration=Start:GB,gpus=GPUs | the unit \"GB\" of duration is not known; known: ms, s, min, h, d",
        "arrived=Start,duration=Start,gpus=GPUs:s | the unit \"s\" of gpus is not known; a column of gpus has none",
        "arrived=Submit Time,duration=Start,gpus=GPUs | jobs.csv:2:8: Submit Time must be a time such as 2017-10-09 07:01:55, not \"14.11.2023 22:14:24\"; name its unit or pattern",
        "arrived=Start,duration=Who,gpus=GPUs | jobs.csv:2:4: Who must be seconds, or a time such as 1h30m or 1-02:03:04, not \"ann\"",
        "arrived=Start,started=Start,ended=GPUs,gpus=GPUs | jobs.csv:2: the job ended at 1970-01-01T00:00:02Z, before it started at 1970-01-01T00:01:40Z",
        "arrived=Start,duration=Start,gpus=GPUs,memory=Who | Who must be an amount such as 64 or 64GiB, not \"ann\""
      })
  void aMistakeSaysHowToNameTheColumns(String columns, String message) {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> read(TABLE, columns))
        .withMessageContaining(message);
  }

  @Test
  void workersWithoutDevicesHaveTheirMemory() throws IOException {
    assertThat(read(TABLE, "arrived=Start,duration=Start,workers=GPUs,memory=Mem:GiB"))
        .extracting(job -> job.spec().demand().worker())
        .containsExactly(
            Resources.of(Map.of("gpu", 1.0, "memory", (double) (32L << 30))),
            Resources.of(Map.of("gpu", 1.0, "memory", (double) (64L << 30))));
  }

  @Test
  void aPriorityMayBeAbsentNegativeOrOfSlurm() throws IOException {
    String table = "t,g,p\n1,1,\n2,1,-5\n3,1,4294901760\n4,1,7\n";

    assertThat(read(table, "arrived=t,duration=t,gpus=g,priority=p"))
        .extracting(job -> job.spec().priority())
        .containsExactly(0, -5, Integer.MAX_VALUE, 7);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("t,g,p\n1,1,high\n", "arrived=t,duration=t,gpus=g,priority=p"))
        .withMessageContaining("p must be a whole number, not \"high\"");
  }

  @Test
  void aFormatWithColumnsOfItsOwnRefusesOthers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Traces.CATALOG.format("helios").with(Map.of("id", "a")))
        .withMessageContaining("format helios has columns of its own");
  }

  private List<Submission> read(String table, String columns) throws IOException {
    Path file = Files.writeString(folder.resolve("jobs.csv"), table);
    Map<String, String> named =
        Arrays.stream(columns.split(","))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    var findings =
        new TraceFormat.Findings() {
          @Override
          public void wrong(InputException problem) {
            throw problem;
          }

          @Override
          public void skipped(String reason) {
            skipped.add(reason);
          }
        };
    var reading = new TraceFormat.Reading(Traces.CATALOG, Nodes.NONE, findings);
    TraceFormat format = Traces.CATALOG.tableWith(named);
    try (Stream<Submission> jobs = format.read(InputFile.of(file), reading)) {
      return jobs.toList();
    }
  }
}
