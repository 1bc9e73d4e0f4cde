package dev.ductile.server.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.rest.Json;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The first entry of a backup.
 *
 * @param ductileBackup the version of the form of the backup
 * @param created when it was made
 * @param version the version of Ductile that made it
 */
public record BackupManifest(int ductileBackup, Instant created, String version) {
  static final String NAME = "backup.json";
  private static final int FORM = 1;
  private static final int MOST_BYTES = 1 << 16;

  /** The manifest of a backup that is made now. */
  public static BackupManifest of(Instant now, String version) {
    return new BackupManifest(FORM, now, version);
  }

  byte[] bytes() throws IOException {
    return (Json.MAPPER.writeValueAsString(this) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the entry of a file.
   *
   * @param file its name in messages
   * @throws InputException if this version cannot restore the backup
   */
  static BackupManifest read(String file, InputStream bytes) throws IOException {
    BackupManifest manifest = parse(file, bytes);
    if (manifest.ductileBackup != FORM) {
      throw new InputException(
          "%s is a backup of form %d, made by Ductile %s; this version restores form %d"
              .formatted(file, manifest.ductileBackup, manifest.version, FORM));
    }
    return manifest;
  }

  private static BackupManifest parse(String file, InputStream bytes) throws IOException {
    try {
      return Json.MAPPER.readValue(bytes.readNBytes(MOST_BYTES), BackupManifest.class);
    } catch (JsonProcessingException damaged) {
      throw new InputException(
          "%s is no backup of 'ductile backup': its %s cannot be read".formatted(file, NAME),
          damaged);
    }
  }
}
