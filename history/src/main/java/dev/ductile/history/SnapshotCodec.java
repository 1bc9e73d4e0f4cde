package dev.ductile.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ductile.api.Estimator;
import dev.ductile.api.JobId;
import dev.ductile.api.Note;
import dev.ductile.api.RestorableEstimator;
import dev.ductile.api.Utility;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.NoteFormat;
import dev.ductile.scenario.UnreadNote;
import dev.ductile.scheduler.JobSnapshot;
import dev.ductile.scheduler.LedgerSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Snapshots of a ledger as JSON, in parts. A snapshot that is read equals the one that was written.
 */
public final class SnapshotCodec {
  /** Goes up when a snapshot of the version before can no longer be read. */
  private static final int VERSION = 1;

  private static final int JOBS = 200;
  private static final int NAMES = 10_000;

  private static final String CLUSTER = "cluster";
  private static final String JOBS_PART = "jobs";
  private static final String NAMES_PART = "names";

  private static final TypeReference<List<JobSnapshot>> LIST_OF_JOBS = new TypeReference<>() {};
  private static final TypeReference<List<JobId>> LIST_OF_NAMES = new TypeReference<>() {};

  private final Catalog catalog;
  private final ObjectMapper mapper;
  private final NoteFormat notes;
  private final Optional<Class<? extends Record>> memoryType;

  /**
   * A codec.
   *
   * @param catalog knows the speed models and the notes of policies that were written
   * @param estimator the estimator of the ledger, which knows the type of its memory
   */
  public SnapshotCodec(Catalog catalog, Estimator estimator) {
    this.catalog = catalog;
    notes = catalog.notes();
    mapper = RecordMapper.of(ValueTypes.module(catalog), ValueTypes.ABSENT, List.of(Utility.class));
    memoryType =
        estimator instanceof RestorableEstimator<?> restorable
            ? Optional.of(restorable.memoryType())
            : Optional.empty();
  }

  /**
   * The codec of further parts of the same snapshots, with the same types.
   *
   * @param absent components of their records that earlier builds did not write, with their values
   */
  public PartCodec parts(Map<Class<?>, Map<String, Object>> absent) {
    return new PartCodec(
        RecordMapper.of(
            ValueTypes.module(catalog), ValueTypes.ABSENT.and(absent), List.of(Utility.class)));
  }

  /**
   * The first part.
   *
   * @param memory the name of the type of the estimator's memories
   * @param state the snapshot without its jobs and names
   */
  private record Header(int version, String memory, LedgerSnapshot state) {}

  /** Writes a snapshot part by part. */
  public void write(LedgerSnapshot snapshot, Consumer<SnapshotPart> parts) throws IOException {
    var header = new Header(VERSION, memoryName(), snapshot.with(List.of(), List.of()));
    parts.accept(new SnapshotPart(CLUSTER, mapper.writeValueAsString(header)));
    List<JobSnapshot> jobs = snapshot.jobs();
    for (int from = 0; from < jobs.size(); from += JOBS) {
      List<JobSnapshot> some = jobs.subList(from, Math.min(jobs.size(), from + JOBS));
      parts.accept(
          new SnapshotPart(JOBS_PART, mapper.writerFor(LIST_OF_JOBS).writeValueAsString(some)));
    }
    List<JobId> names = snapshot.usedNames();
    for (int from = 0; from < names.size(); from += NAMES) {
      List<JobId> some = names.subList(from, Math.min(names.size(), from + NAMES));
      parts.accept(
          new SnapshotPart(NAMES_PART, mapper.writerFor(LIST_OF_NAMES).writeValueAsString(some)));
    }
  }

  /**
   * Reads a snapshot from all of its parts, in their order. Parts of other kinds are left out. What
   * another estimator has learned is left out too.
   *
   * @throws IOException if it has another version or is damaged
   */
  public LedgerSnapshot read(List<SnapshotPart> parts) throws IOException {
    Header header =
        header(
            parts.stream()
                .filter(part -> part.kind().equals(CLUSTER))
                .findFirst()
                .orElseThrow(() -> new IOException("the snapshot has no first part")));
    boolean hasMemory = header.memory().equals(memoryName());
    List<JobSnapshot> jobs =
        values(
            parts,
            JOBS_PART,
            json -> {
              List<JobSnapshot> some = mapper.readValue(json, LIST_OF_JOBS);
              for (int i = 0; i < some.size(); i++) {
                some.set(i, understood(some.get(i), hasMemory));
              }
              return some;
            });
    List<JobId> names = values(parts, NAMES_PART, json -> mapper.readValue(json, LIST_OF_NAMES));
    return header.state().with(jobs, names);
  }

  @FunctionalInterface
  private interface ReadValues<T> {
    List<T> read(String json) throws JsonProcessingException;
  }

  /** Reads the parts of a kind on all processors, because a restart waits for it. */
  private static <T> List<T> values(List<SnapshotPart> parts, String kind, ReadValues<T> read)
      throws IOException {
    try {
      return parts.parallelStream()
          .filter(part -> part.kind().equals(kind))
          .flatMap(part -> unchecked(read, part.json()).stream())
          .toList();
    } catch (UncheckedIOException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    }
  }

  private static <T> List<T> unchecked(ReadValues<T> read, String json) {
    try {
      return read.read(json);
    } catch (JsonProcessingException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }

  private Header header(SnapshotPart part) throws IOException {
    String json = part.json();
    int version = mapper.readTree(json).path("version").asInt();
    if (version != VERSION) {
      throw new IOException(
          "the snapshot has version %d, and this Ductile reads version %d"
              .formatted(version, VERSION));
    }
    return mapper.readValue(json, Header.class);
  }

  private String memoryName() {
    return memoryType.map(Class::getName).orElse("");
  }

  /** A note is read once it is known which policy wrote it, and a memory likewise. */
  private JobSnapshot understood(JobSnapshot job, boolean hasMemory)
      throws JsonProcessingException {
    Map<String, Note> read = new HashMap<>();
    job.notes()
        .forEach((policy, note) ->
            read.put(
                policy,
                note instanceof UnreadNote unread ? notes.read(policy, unread.written()) : note));
    return job.with(read, hasMemory ? memory(job) : Optional.empty());
  }

  private Optional<Record> memory(JobSnapshot job) throws JsonProcessingException {
    return job.memory().isPresent()
            && job.memory().get() instanceof UnreadMemory(var written)
            && memoryType.isPresent()
        ? Optional.of(mapper.treeToValue(written, memoryType.get()))
        : Optional.empty();
  }
}
