package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.transport.RecordCodec;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Names that distinguish the splits of one data set from those of another. */
final class Datasets {
  private Datasets() {}

  /** The name, which is the same for the same data with the same splits. */
  static String name(TrainingJob job) {
    var checksum = new CRC32C();
    checksum.update(RecordCodec.encode(DataSpec.class, job.data()));
    checksum.update(RecordCodec.encode(long.class, job.seed()));
    checksum.update(RecordCodec.encode(double.class, job.heldOutShare()));
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
