package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of measurements is generated from the recorded results. */
class GeneratedMeasurementsTest {
  private static final Path BENCH = SourceTree.here().root().resolve("bench");
  private static final String BEGIN =
      "<!-- generated from bench/results by ./check --generate -->\n";
  private static final String END = "<!-- end of what is generated -->\n";

  @TempDir private Path folder;

  @Test
  void tableOfMeasurementsIsGenerated() throws IOException {
    Path page = BENCH.resolve("README.md");
    String text = Files.readString(page);
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END);
    assertThat(from).as("the begin of the table").isNotNegative();
    assertThat(to).as("the end of the table").isGreaterThan(from);

    new GeneratedFile(page)
        .check(
            text.substring(0, from + BEGIN.length())
                + table(BENCH.resolve("results"))
                + text.substring(to));
  }

  @Test
  void rowsNameTheConditionsOfTheirRuns() throws IOException {
    Files.writeString(
        folder.resolve("fits.csv"),
        """
        figure,value,aim,date,commit,machine,load
        error,5 %,8 %,2026-01-02,abc1234,2 x Xeon,0.10
        a | b,1,,2026-01-02,abc1234,2 x Xeon,0.10
        """);
    Files.writeString(
        folder.resolve("growth.csv"),
        """
        figure,value,aim,date,commit,machine,load
        exponent,0.9,,,,2 cores,idle
        """);

    assertThat(table(folder))
        .isEqualTo(
            """
            | measurement | figure | aim | run |
            |---|---|---|---|
            | `fits`: error | 5 % | 8 % | A |
            | `fits`: a \\| b | 1 |  | A |
            | `growth`: exponent | 0.9 |  | B |

            Runs: A: 2026-01-02, commit abc1234, 2 x Xeon, load 0.10; B: date and commit not recorded, 2 cores, load idle.
            """);
  }

  /** A measurement that is renamed takes its results with it. */
  @Test
  void everyRecordedMeasurementIsListedAndRunByTheCommand() throws IOException {
    String script = Files.readString(BENCH.resolve("run"));
    Set<String> run =
        matches("(?m)^  ([a-z0-9-]+)\\)", script.substring(script.indexOf("\ncase ")));
    Set<String> listed =
        matches("(?m)^  ([a-z0-9-]+)( |$)", script.substring(script.indexOf("usage:")));

    assertThat(run).hasSizeGreaterThan(20);
    assertThat(listed).containsAll(run);
    for (Path file : files(BENCH.resolve("results"))) {
      assertThat(run).contains(String.valueOf(file.getFileName()).replace(".csv", ""));
    }
  }

  /** A class that is renamed takes its new name in the list of equivalent mutants too. */
  @Test
  void everyClassOfAnEquivalentMutantExists() throws IOException {
    String parts = "(api|scheduler|journal|server|engines/supervision)";
    Set<String> types =
        SourceTree.here().texts().keySet().stream()
            .filter(file -> file.matches(parts + "/src/main/java/.*\\.java"))
            .map(file -> file.substring(file.lastIndexOf('/') + 1).replace(".java", ""))
            .collect(Collectors.toSet());
    Set<String> named =
        matches(
            "(?m)^([A-Z]\\w+)[^,]*,", Files.readString(BENCH.resolve("equivalent-mutants.csv")));

    assertThat(types).containsAll(named);
  }

  private static Set<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String table(Path results) throws IOException {
    var runs = new LinkedHashMap<String, String>();
    var text = new StringBuilder("| measurement | figure | aim | run |\n|---|---|---|---|\n");
    for (Path file : files(results)) {
      String name = String.valueOf(file.getFileName()).replace(".csv", "");
      for (NamedCsvRecord row : rows(file)) {
        String run = runs.computeIfAbsent(conditions(row), _ -> label(runs.size()));
        text.append(
            "| `%s`: %s | %s | %s | %s |\n"
                .formatted(
                    name,
                    cell(row.getField("figure")),
                    cell(row.getField("value")),
                    cell(row.getField("aim")),
                    run));
      }
    }
    return text.append(legend(runs)).toString();
  }

  private static String legend(Map<String, String> runs) {
    return "\nRuns: %s.\n"
        .formatted(
            runs.entrySet().stream()
                .map(run -> run.getValue() + ": " + run.getKey())
                .collect(Collectors.joining("; ")));
  }

  private static String conditions(NamedCsvRecord row) {
    String commit = row.getField("commit");
    String when =
        commit.isEmpty()
            ? "date and commit not recorded"
            : "%s, commit %s".formatted(row.getField("date"), commit);
    return "%s, %s, load %s".formatted(when, row.getField("machine"), row.getField("load"));
  }

  /** A to Z, then A1 to Z1 and so on. */
  private static String label(int index) {
    char letter = (char) ('A' + index % 26);
    return index < 26 ? String.valueOf(letter) : letter + String.valueOf(index / 26);
  }

  private static List<Path> files(Path results) throws IOException {
    try (Stream<Path> files = Files.list(results)) {
      return files.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
  }

  private static List<NamedCsvRecord> rows(Path file) throws IOException {
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
      return new ArrayList<>(rows.stream().toList());
    }
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
