package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables fit the terminal; a file or a pipe has a line for each row. */
@Tag("process")
@Timeout(300)
final class TableWidthTest {
  private static final List<String> COMMANDS =
      List.of(
          "policies",
          "policies lookahead",
          "profile --list",
          "reproduce",
          "reproduce capes-table-2 --quick",
          "predict resnet50@h200 --link 25Gbps",
          "predict resnet50@h200 --link 25Gbps --workers 4",
          "fit examples/speeds.csv",
          "fit examples/curve.csv --target 0.2 --last-step 600",
          "decide examples/state.yaml --policy lookahead",
          "decide examples/state.yaml --policy fifo,srtf,hell,knee,optimus,marginal",
          "simulate examples/rigid.yaml --seeds 1..2");

  @RegisterExtension
  static final CommandSession NARROW = new CommandSession(Map.of("COLUMNS", "60"));

  @RegisterExtension
  static final CommandSession USUAL = new CommandSession(Map.of("COLUMNS", "80"));

  @RegisterExtension
  static final CommandSession WIDE = new CommandSession(Map.of("COLUMNS", "120"));

  @RegisterExtension static final CommandSession PIPE = new CommandSession();

  @Test
  void everyTableFitsSixtyColumns() throws IOException {
    requireFits(NARROW, 60);
  }

  @Test
  void everyTableFitsEightyColumns() throws IOException {
    requireFits(USUAL, 80);
  }

  @Test
  void everyTableFitsHundredAndTwentyColumns() throws IOException {
    requireFits(WIDE, 120);
  }

  @Test
  void aPipeHasALineForEachPolicy() {
    Ductile.Answer answer = PIPE.run("policies");

    assertThat(answer.out().lines())
        .filteredOn(line -> line.startsWith("tiresias-l "))
        .singleElement()
        .asString()
        .contains("any nodes", "limits=[3250, 7200]", "Gu et al., NSDI 2019");
    assertThat(answer.out()).doesNotContain("not shown");
  }

  @Test
  void aNarrowTableNamesTheColumnsThatItLeavesOut() {
    assertThat(USUAL.run("policies").out()).contains("not shown: settings, paper");
  }

  private static void requireFits(CommandSession session, int width) throws IOException {
    session.linkExamples();
    for (String command : COMMANDS) {
      Ductile.Answer answer = session.run(command.split(" "));

      assertThat(answer.status()).as("%s%n%s", command, answer.err()).isZero();
      assertThat(answer.out().lines().filter(line -> !line.startsWith("  ductile ")))
          .as("%s in %d columns", command, width)
          .allMatch(line -> line.codePointCount(0, line.length()) <= width);
    }
  }
}
