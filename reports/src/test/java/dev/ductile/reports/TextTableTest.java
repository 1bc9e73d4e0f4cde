package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextTableTest {
  private static final int TABLES = 200;

  @Test
  void aTableThatFitsHasALineForEachRow() {
    assertThat(policies().in(80)).isEqualTo(policies().toString());
    assertThat(policies().fits(50)).isTrue();
    assertThat(policies().fits(49)).isFalse();
    assertThat(policies().toString())
        .isEqualTo(
            """
            NAME  MEANING                                 JOBS
            fifo  in order of arrival                       12
            srtf  the shortest remaining time goes first     7
            """);
  }

  @Test
  void longCellsWrapBetweenWords() {
    assertThat(policies().in(36))
        .isEqualTo(
            """
            NAME  MEANING                 JOBS
            fifo  in order of arrival       12
            srtf  the shortest remaining     7
                  time goes first
            """);
  }

  @Test
  void columnsWithoutAPlaceFollowBelow() {
    var table = new TextTable(List.of("Policy", "Mean queueing", "Makespan", "Utilisation"));
    table.add(List.of("fifo", "1h 3m", "1d 17h", "61.0%"));
    table.rule();
    table.add(List.of("infinite", "0s", "1d 14h", ""));

    assertThat(table.in(30))
        .isEqualTo(
            """
            Policy        Mean  Makespan
                      queueing
            fifo         1h 3m    1d 17h
            ----------------------------
            infinite        0s    1d 14h

            Policy    Utilisation
            fifo            61.0%
            ---------------------
            infinite
            """);
  }

  /** No letter is lost, and no line is too long if the longest words fit. */
  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 120})
  void everyCellIsInTheTable(int width) {
    for (int seed = 0; seed < TABLES; seed++) {
      var random = new Random(seed);
      TextTable table = random(random);
      String text = table.in(width);

      assertThat(text.lines()).as("seed %d", seed).allMatch(line -> line.length() <= width);
      assertThat(letters(text)).as("seed %d", seed).containsAll(letters(table.toString()));
    }
  }

  @Test
  void aLongNameHasHalfOfTheWidth() {
    var table = new TextTable(List.of("Name", "Meaning"));
    table.add(List.of("n".repeat(50), "some words about it"));

    assertThat(table.in(40).lines()).allMatch(line -> line.length() <= 40);
  }

  private static List<Character> letters(String text) {
    return text.chars().mapToObj(letter -> (char) letter).distinct().toList();
  }

  private static TextTable random(Random random) {
    int columns = 2 + random.nextInt(8);
    var table = new TextTable(row(columns, random));
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      table.add(row(columns, random));
    }
    return table;
  }

  private static List<String> row(int columns, Random random) {
    var row = new ArrayList<String>();
    for (int i = 0; i < columns; i++) {
      boolean isNumber = i > 0 && random.nextInt(3) == 0;
      row.add(
          isNumber
              ? Integer.toString(random.nextInt(1_000_000))
              : IntStream.range(0, random.nextInt(6))
                  .mapToObj(_ -> word(random))
                  .collect(Collectors.joining(" ")));
    }
    return row;
  }

  private static String word(Random random) {
    return IntStream.range(0, 1 + random.nextInt(10))
        .mapToObj(_ -> String.valueOf((char) ('a' + random.nextInt(26))))
        .collect(Collectors.joining());
  }

  private static TextTable policies() {
    var table = new TextTable(List.of("NAME", "MEANING", "JOBS"));
    table.add(List.of("fifo", "in order of arrival", "12"));
    table.add(List.of("srtf", "the shortest remaining time goes first", "7"));
    return table;
  }
}
