package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.DataSpec.Source;
import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.job.ValidationSpec.Share;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** How held-out examples are written: a share such as {@code 10%}, or a file or web address. */
final class ValidationEntry {
  private ValidationEntry() {}

  static ValidationSpec read(Entry entry, Path folder) {
    if (!entry.isGroup()) {
      refuseNumber(entry);
      return entry.text().endsWith("%") ? share(entry) : stored(entry, entry, folder);
    }
    entry.only("share", "file", "url", "format");
    Optional<Entry> share = entry.get("share");
    Optional<Entry> where = entry.get("file").or(() -> entry.get("url"));
    long sources =
        Stream.of(share, entry.get("file"), entry.get("url")).filter(Optional::isPresent).count();
    if (sources != 1) {
      throw entry.wrong("takes one of share, file and url");
    }
    return share.isPresent() ? share(share.get()) : stored(entry, where.orElseThrow(), folder);
  }

  /** A number alone is a share without its unit. */
  private static void refuseNumber(Entry entry) {
    if (entry.text().matches("[0-9.]+")) {
      throw entry.wrong("must be a share such as 10%, or a file, not " + entry.quoted());
    }
  }

  private static ValidationSpec share(Entry written) {
    try {
      return Share.parse(written.text())
          .orElseThrow(() -> written.wrong("must be a share such as 10%, not " + written.quoted()));
    } catch (IllegalArgumentException _) {
      throw written.wrong("must be above 0% and at most 90%, not " + written.quoted());
    }
  }

  /** Its version is not kept: another file may take its place. */
  private static ValidationSpec stored(Entry entry, Entry where, Path folder) {
    Source.Stored source = new DataEntry.Stored(entry, where, folder).source();
    return new ValidationSpec.Stored(new Source.Stored(source.where(), source.format(), ""));
  }
}
