package dev.ductile.server;

import dev.ductile.api.Estimator;
import dev.ductile.history.EventCodec;
import dev.ductile.history.EventSource;
import dev.ductile.history.RecordedJournal;
import dev.ductile.history.RunSettings;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.Snapshots;
import dev.ductile.journal.StoredEvents;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.LedgerSnapshot;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a server has recorded in its data folder, for readers beside it.
 *
 * @param database the URL of the database; that in the folder if it is absent
 */
public record ServerRecording(ServiceFolder folder, Optional<String> database) {
  /** Whether this is a data folder, or a database is named. */
  public boolean exists() {
    return database.isPresent()
        || Files.isRegularFile(folder.database())
        || Files.isRegularFile(folder.settings());
  }

  /**
   * The journal, which can be read while the server runs. It begins at the oldest snapshot if older
   * events are no longer kept.
   */
  public RecordedJournal journal(Catalog catalog) {
    var codec = new EventCodec(catalog);
    try (Database opened = open()) {
      var snapshots = new Snapshots(opened);
      boolean isWhole =
          new StoredEvents(opened, codec).first().map(first -> first == 1).orElse(false);
      Optional<RecordedJournal> later =
          isWhole
              ? Optional.empty()
              : snapshots.oldest(stored -> from(stored, catalog, codec), _ -> {});
      return later.orElseGet(() -> RecordedJournal.whole(events(codec, 1)));
    }
  }

  private RecordedJournal from(Snapshots.Stored begin, Catalog catalog, EventCodec codec)
      throws IOException {
    LedgerSnapshot ledger = new SnapshotCodec(catalog, Estimator.NONE).read(begin.parts());
    return new RecordedJournal(Optional.of(ledger), events(codec, begin.lastEvent() + 1));
  }

  private EventSource events(EventCodec codec, long from) {
    return events -> {
      try (Database opened = open()) {
        new StoredEvents(opened, codec).read(from, events);
      }
    };
  }

  private Database open() {
    try {
      return Database.openForReading(url());
    } catch (IllegalArgumentException noUrl) {
      throw new InputException(String.valueOf(noUrl.getMessage()), noUrl);
    }
  }

  private String url() {
    if (database.isEmpty() && !Files.isRegularFile(folder.database())) {
      throw new InputException(
          "%s has no database: the server keeps its journal elsewhere; name it with --database as for 'ductile server'"
              .formatted(folder.root()));
    }
    String url = database.orElseGet(() -> "jdbc:sqlite:" + folder.database());
    requireFile(url);
    return url;
  }

  /** A reader must not create the file of a database. */
  private static void requireFile(String url) {
    String prefix = "jdbc:sqlite:";
    if (url.startsWith(prefix)) {
      Path file = Path.of(url.substring(prefix.length()).replaceFirst("\\?.*", ""));
      if (!Files.isRegularFile(file)) {
        throw new InputException(
            "there is no database %s; name the database of a server that has run".formatted(file));
      }
    }
  }

  /** The settings of the server's last start; none if a server before this version wrote it. */
  public Optional<RunSettings> settings() throws IOException {
    Path file = folder.settings();
    return Files.isRegularFile(file) ? Optional.of(RunSettings.read(file)) : Optional.empty();
  }
}
