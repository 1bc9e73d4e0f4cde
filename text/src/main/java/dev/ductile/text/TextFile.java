package dev.ductile.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads whole text files; a failure is one line with its cause. */
public final class TextFile {
  /** The byte order mark, which some editors write before the first character. */
  public static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFile() {}

  static String read(InputFile file, Syntax syntax) {
    String text = decoded(file, bytes(file));
    if (text.isBlank()) {
      throw new InputException(Place.in(file.toString()), "the file is empty");
    }
    if (syntax == Syntax.YAML) {
      requireShortLines(file, text);
    }
    return text;
  }

  /** The cause of a failed read or write, as a message. */
  public static InputException failed(Path file, IOException problem) {
    return new InputException(Place.in(file.toString()), reason(problem), problem);
  }

  /** The cause of a failed read, as a message. */
  public static InputException failed(InputFile file, IOException problem) {
    return new InputException(Place.in(file.toString()), reason(problem), problem);
  }

  /** The cause of an error of the operating system, in words. */
  public static String reason(IOException problem) {
    return switch (problem) {
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "permission denied";
      case EOFException _ -> "the file ends in the middle; maybe it was cut";
      case FileSystemException system when system.getReason() != null ->
          system.getReason().toLowerCase(Locale.ROOT);
      default -> String.valueOf(problem.getMessage());
    };
  }

  private static byte[] bytes(InputFile file) {
    if (file.isFolder()) {
      throw new InputException(Place.in(file.toString()), "is a folder, not a file");
    }
    try (InputStream in = file.bytes()) {
      byte[] bytes = in.readNBytes(Syntax.MOST_BYTES + 1);
      if (bytes.length > Syntax.MOST_BYTES) {
        throw new InputException(
            Place.in(file.toString()),
            "the file is larger than %d MiB".formatted(Syntax.MOST_BYTES >> 20));
      }
      return bytes;
    } catch (IOException problem) {
      throw failed(file, problem);
    }
  }

  private static String decoded(InputFile file, byte[] bytes) {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    var text = CharBuffer.allocate(bytes.length + 1);
    var in = ByteBuffer.wrap(bytes);
    boolean malformed = decoder.decode(in, text, true).isError();
    text.flip();
    int bad = malformed ? text.length() : indexOfControl(text);
    if (bad >= 0) {
      long line = text.subSequence(0, bad).chars().filter(c -> c == '\n').count() + 1;
      throw new InputException(Place.at(file.toString(), line), "is not UTF-8 text");
    }
    return text.toString();
  }

  private static int indexOfControl(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\r' && c != '\t') {
        return i;
      }
    }
    return -1;
  }

  private static void requireShortLines(InputFile file, String text) {
    int line = 1;
    int start = 0;
    for (int end = text.indexOf('\n'); start < text.length(); end = text.indexOf('\n', start)) {
      int stop = end < 0 ? text.length() : end;
      if (stop - start > Syntax.LONGEST_LINE) {
        throw new InputException(
            Place.at(file.toString(), line),
            "the line is longer than %d characters".formatted(Syntax.LONGEST_LINE));
      }
      line++;
      start = stop + 1;
    }
  }
}
