package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The check of a whole source tree: its list of slow tests, and the tags that its fast form skips.
 */
final class CheckTest {
  private static final Path ROOT = Ductile.root();

  @TempDir private Path folder;

  @Test
  void theTagsAreTheSameInTheCheckTheRulesAndTheGuide() throws IOException {
    String slow = onlyMatch("slow='(.*)'", Files.readString(ROOT.resolve("check")));
    String guide = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    List<String> explained =
        Pattern.compile("(?m)^\\| `([a-z]+)` \\|")
            .matcher(guide)
            .results()
            .map(CheckTest::group)
            .toList();

    assertThat(new TreeSet<>(Arrays.asList(slow.split("\\|", -1))))
        .isEqualTo(new TreeSet<>(Tidy.TAGS));
    assertThat(explained).containsExactlyElementsOf(new TreeSet<>(Tidy.TAGS));
  }

  @Test
  void theTenSlowestTestClassesArePrinted() throws Exception {
    for (int seconds = 1; seconds <= 12; seconds++) {
      report("module-" + seconds % 3, "dev.ductile.A%dTest".formatted(seconds), seconds + ".25");
    }
    report("module-1", "dev.ductile.SlowTest", "1,234.5");

    List<String> lines = slowest(folder.toString());

    assertThat(lines).hasSize(11);
    assertThat(lines.getFirst()).isEqualTo("check: the slowest test classes, in seconds");
    assertThat(lines.get(1)).isEqualTo("    1234.5  dev.ductile.SlowTest");
    assertThat(lines.get(2)).isEqualTo("      12.2  dev.ductile.A12Test");
    assertThat(lines.getLast()).endsWith("dev.ductile.A4Test");
  }

  @Test
  void reportsOfAnEarlierCheckDoNotCount() throws Exception {
    Path old = report("module", "dev.ductile.OldTest", "3");
    Path started = Files.createFile(folder.resolve("started"));
    Path current = report("module", "dev.ductile.NewTest", "2");
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Files.setLastModifiedTime(old, FileTime.from(now.minusSeconds(60)));
    Files.setLastModifiedTime(started, FileTime.from(now));
    Files.setLastModifiedTime(current, FileTime.from(now.plusSeconds(60)));

    assertThat(slowest(folder.toString(), started.toString()))
        .containsExactly(
            "check: the slowest test classes, in seconds", "       2.0  dev.ductile.NewTest");
  }

  private Path report(String module, String test, String seconds) throws IOException {
    Path reports = folder.resolve(module).resolve("target/surefire-reports");
    Files.createDirectories(reports);
    return Files.writeString(
        reports.resolve("TEST-%s.xml".formatted(test)),
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite version="3.0.2" name="%s" time="%s" tests="1" errors="0">
          <testcase name="a" classname="%s" time="9999"/>
        </testsuite>
        """
            .formatted(test, seconds, test));
  }

  private static List<String> slowest(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(ROOT.resolve(".ci/slowest").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s", lines).isZero();
    return lines;
  }

  private static String onlyMatch(String pattern, String text) {
    List<String> all =
        Pattern.compile(pattern).matcher(text).results().map(CheckTest::group).toList();
    assertThat(all).as(pattern).hasSize(1);
    return all.getFirst();
  }

  private static String group(MatchResult result) {
    return result.group(1);
  }
}
