package dev.ductile.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Further parts of a snapshot, beside those of the ledger: records as JSON, with the same values as
 * in events. {@link SnapshotCodec} leaves such parts out.
 */
public final class PartCodec {
  private static final int TOGETHER = 200;

  private final ObjectMapper mapper;

  /** A codec; {@link SnapshotCodec#parts} makes it. */
  PartCodec(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** Parts of this kind that contain these records. */
  public List<SnapshotPart> write(String kind, List<? extends Record> records) throws IOException {
    var parts = new ArrayList<SnapshotPart>();
    for (int from = 0; from < records.size(); from += TOGETHER) {
      List<? extends Record> some =
          records.subList(from, Math.min(records.size(), from + TOGETHER));
      parts.add(new SnapshotPart(kind, mapper.writeValueAsString(some)));
    }
    return parts;
  }

  /**
   * The records of all parts of this kind, read on all processors, because a restart waits for
   * them.
   *
   * @throws IOException if a part is damaged
   */
  public <T extends Record> List<T> read(List<SnapshotPart> parts, String kind, Class<T> type)
      throws IOException {
    ObjectReader reader = mapper.readerForListOf(type);
    try {
      return parts.parallelStream()
          .filter(part -> part.kind().equals(kind))
          .flatMap(part -> PartCodec.<T>records(reader, part).stream())
          .toList();
    } catch (UncheckedIOException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    }
  }

  private static <T> List<T> records(ObjectReader reader, SnapshotPart part) {
    try {
      return reader.readValue(part.json());
    } catch (JsonProcessingException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }
}
