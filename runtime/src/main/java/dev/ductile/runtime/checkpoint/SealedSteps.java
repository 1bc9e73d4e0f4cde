package dev.ductile.runtime.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A file beside the checkpoints with the steps of the complete ones. It distinguishes a checkpoint
 * whose index is lost from one that was never completed.
 */
record SealedSteps(Disk disk, Path file) {
  private static final long MOST_BYTES = 1 << 20;

  /** Empty at the beginning of a job, and if the file is damaged. */
  Set<Long> steps() throws IOException {
    try {
      return read();
    } catch (DamagedFileException _) {
      return Set.of();
    }
  }

  /** The damage of the file; empty if there is none, or no file. */
  Optional<String> damage() throws IOException {
    try {
      read();
      return Optional.empty();
    } catch (DamagedFileException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Set<Long> read() throws IOException {
    byte[] bytes;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new DamagedFileException("it has %d bytes".formatted(Files.size(file)));
      }
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException _) {
      return Set.of();
    } catch (DamagedFileException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
    try {
      return parse(SealedText.open(bytes));
    } catch (IOException e) {
      throw new DamagedFileException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Set<Long> parse(String text) throws IOException {
    var steps = new TreeSet<Long>();
    try (JsonParser json = new JsonFactory().createParser(text)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.VALUE_NUMBER_INT) {
          steps.add(json.getLongValue());
        }
      }
    }
    return steps;
  }

  void write(Collection<Long> steps) throws IOException {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField(SealedText.FIELD, SealedText.ZEROS);
      json.writeArrayFieldStart("steps");
      for (long step : new TreeSet<>(steps)) {
        json.writeNumber(step);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    WrittenFile.write(disk, file, SealedText.seal(text.toString()));
  }
}
