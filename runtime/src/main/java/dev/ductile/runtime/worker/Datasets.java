package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.transport.RecordCodec;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** What tells the splits of one set of data from those of another. */
final class Datasets {
  private Datasets() {}

  /** The same for the same data, cut in the same way. */
  static String name(TrainingJob job) {
    var checksum = new CRC32C();
    checksum.update(RecordCodec.encode(DataSpec.class, job.data()));
    checksum.update(RecordCodec.encode(long.class, job.seed()));
    checksum.update(RecordCodec.encode(double.class, job.heldOutShare()));
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
