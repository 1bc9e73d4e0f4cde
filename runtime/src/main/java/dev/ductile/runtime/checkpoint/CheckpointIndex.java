package dev.ductile.runtime.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The index of a checkpoint: it names the files, the job and the data. It is written last, so a
 * folder without an index is no checkpoint.
 *
 * @param step the next step
 * @param parts the files that were written
 * @param cursors the next position in each split that is read by a cursor
 * @param job the job of this checkpoint
 * @param data the training data of the job
 */
public record CheckpointIndex(
    long step, List<WrittenFile> parts, List<Cursor> cursors, JobIdentity job, DataMark data) {
  /** Raised whenever an older program would misread a checkpoint. */
  public static final int FORMAT = 2;

  public CheckpointIndex {
    if (step < 0 || parts.isEmpty()) {
      throw new IllegalArgumentException(
          "a checkpoint needs a step and parts, not %d and %s".formatted(step, parts));
    }
    parts = List.copyOf(parts);
    cursors = List.copyOf(cursors);
  }

  String toJson() throws IOException {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField(SealedText.FIELD, SealedText.ZEROS);
      json.writeNumberField("format", FORMAT);
      json.writeNumberField("step", step);
      json.writeObjectFieldStart("job");
      write(json, "fixed", job.fixed());
      write(json, "free", job.free());
      json.writeEndObject();
      json.writeObjectFieldStart("data");
      json.writeStringField("version", data.version());
      json.writeStringField("crc32c", data.checksum());
      json.writeEndObject();
      json.writeArrayFieldStart("parts");
      for (WrittenFile part : parts) {
        json.writeStartObject();
        json.writeStringField("file", part.name());
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
    return SealedText.seal(text.toString());
  }

  private static void write(JsonGenerator json, String name, Map<String, String> settings)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (var setting : settings.entrySet()) {
      json.writeStringField(setting.getKey(), setting.getValue());
    }
    json.writeEndObject();
  }

  /**
   * Reads it back.
   *
   * @throws CheckpointException.Foreign if another version of the program has written it
   * @throws IOException if it differs from the written one
   */
  static CheckpointIndex parse(byte[] bytes) throws IOException {
    refuseFirstFormat(bytes);
    try (JsonParser json = new JsonFactory().createParser(SealedText.open(bytes))) {
      return new Reading().read(json);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The first format had neither a checksum nor a number. */
  private static void refuseFirstFormat(byte[] bytes) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(bytes)) {
      if (json.nextToken() == JsonToken.START_OBJECT
          && "step".equals(json.nextFieldName())
          && json.nextToken() == JsonToken.VALUE_NUMBER_INT
          && "parts".equals(json.nextFieldName())) {
        throw otherFormat(1);
      }
    } catch (CheckpointException.Foreign e) {
      throw e;
    } catch (IOException _) {
      // not of the first format either; the caller reports the mistake
    }
  }

  private static CheckpointException.Foreign otherFormat(int format) {
    return new CheckpointException.Foreign(
        "has format %d, and this program reads format %d".formatted(format, FORMAT));
  }

  private static final class Reading {
    private long step = -1;
    private final List<WrittenFile> parts = new ArrayList<>();
    private final List<Cursor> cursors = new ArrayList<>();
    private JobIdentity job = new JobIdentity(Map.of(), Map.of());
    private DataMark data = DataMark.NONE;

    CheckpointIndex read(JsonParser json) throws IOException {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        field(field, json);
      }
      return new CheckpointIndex(step, parts, cursors, job, data);
    }

    private void field(String field, JsonParser json) throws IOException {
      switch (field) {
        case "format" -> {
          if (json.getIntValue() != FORMAT) {
            throw otherFormat(json.getIntValue());
          }
        }
        case "step" -> step = json.getLongValue();
        case "job" -> job = job(json);
        case "data" -> {
          Map<String, String> texts = texts(json);
          data = new DataMark(texts.getOrDefault("version", ""), texts.getOrDefault("crc32c", ""));
        }
        case "parts" -> {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            parts.add(part(json));
          }
        }
        case "cursors" -> {
          while (json.nextToken() == JsonToken.START_ARRAY) {
            cursors.add(cursor(json));
          }
        }
        default -> json.skipChildren();
      }
    }

    private static JobIdentity job(JsonParser json) throws IOException {
      Map<String, String> fixed = Map.of();
      Map<String, String> free = Map.of();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "fixed" -> fixed = texts(json);
          case "free" -> free = texts(json);
          default -> json.skipChildren();
        }
      }
      return new JobIdentity(fixed, free);
    }

    private static Map<String, String> texts(JsonParser json) throws IOException {
      var texts = new LinkedHashMap<String, String>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        texts.put(field, json.getText());
      }
      return texts;
    }

    private static WrittenFile part(JsonParser json) throws IOException {
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
      return new WrittenFile(file, bytes, checksum);
    }

    private static Cursor cursor(JsonParser json) throws IOException {
      var cursor =
          new Cursor(json.nextIntValue(-1), json.nextLongValue(-1), json.nextLongValue(-1));
      if (json.nextToken() != JsonToken.END_ARRAY || cursor.next() < 0) {
        throw new IOException("a cursor has three numbers, not " + cursor);
      }
      return cursor;
    }
  }
}
