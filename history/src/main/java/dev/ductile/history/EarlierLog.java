package dev.ductile.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * The event log that an earlier command wrote of the same run.
 *
 * @param start the instant from which its times are counted
 * @param events the number of its lines that are events of the journal
 */
record EarlierLog(Path file, Instant start, long events) {
  /** The kinds of lines that are no events of the journal. */
  private static final Set<String> BESIDE = Set.of("log", "withheld", "rejected");

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Takes a line of the log. */
  @FunctionalInterface
  interface LineTaker {
    void take(String line) throws IOException;
  }

  /** Reads the log in a regular file to its end; empty if there is none. */
  static Optional<EarlierLog> read(Path file, LineTaker taker) throws IOException {
    if (OutputFile.isStandardOutput(file) || !Files.isRegularFile(file) || Files.size(file) == 0) {
      return Optional.empty();
    }
    try (BufferedReader lines = reader(file)) {
      Instant start = start(file, lines, taker);
      long events = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        events += BESIDE.contains(kind(file, line)) ? 0 : 1;
        taker.take(line);
      }
      return Optional.of(new EarlierLog(file, start, events));
    }
  }

  private static BufferedReader reader(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try {
      InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
      return new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    } catch (IOException _) {
      bytes.close();
      throw noLog(file);
    }
  }

  private static Instant start(Path file, BufferedReader lines, LineTaker taker)
      throws IOException {
    String first = Optional.ofNullable(lines.readLine()).orElse("");
    if (!kind(file, first).equals("log")) {
      throw noLog(file);
    }
    taker.take(first);
    try {
      return Instant.parse(json(file, first).path("start").asText());
    } catch (DateTimeParseException _) {
      throw noLog(file);
    }
  }

  private static String kind(Path file, String line) {
    return json(file, line).path("kind").asText();
  }

  private static JsonNode json(Path file, String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException _) {
      throw noLog(file);
    }
  }

  private static InputException noLog(Path file) {
    return new InputException(
        "%s is there and is no whole event log of this run; give --events another file"
            .formatted(file));
  }

  /** Refuses to continue the log of another run. */
  void requireStart(Instant first) {
    if (!first.equals(start)) {
      throw new InputException(
          "%s is the event log of another run: it begins at %s, and this run began at %s; give --events another file"
              .formatted(file, start, first));
    }
  }
}
