package dev.ductile.learned.model;

import dev.ductile.text.OutputFile;
import dev.ductile.text.TextFile;
import dev.ductile.text.WriteFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file of a model, in the open format safetensors. The metadata has a part for each component
 * of the model, and the SHA-256 of the whole file in which that hash is 64 zeros.
 */
public final class ModelFile {
  /** The largest file, in bytes. */
  static final int MOST_BYTES = 64 << 20;

  /** The version of the metadata and of the names of tensors. */
  static final int FORMAT_VERSION = 1;

  static final String COPY_AGAIN = "copy the file again, or train the model again";
  static final String NAME_ANOTHER = "name a file that ductile learn has written";

  private static final String FORMAT_KEY = "format";
  private static final String FORMAT = "ductile-model";
  private static final String VERSION_KEY = "format_version";
  private static final String HASH_KEY = "sha256";
  private static final String NO_HASH = "0".repeat(64);

  private ModelFile() {}

  /** Writes a model; the file has either its old content or all of the new. */
  public static void write(Path file, LearnedModel model) {
    byte[] bytes = bytes(model);
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a model of %d bytes is larger than %d MiB".formatted(bytes.length, MOST_BYTES >> 20));
    }
    try {
      OutputFile.write(file, out -> out.write(bytes));
    } catch (IOException problem) {
      throw WriteFailure.writing("the model", file, problem);
    }
  }

  /**
   * Reads a model.
   *
   * @throws UnusableModelException if the file cannot be read or is not a whole, sound model
   */
  public static LearnedModel read(Path file) {
    return model(file.toString(), content(file));
  }

  /** The hash of a model, which its file contains; equal models have equal hashes. */
  public static String hash(LearnedModel model) {
    return digest(unsigned(model));
  }

  static byte[] bytes(LearnedModel model) {
    byte[] bytes = unsigned(model);
    String hash = digest(bytes);
    replace(bytes, NO_HASH, hash);
    return bytes;
  }

  static LearnedModel model(String name, byte[] bytes) {
    TensorFile file = new TensorReader(name, bytes).read();
    Map<String, String> metadata = file.metadata();
    if (!FORMAT.equals(metadata.get(FORMAT_KEY))) {
      throw new UnusableModelException(
          name, "is a safetensors file of another program", NAME_ANOTHER);
    }
    requireVersion(name, metadata.getOrDefault(VERSION_KEY, "none"));
    requireHash(name, metadata.getOrDefault(HASH_KEY, ""), bytes);
    try {
      return ModelMetadata.model(file);
    } catch (IllegalArgumentException problem) {
      throw new UnusableModelException(
          name, String.valueOf(problem.getMessage()), "train the model again", problem);
    }
  }

  /** The bytes of a model with zeros for its hash. */
  private static byte[] unsigned(LearnedModel model) {
    var metadata = new TreeMap<>(ModelMetadata.of(model));
    metadata.put(FORMAT_KEY, FORMAT);
    metadata.put(VERSION_KEY, Integer.toString(FORMAT_VERSION));
    metadata.put(HASH_KEY, NO_HASH);
    return TensorWriter.bytes(new TensorFile(metadata, NetworkTensors.of(model.networks())));
  }

  private static byte[] content(Path file) {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new UnusableModelException(file.toString(), "is not a regular file", NAME_ANOTHER);
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
          throw new UnusableModelException(
              file.toString(), "is larger than %d MiB".formatted(MOST_BYTES >> 20), NAME_ANOTHER);
        }
        return bytes;
      }
    } catch (IOException problem) {
      throw new UnusableModelException(
          file.toString(), TextFile.reason(problem), NAME_ANOTHER, problem);
    }
  }

  private static void requireVersion(String name, String version) {
    if (!version.equals(Integer.toString(FORMAT_VERSION))) {
      throw new UnusableModelException(
          name,
          "has format version %s, and this Ductile reads %d".formatted(version, FORMAT_VERSION),
          "update Ductile, or train the model again");
    }
  }

  private static void requireHash(String name, String hash, byte[] bytes) {
    byte[] unsigned = bytes.clone();
    boolean found = hash.length() == NO_HASH.length() && replace(unsigned, hash, NO_HASH);
    if (!found || !digest(unsigned).equals(hash)) {
      throw new UnusableModelException(
          name, "was changed after it was written: its hash is of other content", COPY_AGAIN);
    }
  }

  /** Replaces the hash in the header; whether it is there. */
  private static boolean replace(byte[] bytes, String old, String hash) {
    byte[] before = "\"%s\":\"%s\"".formatted(HASH_KEY, old).getBytes(StandardCharsets.UTF_8);
    byte[] after = "\"%s\":\"%s\"".formatted(HASH_KEY, hash).getBytes(StandardCharsets.UTF_8);
    for (int i = TensorFile.PREFIX; i + before.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + before.length, before, 0, before.length)) {
        System.arraycopy(after, 0, bytes, i, after.length);
        return before.length == after.length;
      }
    }
    return false;
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException problem) {
      throw new IllegalStateException("every Java has SHA-256", problem);
    }
  }
}
