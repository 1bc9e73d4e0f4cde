package dev.ductile.learned.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShadowLogFileTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir private Path folder;

  private final List<String> notes = new ArrayList<>();
  private Path file = Path.of("");

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("shadow.jsonl");
  }

  @Test
  void aDecisionIsOneLine() throws IOException {
    var log = new ShadowLogFile(file, notes::add);

    log.decided(decision(Mode.SHADOW, 0.5));
    log.evaluated(NOW, new Verdict(true, "it is better"));
    log.refused(NOW, "no such policy");

    assertThat(Files.readAllLines(file))
        .containsExactly(
            """
            {"at":"2026-03-01T12:00:00Z","kind":"decision","mode":"shadow","acting":"fifo","shadow":"srtf",\
            "differing":1,"jobs":{"a":{"acting":"2","shadow":""}},"poor":"a job has no server",\
            "slot":{"earned":0.5,"ofTeacher":0.6,"ofCandidate":0.7}}\
            """,
            """
            {"at":"2026-03-01T12:00:00Z","kind":"evaluation","better":true,"sentence":"it is better"}\
            """,
            """
            {"at":"2026-03-01T12:00:00Z","kind":"refused","why":"no such policy"}\
            """);
  }

  @Test
  void theRewardsAreReadAgainExceptFromADamagedLine() throws IOException {
    var log = new ShadowLogFile(file, notes::add);
    log.decided(decision(Mode.SHADOW, 1));
    log.decided(decision(Mode.ACTING, 2));
    Files.writeString(file, "{\"at\":\"2026-03-01T12:00", StandardOpenOption.APPEND);

    assertThat(past(log)).containsExactly("SHADOW 1.0", "ACTING 2.0");
  }

  @Test
  void aFullFileIsKeptOnceUnderAnotherName() throws IOException {
    var log = new ShadowLogFile(file, 300, notes::add);

    for (int i = 0; i < 7; i++) {
      log.decided(decision(Mode.SHADOW, i));
    }

    assertThat(past(log)).containsExactly("SHADOW 4.0", "SHADOW 5.0", "SHADOW 6.0");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsNotedOnce() throws IOException {
    Files.createDirectory(file);
    var log = new ShadowLogFile(file, notes::add);

    log.refused(NOW, "once");
    log.refused(NOW, "twice");

    assertThat(notes)
        .singleElement()
        .asString()
        .startsWith("the decisions in shadow cannot be logged in " + file);
  }

  private static List<String> past(ShadowLogFile log) throws IOException {
    var slots = new ArrayList<String>();
    log.past((mode, slot) -> slots.add(mode + " " + slot.earned()));
    return slots;
  }

  private static ShadowDecision decision(Mode mode, double earned) {
    return new ShadowDecision(
        NOW,
        mode,
        "fifo",
        "srtf",
        1,
        Map.of(new JobId("a"), new ShadowDecision.Sizes("2", "")),
        new RecentDecisions.Anomalies(Optional.empty(), Optional.of("a job has no server")),
        Optional.of(new SlotReward(earned, 0.6, 0.7)));
  }
}
