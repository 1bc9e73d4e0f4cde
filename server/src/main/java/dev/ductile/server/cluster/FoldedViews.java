package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.scheduler.LedgerSnapshot;
import dev.ductile.scheduler.RestingJobs;
import java.util.List;

/**
 * The folds of a service's journal beside the ledger.
 *
 * @param live the picture that readers see
 * @param tracks the jobs that are not over, and those that ended lately
 * @param names the names that are in use
 * @param resting the jobs that changed lately
 * @param readers further readers
 */
record FoldedViews(
    LiveObserver live,
    JobTracks tracks,
    JobNames names,
    RestingJobs resting,
    ServiceReaders readers) {
  void fold(Event event) {
    readers.history().happened(event);
    live.happened(event);
    names.take(event);
    resting.take(event);
    readers.past().forEach(reader -> reader.past(event));
  }

  void restore(ServiceSnapshot snapshot) {
    live.restore(snapshot.ledger(), snapshot.nodes(), snapshot.drains());
    tracks.restore(snapshot.tracks());
    names.restore(snapshot.ledger().usedNames(), snapshot.files());
    readers
        .history()
        .restore(
            snapshot.trails(), snapshot.tracks().stream().map(track -> track.spec().id()).toList());
    resting.restore(snapshot.changes());
    snapshot.tracks().forEach(job -> readers.past().forEach(reader -> reader.active(job)));
  }

  /** The state of all folds, with that of the ledger. */
  ServiceSnapshot with(LedgerSnapshot state) {
    List<JobId> jobs = state.jobs().stream().map(job -> job.spec().id()).toList();
    return new ServiceSnapshot(
        state,
        live.nodes(),
        live.drains(),
        tracks.list(),
        names.files(),
        readers.history().kept(jobs),
        resting.memory());
  }
}
