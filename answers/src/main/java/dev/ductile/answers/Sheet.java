package dev.ductile.answers;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Place;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A small CSV file with a header, in memory. */
public record Sheet(InputFile file, List<String> header, List<Line> lines) {
  private static final int MOST_LINES = 100_000;
  private static final int LONGEST = 1 << 16;

  /** One row and the line of the file on which it starts. */
  public record Line(long number, List<String> fields) {}

  public static Sheet read(InputFile file) {
    var lines = new ArrayList<Line>();
    try (var reader = new InputStreamReader(file.open(), StandardCharsets.UTF_8.newDecoder());
        CsvReader<CsvRecord> csv = reader(reader)) {
      for (CsvRecord found : csv) {
        lines.add(new Line(found.getStartingLineNumber(), found.getFields()));
        if (lines.size() > MOST_LINES) {
          throw new InputException(
              Place.in(file.toString()), "has more than %d rows".formatted(MOST_LINES));
        }
      }
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    } catch (UncheckedIOException | CsvParseException problem) {
      throw new InputException(
          Place.at(file.toString(), lines.size() + 1L), "is no row of a CSV file", problem);
    }
    if (lines.isEmpty()) {
      throw new InputException(Place.in(file.toString()), "is empty");
    }
    return new Sheet(file, header(lines.getFirst()), checked(file, lines));
  }

  public InputException wrong(Line line, String what) {
    return new InputException(Place.at(file.toString(), line.number()), what);
  }

  private static CsvReader<CsvRecord> reader(InputStreamReader reader) {
    return CsvReader.builder()
        .skipEmptyLines(true)
        .maxBufferSize(LONGEST)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .ofCsvRecord(reader);
  }

  private static List<String> header(Line first) {
    return first.fields().stream()
        .map(name -> name.replace(TextFile.BYTE_ORDER_MARK, "").strip())
        .toList();
  }

  private static List<Line> checked(InputFile file, List<Line> lines) {
    int width = lines.getFirst().fields().size();
    var mistakes = new Mistakes();
    for (Line line : lines) {
      if (line.fields().size() != width) {
        mistakes.add(
            new InputException(
                Place.at(file.toString(), line.number()),
                "the row has %d fields, but the header has %d"
                    .formatted(line.fields().size(), width)));
      }
    }
    mistakes.throwAny();
    return List.copyOf(lines.subList(1, lines.size()));
  }
}
