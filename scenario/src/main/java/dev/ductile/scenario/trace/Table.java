package dev.ductile.scenario.trace;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.ductile.scenario.TraceFormat.Findings;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import dev.ductile.text.TextFile;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/** A file of rows with a separator between fields, read row by row. */
final class Table implements AutoCloseable {
  /** A character that no text contains, so that quotes have no meaning. */
  private static final char NO_QUOTE = '\u0001';

  private final InputFile file;
  private final boolean quoted;
  private final LastCharacter reader;
  private final CsvReader<CsvRecord> csv;
  private final Iterator<CsvRecord> records;
  private boolean readable = true;
  private long line;
  private int width = -1;

  private Table(InputFile file, char separator, char quote) {
    this.file = file;
    this.quoted = quote != NO_QUOTE;
    try {
      this.reader =
          new LastCharacter(
              new InputStreamReader(file.open(), StandardCharsets.UTF_8.newDecoder()));
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
    this.csv =
        CsvReader.builder()
            .fieldSeparator(separator)
            .quoteCharacter(quote)
            .skipEmptyLines(true)
            .maxBufferSize(TextLines.LONGEST)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(reader);
    this.records = csv.iterator();
  }

  static Table commas(InputFile file) {
    return new Table(file, ',', '"');
  }

  static Table pipes(InputFile file) {
    return new Table(file, '|', NO_QUOTE);
  }

  /** A table of which the most frequent separator of the first line separates the fields. */
  static Table separated(InputFile file) {
    String header = TraceStart.firstLine(file.start());
    char separator = ',';
    for (char other : new char[] {';', '\t', '|'}) {
      separator = count(header, other) > count(header, separator) ? other : separator;
    }
    return new Table(file, separator, '"');
  }

  private static long count(String text, char character) {
    return text.chars().filter(one -> one == character).count();
  }

  /** The same table without a header, with this many fields in each row. */
  Table wide(int fields) {
    width = fields;
    return this;
  }

  /** Reads the first row as the names of the columns. */
  Header header() {
    Row row = next().orElseThrow(() -> new InputException(Place.in(file.toString()), "is empty"));
    return new Header(Place.at(file.toString(), row.line()), row.fields());
  }

  /** The next row, with as many fields as the first; empty after the last row. */
  private Optional<Row> next() {
    Optional<CsvRecord> found = advance();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    CsvRecord csvRecord = found.get();
    line = csvRecord.getStartingLineNumber();
    Row row = new Row(file.toString(), line, csvRecord.getFields(), quoted);
    width = width < 0 ? row.fields().size() : width;
    if (row.fields().size() != width) {
      String advice = row.fields().size() < width ? "; maybe the file was cut" : "";
      throw row.wrong(
          "the row has %d fields, but %d are expected%s"
              .formatted(row.fields().size(), width, advice));
    }
    if (row.fields().getLast().isEmpty() && !records.hasNext() && reader.last != '\n') {
      throw row.wrong("the last row ends in the middle; maybe the file was cut");
    }
    return Optional.of(row);
  }

  /** The next row with the right number of fields; wrong rows are reported to {@code findings}. */
  Optional<Row> next(Findings findings) {
    while (readable) {
      try {
        return next();
      } catch (InputException problem) {
        findings.wrong(problem);
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    try {
      csv.close();
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
  }

  private Optional<CsvRecord> advance() {
    try {
      return records.hasNext() ? Optional.of(records.next()) : Optional.empty();
    } catch (UncheckedIOException problem) {
      readable = false;
      throw unreadable(Objects.requireNonNull(problem.getCause()));
    } catch (CsvParseException problem) {
      readable = false;
      if (problem.getCause() instanceof IOException unreadable) {
        throw unreadable(unreadable);
      }
      throw new InputException(
          Place.at(file.toString(), line + 1),
          "is not a row of a table, or is longer than %d characters".formatted(TextLines.LONGEST),
          problem);
    }
  }

  private InputException unreadable(IOException problem) {
    String what =
        problem instanceof CharacterCodingException
            ? "is not UTF-8 text"
            : TextFile.reason(problem);
    return new InputException(Place.at(file.toString(), line + 1), what, problem);
  }

  /** Remembers the last character, which shows whether the file was truncated. */
  private static final class LastCharacter extends FilterReader {
    private char last = '\n';

    LastCharacter(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      if (count > 0) {
        last = buffer[offset + count - 1];
      }
      return count;
    }
  }
}
