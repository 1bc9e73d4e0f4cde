package dev.ductile.scenario.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Size;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignTracesTest {
  private static final String RIGID =
      """
      job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,iteration_time,priority
      7,4,2500,1000,resnet,64,200000,0,200,0
      3,1,0,50,bert,4,5000,2500,100,1
      """;

  private static final String PHILLY =
      """
      timestamp,duration,num_gpus,gpu_time,cluster
      2017-10-09 07:01:55,66.0,1,66.0,abc
      2017-10-09 06:13:03,2951.0,8,23608.0,xyz
      2017-10-09 06:14:00,0.0,8,0.0,xyz
      2017-10-09 06:15:00,10.0,0,0.0,xyz
      """;

  private static final String HELIOS =
      """
      job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
      11,u1,vcA,8,48,1,COMPLETED,2020-04-01 10:00:00,2020-04-01 10:00:05,2020-04-01 11:00:05,3600,5
      12,u2,vcB,0,30,3,FAILED,2020-04-01 09:00:00,2020-04-01 09:00:05,2020-04-01 09:01:05,60,5
      """;

  private static final String SWF =
      """
      ; Version: 2.2
      ; UnixStartTime: 1000000
      ;
         1     10   5  100   4  -1 -1  4 3600 -1 1 7 2 -1 3 -1 -1 -1
         2      0   5   60  -1  -1 -1  2 3600 -1 0 8 2 -1 -1 -1 -1 -1
         3     20  -1   -1  -1  -1 -1  2 3600 -1 5 8 2 -1 1 -1 -1 -1
         4     30   5   60   2  -1 -1  2 3600 -1 2 8 2 -1 1 -1 -1 -1
      """;

  private static final String SACCT =
      """
      JobID|JobName|User|Partition|Submit|TraceStart|End|Elapsed|State|NCPUS|AllocTRES|ReqTRES
      100|a "b|ann|gpu|2024-05-01T10:00:00|2024-05-01T10:00:05|2024-05-02T12:03:09|1-02:03:04|COMPLETED|16|billing=16,cpu=16,gres/gpu=4,mem=64G,node=1|
      100.batch|batch||gpu|2024-05-01T10:00:05|2024-05-01T10:00:05|2024-05-02T12:03:09|1-02:03:04|COMPLETED|16|cpu=16|
      101_3|arr|bob|cpu|2024-05-01T09:00:00|2024-05-01T09:00:05|2024-05-01T09:05:05|00:05:00|FAILED|3||cpu=3,mem=500M,node=1
      102|t|bob|gpu|2024-05-01T11:00:00|Unknown|Unknown|00:00:00|PENDING|4|cpu=4|cpu=4
      103|t|bob|gpu|2024-05-01T11:00:00|x|x|00:00:07|CANCELLED by 5|4|cpu=4,gres/gpu:a100=2,node=1|cpu=4
      """;

  private static final String PHILLY_JSON =
      """
      [
        {"status": "Pass", "vc": "v1", "jobid": "application_1_1", "user": "u1",
         "attempts": [
           {"start_time": "2017-10-09 07:02:00", "end_time": "2017-10-09 07:03:00",
            "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}, {"ip": "m2", "gpus": ["gpu0"]}]},
           {"start_time": "2017-10-09 08:00:00", "end_time": "2017-10-09 08:00:30", "detail": []}],
         "submitted_time": "2017-10-09 07:01:55"},
        {"status": "Killed", "vc": "v1", "jobid": "application_1_2", "user": "u2",
         "attempts": [{"start_time": "None", "end_time": null, "detail": []}],
         "submitted_time": "2017-10-09 06:00:00"}
      ]
      """;

  @TempDir private Path folder;

  @Test
  void stepsOfMuriTracesAreLongerByTheFactorOfItsSimulator() throws IOException {
    Traces.Read read = read("rigid.csv", RIGID);

    assertThat(read.format()).isEqualTo("rigid-csv");
    assertThat(read.jobs())
        .extracting(Traces::line)
        .containsExactly(
            "1970-01-01T00:00:00Z 3 bert default 1 (1 gpu) (nothing) 50.0 steps",
            "1970-01-01T00:00:02.500Z 7 resnet default 4 (1 gpu) (nothing) 1000.0 steps");
    Submission second = read.jobs().getLast();
    assertThat(
            1000
                / Traces.CATALOG
                    .speed(second.speed())
                    .stepsPerSecond(Allocation.together(Size.workers(4))))
        .isCloseTo(1000 * 0.2 * 1.015, within(1e-9));
    assertThat(second.spec().bounds().isRigid()).isTrue();
    assertThat(second.spec().demand()).isSameAs(read.jobs().getFirst().spec().demand());
  }

  @Test
  void phillyTracesAreRead() throws IOException {
    Traces.Read read = read("philly.csv", PHILLY);

    assertThat(read.format()).isEqualTo("philly");
    assertThat(read.jobs())
        .extracting(Traces::line)
        .containsExactly(
            "2017-10-09T06:13:03Z line-3 - xyz 8 (1 gpu) (nothing) 2951.0 seconds",
            "2017-10-09T07:01:55Z line-2 - abc 1 (1 gpu) (nothing) 66.0 seconds");
    assertThat(read.skipped()).hasToString("{asked for no GPU=1, took no time=1}");
  }

  @Test
  void phillyTracesInJsonAreRead() throws IOException {
    Traces.Read read = read("cluster_job_log", PHILLY_JSON);

    assertThat(read.format()).isEqualTo("philly-json");
    assertThat(read.jobs())
        .extracting(Traces::line)
        .containsExactly(
            "2017-10-09T07:01:55Z application_1_1 u1 v1 3 (1 gpu) (nothing) 90.0 seconds");
    assertThat(read.skipped()).hasToString("{took no time=1}");
  }

  @Test
  void heliosTracesAreRead() throws IOException {
    Traces.Read read = read("cluster_log.csv", HELIOS);

    assertThat(read.format()).isEqualTo("helios");
    assertThat(read.jobs())
        .extracting(Traces::line)
        .containsExactly(
            "2020-04-01T09:00:00Z 12 u2 vcB 3 (10 cpu) (nothing) 60.0 seconds",
            "2020-04-01T10:00:00Z 11 u1 vcA 8 (6 cpu, 1 gpu) (nothing) 3600.0 seconds");
  }

  @Test
  void standardWorkloadFormatIsRead() throws IOException {
    Traces.Read read = read("log.swf", SWF);

    assertThat(read.format()).isEqualTo("swf");
    assertThat(read.jobs())
        .extracting(Traces::line)
        .containsExactly(
            "1970-01-12T13:46:40Z 2 user-8 default 2 (1 cpu) (nothing) 60.0 seconds",
            "1970-01-12T13:46:50Z 1 user-7 queue-3 4 (1 cpu) (nothing) 100.0 seconds");
    assertThat(read.skipped())
        .hasToString("{is a part of a job that has a line of its own=1, took no time=1}");
  }

  @Test
  void sacctTracesAreRead() throws IOException {
    Traces.Read read = read("sacct.txt", SACCT);

    assertThat(read.format()).isEqualTo("sacct");
    assertThat(read.jobs())
        .extracting(Traces::line)
        .containsExactly(
            "2024-05-01T09:00:00Z 101_3 bob cpu 3 (1 cpu, 166.67 MiB memory) (nothing) 300.0 seconds",
            "2024-05-01T10:00:00Z 100 ann gpu 4 (4 cpu, 1 gpu, 16 GiB memory) (nothing) 93784.0 seconds",
            "2024-05-01T11:00:00Z 103 bob gpu 2 (2 cpu, 1 gpu) (nothing) 7.0 seconds");
    assertThat(read.skipped()).hasToString("{has not ended=1}");
  }

  @Test
  void paiHasParameterServers() throws IOException {
    Files.writeString(
        folder.resolve("pai_task_table.csv"),
        """
        j1,ps,2.0,Terminated,100.0,200.0,400.0,8.0,,CPU
        j1,worker,4.0,Terminated,100.0,200.0,600.0,20.0,50.0,T4
        j2,tensorflow,1.0,Terminated,50.0,60.0,600.0,29.0,100.0,V100
        j2,evaluator,1.0,Terminated,50.0,60.0,200.0,29.0,,MISC
        j3,worker,1.0,Running,50.0,,600.0,29.0,100.0,V100
        """);
    Path jobs =
        Files.writeString(
            folder.resolve("pai_job_table.csv"),
            """
            j1,i1,u1,Terminated,100.0,200.0
            j2,i2,u2,Failed,50.0,65.0
            j3,i3,u2,Running,50.0,
            j4,i4,u2,Failed,50.0,70.0
            """);

    for (Path trace : List.of(jobs, folder)) {
      Traces.Read read = Traces.read(trace);
      assertThat(read.format()).isEqualTo("pai");
      assertThat(read.jobs())
          .extracting(Traces::line)
          .containsExactly(
              "1970-01-01T00:00:50Z j2 u2 default 2 (4 cpu, 0.5 gpu, 27.01 GiB memory) (nothing) 15.0 seconds",
              "1970-01-01T00:01:40Z j1 u1 default 4+2 (6 cpu, 0.5 gpu, 18.63 GiB memory) (4 cpu, 7.45 GiB memory) 100.0 seconds");
      assertThat(read.skipped()).hasSize(2);
    }
  }

  @Test
  void aPaiTraceNeedsBothTables() throws IOException {
    Path jobs = Files.writeString(folder.resolve("pai_job_table.csv"), "j1,i1,u1,Failed,1.0,2.0\n");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Traces.read(jobs))
        .withMessageEndingWith(": there is no pai_task_table.csv here");
  }

  @Test
  void tracesMayBeCompressedAndHaveWindowsLineEnds() throws IOException {
    Traces.Read plain = read("plain.csv", PHILLY);

    Path compressed = Files.write(folder.resolve("philly.csv.gz"), compressed(PHILLY));
    assertThat(Traces.read(compressed).jobs()).isEqualTo(plain.jobs());
    assertThat(read("windows.csv", "\uFEFF" + PHILLY.replace("\n", "\r\n")).jobs())
        .isEqualTo(plain.jobs());
    assertThat(read("swf.gz", SWF.replace("\n", "\r\n")).jobs()).hasSize(2);
  }

  @Test
  void aTruncatedCompressedTraceIsRefused() throws IOException {
    byte[] whole = compressed(PHILLY.repeat(200));
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, whole.length - 20));
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Traces.read(cut))
        .withMessageContaining("cut");
  }

  @ParameterizedTest(name = "{0}: {1} -> {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          rigid  | 1000,resnet     | many,resnet      | t:2:10: iterations must be a number between 0 and 1e18, not "many"
          rigid  | 1000,resnet     | -1,resnet        | t:2:10: iterations must be a number between 0 and 1e18, not "-1"
          rigid  | 1000,resnet     | 0,resnet         | t:2:10: iterations must be above 0, not "0"
          rigid  | 1000,resnet     | NaN,resnet       | t:2:10: iterations must be a number between 0 and 1e18, not "NaN"
          rigid  | 1000,resnet     | Infinity,resnet  | t:2:10: iterations must be a number between 0 and 1e18, not "Infinity"
          rigid  | 1000,resnet     | 1e30,resnet      | t:2:10: iterations must be a number between 0 and 1e18, not "1e30"
          rigid  | 1000,resnet     | 0x10,resnet      | t:2:10: iterations must be a number between 0 and 1e18, not "0x10"
          rigid  | 1000,resnet     | ,resnet          | t:2:10: iterations must be a number between 0 and 1e18, not nothing
          rigid  | 7,4,            | 7,0,             | t:2:3: num_gpu must be at least 1, not 0
          rigid  | 7,4,            | 7,4.5,           | t:2:3: num_gpu must be a whole number up to 1000000, not "4.5"
          rigid  | 7,4,            | "7,7",4,         | t:2: job name "7,7" has the character ','
          rigid  | 7,4,            | ,4,              | t:2: a job needs a name of 1 to 128 characters, not 0
          rigid  | 7,4,            | 3,4,             | t:3: a second job is named 3
          rigid  | 2500            | 1e17             | t:2:5: submit_time must be a time before 2160, not "1e17"
          rigid  | ,200,0          | ,200             | t:2: the row has 9 fields, but 10 are expected; maybe the file was cut
          rigid  | ,200,0          | ,200,0,9         | t:2: the row has 11 fields, but 10 are expected
          rigid  | ,100,1\\n        | ,100,            | t:3: the last row ends in the middle; maybe the file was cut
          rigid  | ,100,1\\n        | ,10              | t:3: the row has 9 fields, but 10 are expected; maybe the file was cut
          rigid  | submit_time     | submitted        | t:1: the table has no column "submit_time"; did you mean "submitted"? known: batch_size, duration,
          """)
  void aMistakeInARigidTraceIsOneLine(String trace, String good, String bad, String message)
      throws IOException {
    requireRefused(trace, good, bad, message);
  }

  @ParameterizedTest(name = "{0}: {1} -> {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          philly | 2017-10-09 07   | 2017-13-09 07    | t:2:1: timestamp must be a time such as 2017-10-09 07:01:55, not "2017-13-09 07:01:55"
          philly | 66.0,1          | -66.0,1          | t:2:21: duration must be a number between 0 and 1e18, not "-66.0"
          philly | 66.0,1,         | 66.0,1000001,    | t:2:26: num_gpus must be a whole number up to 1000000
          helios | 8,48            | 8,x              | t:2:13: cpu_num must be a number between 0 and 1e18, not "x"
          swf    | 10   5  100     | 10   5           | t:4: the line has 17 numbers, but 18 are expected; maybe the file was cut
          swf    | 10   5  100     | ten  5  100      | t:4:3: submit time must be a number between 0 and 1e18, not "ten"
          sacct  | 00:05:00        | 26h              | t:4:79: Elapsed must be a time such as 1-02:03:04, not "26h"
          sacct  | mem=64G         | mem=lots         | AllocTRES has no amount in "lots"
          json   | 07:03:00        | 06:03:00         | t:2:3: an attempt ends at 2017-10-09T06:03:00Z, before its start at 2017-10-09T07:02:00Z
          json   | 2017-10-09 07:01:55 | soon         | t:2:3: submitted_time must be a time such as 2017-10-09 07:01:55, not "soon"
          json   | 06:00:00"}\\n]   | 06:00:00"}       | t:11:1: Unexpected end-of-input: expected close marker for Array
          json   | 06:00:00"}\\n]   | 06:00:00         | t:
          """)
  void aMistakeInAnotherTraceIsOneLine(String trace, String good, String bad, String message)
      throws IOException {
    requireRefused(trace, good, bad, message);
  }

  private void requireRefused(String trace, String good, String bad, String message)
      throws IOException {
    String whole =
        switch (trace) {
          case "rigid" -> RIGID;
          case "philly" -> PHILLY;
          case "helios" -> HELIOS;
          case "swf" -> SWF;
          case "sacct" -> SACCT;
          default -> PHILLY_JSON;
        };
    String changed = whole.replace(good.replace("\\n", "\n"), bad);
    assertThat(changed).isNotEqualTo(whole);
    Path file = Files.writeString(folder.resolve("t"), changed);
    var format =
        Traces.CATALOG.format(
            switch (trace) {
              case "rigid" -> "rigid-csv";
              case "json" -> "philly-json";
              default -> trace;
            });
    TraceValidation validation = TraceValidation.of(InputFile.of(file), format, Traces.CATALOG, 1);

    assertThat(validation.problems())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.getMessage()).doesNotContain("\n").contains(message));
  }

  @Test
  void aLineHasALimit() throws IOException {
    String longest = "9".repeat(10 << 20);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("long.csv", PHILLY + longest))
        .withMessageEndingWith(
            "long.csv:6: is not a row of a table, or is longer than 1048576 characters");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("long.swf", SWF + longest))
        .withMessageEndingWith("long.swf:8: the line is longer than 1048576 characters");
  }

  @Test
  void aTableOfUnknownColumnsSaysHowToNameThemInACommandAndInAScenario() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("t.csv", "a,b\n1,2\n"))
        .withMessageContaining("gpus=num_gpu,duration=runtime of ductile import, or columns: {")
        .withMessageEndingWith("in a scenario; it begins with a,b");
  }

  @Test
  void aFileThatIsNotTextIsRefused() throws IOException {
    byte[] bytes = PHILLY.getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 10] = (byte) 0xff;
    Path file = Files.write(folder.resolve("t.csv"), bytes);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Traces.read(file))
        .withMessageContaining("is not UTF-8 text");
    Path none = Files.write(folder.resolve("t.bin"), new byte[] {0, 1, 2, 3});
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Traces.read(none))
        .withMessageContaining(
            "t.bin: is not a trace of a known format; known: csv, ductile, helios, pai, philly");
  }

  @Test
  void aValidationContinuesAfterAMistake() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.csv"),
            PHILLY
                + "x,1,1,1,a\n2017-10-09 06:15:00,y,0,0.0,xyz\n1,2\n2017-10-09 06:15:00,5,1,5,a\n");
    var format = Traces.CATALOG.formatOf(InputFile.of(file));
    TraceValidation all = TraceValidation.of(InputFile.of(file), format, Traces.CATALOG, 100);
    TraceValidation two = TraceValidation.of(InputFile.of(file), format, Traces.CATALOG, 2);

    assertThat(all.problems()).hasSize(3);
    assertThat(all.problems().getLast().getMessage())
        .endsWith("t.csv:8: the row has 2 fields, but 5 are expected; maybe the file was cut");
    assertThat(all.jobs()).isEqualTo(3);
    assertThat(all.whole()).isTrue();
    assertThat(all.isValid()).isFalse();
    assertThat(all.last()).hasToString("Optional[2017-10-09T07:01:55Z]");
    assertThat(two.problems()).hasSize(2);
    assertThat(two.whole()).isFalse();
  }

  private Traces.Read read(String name, String text) throws IOException {
    return Traces.read(Files.writeString(folder.resolve(name), text));
  }

  private static byte[] compressed(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
