package dev.ductile.runtime;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.checkpoint.DataMark;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.job.DataSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Compares the data of a job with those from which its checkpoint was trained. */
final class SourceData {
  /** A larger file is distinguished from others by its size and time alone. */
  private static final long MOST_BYTES = 8L << 30;

  private final DataSpec.Source source;
  private final Consumer<String> warnings;
  private volatile Optional<DataMark> known = Optional.empty();

  SourceData(DataSpec.Source source, Consumer<String> warnings) {
    this.source = source;
    this.warnings = warnings;
  }

  /**
   * The version of the data when the job begins. If a web server does not report one, changes are
   * not noticed, and there is a warning.
   */
  static String version(DataSpec data, Consumer<String> warnings) {
    if (!(data.source() instanceof DataSpec.Source.Stored stored && stored.isWeb())) {
      return data.version();
    }
    try {
      return Sources.version(stored.where());
    } catch (IOException e) {
      warnings.accept(
          "later changes of %s will not be noticed: %s".formatted(stored.where(), e.getMessage()));
      return "";
    }
  }

  /** Computes the mark of the data; the first call may read all of them. */
  synchronized DataMark mark() {
    DataMark mark = known.orElseGet(this::look);
    known = Optional.of(mark);
    return mark;
  }

  /**
   * The mark of the data for the next checkpoint. It never waits for {@link #mark}, so that a save
   * is not delayed: until then it has no checksum.
   */
  DataMark markSoFar() {
    return known.orElseGet(this::withoutSum);
  }

  private DataMark withoutSum() {
    return switch (source) {
      case DataSpec.Source.Generated _ -> DataMark.NONE;
      case DataSpec.Source.Stored stored -> new DataMark(stored.version(), "");
    };
  }

  /** A web server reports its file's version when the job begins; a file on disk is read. */
  private DataMark look() {
    return source instanceof DataSpec.Source.Stored stored && !stored.isWeb()
        ? sum(stored)
        : withoutSum();
  }

  private DataMark sum(DataSpec.Source.Stored stored) {
    try {
      String checksum = Sources.checksum(stored.where(), MOST_BYTES);
      String now = Sources.version(stored.where());
      if (now.equals(stored.version())) {
        return new DataMark(now, checksum);
      }
      warnings.accept(
          "%s has changed while the job trains: it had %s and has %s; no new worker can read it, and no later run can resume with it"
              .formatted(stored.where(), stored.version(), now));
    } catch (IOException e) {
      warnings.accept("%s cannot be read any more: %s".formatted(stored.where(), e.getMessage()));
    }
    return new DataMark(stored.version(), "");
  }

  /**
   * Compares the data with those of a checkpoint.
   *
   * @throws CheckpointException.Foreign if they differ
   */
  synchronized void check(Path checkpoint, DataMark saved) throws IOException {
    if (!(source instanceof DataSpec.Source.Stored stored) || saved.version().isEmpty()) {
      return;
    }
    if (stored.isWeb()) {
      checkWeb(checkpoint, stored, saved);
    } else if (stored.version().equals(saved.version())) {
      known = saved.checksum().isEmpty() ? known : Optional.of(saved);
    } else if (!saved.checksum().isEmpty() && saved.checksum().equals(mark().checksum())) {
      warnings.accept(
          "%s was written again, with the same bytes: it had %s and has %s"
              .formatted(stored.where(), saved.version(), stored.version()));
    } else {
      throw changed(checkpoint + " was written", stored.where(), saved.version(), stored.version());
    }
  }

  /**
   * Compares the data with those of running tasks.
   *
   * @throws CheckpointException.Foreign if they differ
   */
  void check(String running) throws CheckpointException.Foreign {
    if (source instanceof DataSpec.Source.Stored stored
        && !running.isEmpty()
        && !stored.version().isEmpty()
        && !running.equals(stored.version())) {
      throw changed("the job began", stored.where(), running, stored.version());
    }
  }

  private static void checkWeb(Path checkpoint, DataSpec.Source.Stored stored, DataMark saved)
      throws CheckpointException.Foreign {
    String now = stored.version();
    if (!now.isEmpty() && !now.equals(saved.version())) {
      throw changed(checkpoint + " was written", stored.where(), saved.version(), now);
    }
  }

  private static CheckpointException.Foreign changed(
      String since, String where, String before, String now) {
    return new CheckpointException.Foreign(
        "%s has changed since %s: it had %s and has %s. Nothing was changed: put the old data back, or start again with --fresh, which deletes the checkpoints"
            .formatted(where, since, before, now));
  }
}
