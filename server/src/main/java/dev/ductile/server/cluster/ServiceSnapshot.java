package dev.ductile.server.cluster;

import static java.util.stream.Collectors.toMap;

import dev.ductile.answers.why.KeptTrail;
import dev.ductile.api.JobId;
import dev.ductile.history.PartCodec;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.history.SnapshotPart;
import dev.ductile.scheduler.JobSnapshot;
import dev.ductile.scheduler.LedgerSnapshot;
import dev.ductile.scheduler.RestingJobs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The state of a service after an event: that of the ledger, and that of each further fold.
 *
 * @param drains the reason of each drained node; snapshots of earlier builds have none
 * @param tracks the jobs that are not over
 * @param files the last file of each name
 * @param changes the last changes by which jobs rest
 * @param trails the last changes of the jobs that are not over
 */
record ServiceSnapshot(
    LedgerSnapshot ledger,
    LiveObserver.Nodes nodes,
    List<LiveObserver.DrainReason> drains,
    List<JobTrack> tracks,
    List<JobNames.NamedFile> files,
    List<KeptTrail> trails,
    RestingJobs.Memory changes) {
  /** Goes up when a snapshot of the version before is written in another way. */
  private static final int VERSION = 4;

  /** Its changes had no pauses; no job rests at first. */
  private static final int WITHOUT_PAUSES = 3;

  /** Its trails had no numbers; the histories of its jobs begin again. */
  private static final int WITHOUT_NUMBERS = 2;

  /** Its tracks were written with the specs of their jobs. */
  private static final int WHOLE_TRACKS = 1;

  /**
   * Components that earlier builds did not write: a job counts as measured at its next estimate.
   */
  private static final Map<Class<?>, Map<String, Object>> ABSENT =
      Map.of(
          JobTrack.class, Map.of("measured", false),
          StoredTrack.class, Map.of("measured", false));

  private static final String SERVICE = "service";
  private static final String DRAINS = "drains";
  private static final String TRACKS = "tracks";
  private static final String FILES = "files";
  private static final String TRAILS = "trails";
  private static final String CHANGES = "changes";

  /** The part that each snapshot of a service has. */
  private record Header(int version, LiveObserver.Nodes nodes, long causes) {}

  /** The codec of the parts beside those of the ledger. */
  static PartCodec parts(SnapshotCodec ledgers) {
    return ledgers.parts(ABSENT);
  }

  /** Writes the snapshot part by part. */
  void write(SnapshotCodec ledgers, PartCodec codec, Consumer<SnapshotPart> parts)
      throws IOException {
    ledgers.write(ledger, parts);
    codec.write(SERVICE, List.of(new Header(VERSION, nodes, changes.causes()))).forEach(parts);
    codec.write(DRAINS, drains).forEach(parts);
    Map<JobId, JobSnapshot> jobs = jobs(ledger);
    codec
        .write(TRACKS, tracks.stream().map(track -> StoredTrack.of(track, jobs)).toList())
        .forEach(parts);
    codec.write(FILES, files).forEach(parts);
    codec.write(TRAILS, trails).forEach(parts);
    codec.write(CHANGES, changes.jobs()).forEach(parts);
  }

  /**
   * Reads a snapshot.
   *
   * @throws IOException if it is not one of a service, has another version or is damaged
   */
  static ServiceSnapshot read(SnapshotCodec ledgers, PartCodec codec, List<SnapshotPart> parts)
      throws IOException {
    Header header =
        codec.read(parts, SERVICE, Header.class).stream()
            .filter(found -> WHOLE_TRACKS <= found.version() && found.version() <= VERSION)
            .findFirst()
            .orElseThrow(() ->
                new IOException("it has no part %s of version %d".formatted(SERVICE, VERSION)));
    LedgerSnapshot ledger = ledgers.read(parts);
    return new ServiceSnapshot(
        ledger,
        header.nodes(),
        codec.read(parts, DRAINS, LiveObserver.DrainReason.class),
        header.version() == WHOLE_TRACKS
            ? codec.read(parts, TRACKS, JobTrack.class)
            : tracks(codec.read(parts, TRACKS, StoredTrack.class), ledger),
        codec.read(parts, FILES, JobNames.NamedFile.class),
        header.version() <= WITHOUT_NUMBERS
            ? List.of()
            : codec.read(parts, TRAILS, KeptTrail.class),
        new RestingJobs.Memory(
            header.causes(),
            header.version() <= WITHOUT_PAUSES
                ? List.of()
                : codec.read(parts, CHANGES, RestingJobs.JobMemory.class)));
  }

  private static List<JobTrack> tracks(List<StoredTrack> stored, LedgerSnapshot ledger)
      throws IOException {
    Map<JobId, JobSnapshot> jobs = jobs(ledger);
    try {
      return stored.stream().map(track -> track.track(jobs)).toList();
    } catch (IllegalArgumentException damaged) {
      throw new IOException(damaged.getMessage(), damaged);
    }
  }

  private static Map<JobId, JobSnapshot> jobs(LedgerSnapshot ledger) {
    return ledger.jobs().stream().collect(toMap(job -> job.spec().id(), job -> job));
  }
}
