package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.runtime.job.DataSpec.Source;
import dev.ductile.runtime.job.ValidationSpec;
import dev.ductile.runtime.job.ValidationSpec.Share;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.Matching;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Held-out examples.
 *
 * @param share about this share of the data is held out, at most 90%
 * @param file a file, relative to the folder of the job's file; plain or gzip
 * @param url a web address; plain or gzip
 * @param format the format of the file; if it is absent, the file's name decides
 */
@ExactlyOne({"share", "file", "url"})
record ValidationEntry(
    Optional<@Matching(Share.WRITTEN) String> share,
    Optional<String> file,
    Optional<String> url,
    Optional<Format> format) {
  ValidationEntry {
    if (Stream.of(share, file, url).filter(Optional::isPresent).count() != 1) {
      throw new IllegalArgumentException("one of share, file and url must be given");
    }
    if (share.isPresent() && Share.parse(share.get()).isEmpty()) {
      throw new IllegalArgumentException(
          "share must be a share such as 10%%, not \"%s\"".formatted(share.get()));
    }
  }

  /** A share such as {@code 10%}, or a file or web address. */
  static ValidationEntry of(String text) {
    boolean isShare = text.strip().endsWith("%");
    return new ValidationEntry(
        Optional.of(text).filter(_ -> isShare),
        Optional.of(text).filter(_ -> !isShare),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The examples as the job's processes know them.
   *
   * @param folder the folder to which files are relative
   */
  ValidationSpec spec(Path folder) {
    return share.isPresent() ? Share.parse(share.get()).orElseThrow() : stored(folder);
  }

  /** The version of the file is not kept: another file may take its place. */
  private ValidationSpec stored(Path folder) {
    Source.Stored source = StoredData.of(file, url, folder).source(format);
    return new ValidationSpec.Stored(new Source.Stored(source.where(), source.format(), ""));
  }
}
