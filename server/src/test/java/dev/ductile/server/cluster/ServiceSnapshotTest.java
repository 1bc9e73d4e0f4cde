package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.ductile.api.Estimator;
import dev.ductile.contracts.EventStory;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.history.SnapshotPart;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.UnreadNote;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.RestingJobs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Snapshots of a service are read as they were written, by this and by earlier builds. */
class ServiceSnapshotTest {
  private static final int SEEDS = 20;
  private static final int LENGTH = 300;
  private static final Catalog CATALOG = Catalog.installed();
  private static final EventStory.Words WORDS =
      new EventStory.Words(
          new Constant(2.5).spec(),
          List.of(new Constant(4).spec()),
          Map.of("absent", value -> new UnreadNote(IntNode.valueOf(value))));

  private final SnapshotCodec codec = new SnapshotCodec(CATALOG, Estimator.NONE);

  @Test
  void tracksAreReadAsTheyWereWritten() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      ServiceSnapshot snapshot = snapshot(seed);
      assertThat(read(written(snapshot))).as("seed %d", seed).isEqualTo(snapshot);
    }
  }

  /** The retention may have removed the events from which that snapshot could be made again. */
  @Test
  void tracksOfTheFirstVersionAreRead() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      ServiceSnapshot snapshot = snapshot(seed);
      assertThat(read(firstVersion(snapshot))).as("seed %d", seed).isEqualTo(snapshot);
    }
  }

  @Test
  void aJobInASnapshotOfAnEarlierBuildCountsAsNotMeasured() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      ServiceSnapshot snapshot = snapshot(seed);
      List<SnapshotPart> parts =
          written(snapshot).stream()
              .map(part ->
                  new SnapshotPart(
                      part.kind(), part.json().replaceAll("\"measured\":(true|false),", "")))
              .toList();

      ServiceSnapshot found = read(parts);

      assertThat(found.ledger()).as("seed %d", seed).isEqualTo(snapshot.ledger());
      assertThat(found.tracks()).hasSameSizeAs(snapshot.tracks()).noneMatch(JobTrack::measured);
    }
  }

  @Test
  void aSnapshotOfALaterVersionIsLeftOut() throws IOException {
    List<SnapshotPart> parts = withVersion(written(snapshot(1)), 5);
    assertThatThrownBy(() -> read(parts))
        .isInstanceOf(IOException.class)
        .hasMessage("it has no part service of version 4");
  }

  /** A damaged snapshot must be left out as a whole, so that the one before is read. */
  @Test
  void aTrackWithoutItsJobIsRefused() throws IOException {
    List<SnapshotPart> parts = new ArrayList<>(written(snapshot(1)));
    parts.removeIf(part -> part.kind().equals("jobs"));
    assertThatThrownBy(() -> read(parts))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("which its ledger does not have");
  }

  private ServiceSnapshot snapshot(long seed) {
    var ledger = new Ledger(CATALOG);
    var tracks = new JobTracks(_ -> {});
    var live = new LiveObserver(tracks, _ -> {});
    EventStory.of(seed, LENGTH, WORDS)
        .forEach(event -> {
          ledger.fold(event);
          live.happened(event);
        });
    return new ServiceSnapshot(
        ledger.snapshot().orElseThrow(),
        live.nodes(),
        live.drains(),
        tracks.list(),
        List.of(),
        List.of(),
        new RestingJobs.Memory(7, List.of()));
  }

  private List<SnapshotPart> written(ServiceSnapshot snapshot) throws IOException {
    var parts = new ArrayList<SnapshotPart>();
    snapshot.write(codec, ServiceSnapshot.parts(codec), parts::add);
    return parts;
  }

  /** The parts as builds with version 1 wrote them. */
  private List<SnapshotPart> firstVersion(ServiceSnapshot snapshot) throws IOException {
    List<SnapshotPart> parts = withVersion(written(snapshot), 1);
    parts.removeIf(part -> part.kind().equals("tracks"));
    parts.addAll(ServiceSnapshot.parts(codec).write("tracks", snapshot.tracks()));
    return parts;
  }

  private static List<SnapshotPart> withVersion(List<SnapshotPart> parts, int version) {
    var changed = new ArrayList<SnapshotPart>();
    for (SnapshotPart part : parts) {
      changed.add(
          part.kind().equals("service")
              ? new SnapshotPart(
                  part.kind(),
                  part.json().replaceFirst("\"version\":\\d+", "\"version\":" + version))
              : part);
    }
    return changed;
  }

  private ServiceSnapshot read(List<SnapshotPart> parts) throws IOException {
    return ServiceSnapshot.read(codec, ServiceSnapshot.parts(codec), parts);
  }
}
