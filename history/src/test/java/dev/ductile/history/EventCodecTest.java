package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Origin;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventCodecTest {
  private final EventCodec codec = new EventCodec(EveryEvent.CATALOG);

  @Test
  void everyEventIsReadAsItWasWritten() throws IOException {
    for (Event event : EveryEvent.list()) {
      byte[] json = codec.write(List.of(event));

      assertThat(codec.read(json)).as(text(json)).containsExactly(event);
    }
  }

  @Test
  void theExamplesHaveEveryKindOfEvent() {
    List<Class<?>> kinds = records(Event.class).distinct().toList();

    assertThat(EveryEvent.list()).extracting(Object::getClass).containsAll(List.copyOf(kinds));
  }

  @Test
  void aBatchIsOneLine() throws IOException {
    assertThat(text(codec.write(EveryEvent.list()))).doesNotContain("\n");
  }

  @Test
  void anEventIsWrittenWithItsKindAndTheNamesOfItsComponents() throws IOException {
    Event down = EveryEvent.list().get(1);

    assertThat(text(codec.write(List.of(down))))
        .isEqualTo(
            """
            [{"kind":"node-down","at":"2026-03-01T12:00:00.123456789Z","node":"node-1",\
            "why":"its \\"disk\\"\\nis gone"}]\
            """);
  }

  @Test
  void aKindThatIsNotKnownIsRefused() {
    byte[] json = "[{\"kind\":\"exploded\"}]".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> codec.read(json))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exploded");
  }

  @Test
  void anEventWithoutOneOfItsComponentsIsRefused() {
    byte[] json = "[{\"kind\":\"finished\",\"job\":\"a\"}]".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> codec.read(json))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at");
  }

  @Test
  void aChangeOfThePolicyWithoutAReasonIsReadFromJournalsOfEarlierBuilds() throws IOException {
    String json = "[{'kind':'policy-set','at':'2026-03-01T12:00:00Z','policy':'srtf'}]";

    assertThat(codec.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
        .containsExactly(new Event.PolicySet(Instant.parse("2026-03-01T12:00:00Z"), "srtf"));
  }

  @Test
  void aChangeByAUserOfAnEarlierBuildNamesNoUser() throws IOException {
    String json =
        "[{'kind':'held','at':'2026-03-01T12:00:00Z','job':'a','why':'not now'},"
            + "{'kind':'resumed','at':'2026-03-01T12:00:00Z','job':'a'},"
            + "{'kind':'unscaled','at':'2026-03-01T12:00:00Z','job':'a'},"
            + "{'kind':'cancelled','at':'2026-03-01T12:00:00Z','job':'a','why':'no more'}]";
    Instant at = Instant.parse("2026-03-01T12:00:00Z");
    var job = new JobId("a");

    assertThat(codec.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new Event.Held(at, job, "not now"),
            new Event.Resumed(at, job),
            new Event.Unscaled(at, job),
            new Event.Cancelled(at, job, "no more"));
  }

  @Test
  void aReportOfStepsWithoutTheSavedOnesIsReadFromJournalsOfEarlierBuilds() throws IOException {
    String json =
        "[{'kind':'progressed','at':'2026-03-01T12:00:00Z','job':'a','revision':2,'steps':7.0,"
            + "'stepsPerSecond':1.5}]";

    assertThat(codec.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new Event.Progressed(Instant.parse("2026-03-01T12:00:00Z"), new JobId("a"), 2, 7, 1.5));
  }

  @Test
  void aJobOfAnEarlierBuildHasNoDependenciesNoSecretsAndNoFatalExitCodes() throws IOException {
    String json = text(codec.write(EveryEvent.list()));
    String earlier =
        json.replaceAll(",\"after\":\\[[^]]*\\]", "")
            .replaceAll(",\"failOn\":\\[[^]]*\\],\"secrets\":\\{[^}]*\\}", "");

    List<Event> read = codec.read(earlier.getBytes(StandardCharsets.UTF_8));

    assertThat(earlier).isNotEqualTo(json).doesNotContain("after", "failOn", "secrets");
    assertThat(text(codec.write(read)))
        .isEqualTo(
            json.replaceAll("\"after\":\\[[^]]*\\]", "\"after\":[]")
                .replaceAll("\"failOn\":\\[[^]]*\\]", "\"failOn\":[]")
                .replaceAll("\"secrets\":\\{[^}]*\\}", "\"secrets\":{}"));
  }

  @Test
  void aQueueOfAnEarlierBuildOnlyHasAQuota() throws IOException {
    String json =
        "[{'kind':'queue-set','at':'2026-03-01T12:00:00Z','queue':{'name':'night','quota':{'gpu':8}}}]";

    assertThat(codec.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new Event.QueueSet(
                Instant.parse("2026-03-01T12:00:00Z"), new Queue("night", Resources.gpus(8))));
  }

  @Test
  void aJobOfAnEarlierBuildComesFromNoJobFile() throws IOException {
    Event submitted =
        EveryEvent.list().stream()
            .filter(Event.Submitted.class::isInstance)
            .findFirst()
            .orElseThrow();
    String earlier =
        text(codec.write(List.of(submitted))).replaceFirst(",\"origin\":\\{[^}]*\\}", "");

    assertThat(earlier).doesNotContain("origin");
    assertThat(codec.read(earlier.getBytes(StandardCharsets.UTF_8))).containsExactly(submitted);
  }

  @Test
  void aJobOfAnEarlierBuildHasNotTheSpeedOfAnotherJob() throws IOException {
    var origin = new Origin("ads", "ads", "command: [train]");
    Event submitted =
        EveryEvent.list().stream()
            .filter(Event.Submitted.class::isInstance)
            .map(Event.Submitted.class::cast)
            .findFirst()
            .map(job -> new Event.Submitted(job.at(), job.spec(), job.speed(), job.pause(), origin))
            .orElseThrow();
    String earlier = text(codec.write(List.of(submitted))).replace(",\"speedFrom\":null", "");

    assertThat(earlier).doesNotContain("speedFrom");
    assertThat(codec.read(earlier.getBytes(StandardCharsets.UTF_8))).containsExactly(submitted);
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Stream.of(type.getPermittedSubclasses()).flatMap(EventCodecTest::records);
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
