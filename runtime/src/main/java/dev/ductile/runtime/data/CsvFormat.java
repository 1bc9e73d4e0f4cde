package dev.ductile.runtime.data;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Lines such as {@code 1,0.5,-3.25}: a number for each feature, and the label.
 *
 * @param labelColumn the column of the label, from 0
 */
record CsvFormat(int features, int labelColumn) implements LineFormat {
  private static final String LABEL = "label";

  /** The format of a file whose first line is a header, if it is one. */
  static CsvFormat of(int features, List<String> header) {
    return new CsvFormat(features, Math.max(0, header.indexOf(LABEL)));
  }

  /** The names of columns, in small letters; none if the line is not a header. */
  static List<String> header(byte[] bytes, int from, int to) {
    String line = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    List<String> words =
        Stream.of(line.split(",", -1))
            .map(word -> word.strip().replace("\"", "").toLowerCase(Locale.ROOT))
            .toList();
    return words.stream().anyMatch(CsvFormat::isName) ? words : List.of();
  }

  private static boolean isName(String word) {
    return !word.isEmpty()
        && (Character.isLetter(word.charAt(0)) || word.charAt(0) == '_')
        && !List.of("nan", "inf", "infinity", "null", "na").contains(word);
  }

  @Override
  public boolean isSkipped(byte[] bytes, int from, int to) {
    return blanks(bytes, from, to) == to || bytes[from] == '#';
  }

  @Override
  public int width() {
    return features;
  }

  @Override
  public void parse(byte[] bytes, int from, int to, Row row) throws MalformedDataException {
    int column = 0;
    int begin = from;
    for (int i = from; i <= to; i++) {
      if (i == to || bytes[i] == ',') {
        float number = number(bytes, begin, i, column);
        if (column == labelColumn) {
          row.label(number);
        } else if (column <= features) {
          row.value(column < labelColumn ? column : column - 1, number);
        }
        column++;
        begin = i + 1;
      }
    }
    if (column != features + 1) {
      throw new MalformedDataException(
          "%d columns; with %d features and a label there should be %d"
              .formatted(column, features, features + 1));
    }
  }

  private static float number(byte[] bytes, int from, int to, int column)
      throws MalformedDataException {
    int begin = blanks(bytes, from, to);
    int end = to;
    while (end > begin && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) {
      end--;
    }
    if (begin == end) {
      throw new MalformedDataException("column %d is empty".formatted(column + 1));
    }
    return Decimal.read(bytes, begin, end);
  }

  private static int blanks(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && (bytes[i] == ' ' || bytes[i] == '\t')) {
      i++;
    }
    return i;
  }
}
