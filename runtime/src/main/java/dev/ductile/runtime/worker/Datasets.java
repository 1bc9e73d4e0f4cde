package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.TrainingJob;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** What tells the splits of one set of data from those of another. */
final class Datasets {
  private Datasets() {}

  /** The same for the same data, cut in the same way. */
  static String name(TrainingJob job) {
    var checksum = new CRC32C();
    checksum.update((job.data() + " " + job.seed()).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
