package dev.ductile.runtime.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What makes the parts of a checkpoint one: written last, so that a checkpoint without it is none.
 *
 * @param step the step that comes next
 * @param parts the files that were written
 * @param cursors where splits go on that are read by cursors
 */
public record CheckpointIndex(long step, List<Part> parts, List<Cursor> cursors) {
  public CheckpointIndex {
    if (step < 0 || parts.isEmpty()) {
      throw new IllegalArgumentException(
          "a checkpoint needs a step and parts, not %d and %s".formatted(step, parts));
    }
    parts = List.copyOf(parts);
    cursors = List.copyOf(cursors);
  }

  /**
   * One file, in the folder of the index.
   *
   * @param checksum CRC-32C of all its bytes
   */
  public record Part(String file, long bytes, long checksum) {
    public Part {
      if (!file.matches("[\\w.\\-]+") || file.startsWith(".")) {
        throw new IllegalArgumentException("a part is a file beside its index, not " + file);
      }
    }
  }

  /** Where a split goes on: all is applied up to {@code safe}, and some up to {@code next}. */
  public record Cursor(int split, long safe, long next) {}

  String toJson() throws IOException {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeNumberField("step", step);
      json.writeArrayFieldStart("parts");
      for (Part part : parts) {
        json.writeStartObject();
        json.writeStringField("file", part.file());
        json.writeNumberField("bytes", part.bytes());
        json.writeNumberField("crc32c", part.checksum());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("cursors");
      for (Cursor cursor : cursors) {
        json.writeArray(new long[] {cursor.split(), cursor.safe(), cursor.next()}, 0, 3);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  /** Reads it back; what does not fit is an {@code IOException}. */
  static CheckpointIndex parse(String text) throws IOException {
    long step = -1;
    var parts = new ArrayList<Part>();
    var cursors = new ArrayList<Cursor>();
    try (JsonParser json = new JsonFactory().createParser(text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        if (field.equals("step")) {
          step = json.getLongValue();
        } else if (field.equals("parts") && value == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            parts.add(part(json));
          }
        } else if (field.equals("cursors") && value == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.START_ARRAY) {
            cursors.add(cursor(json));
          }
        } else {
          json.skipChildren();
        }
      }
      return new CheckpointIndex(step, parts, cursors);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Part part(JsonParser json) throws IOException {
    String file = "";
    long bytes = -1;
    long checksum = -1;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "file" -> file = json.getText();
        case "bytes" -> bytes = json.getLongValue();
        case "crc32c" -> checksum = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    return new Part(file, bytes, checksum);
  }

  private static Cursor cursor(JsonParser json) throws IOException {
    var cursor = new Cursor(json.nextIntValue(-1), json.nextLongValue(-1), json.nextLongValue(-1));
    if (json.nextToken() != JsonToken.END_ARRAY || cursor.next() < 0) {
      throw new IOException("a cursor has three numbers, not " + cursor);
    }
    return cursor;
  }
}
