package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The notes of a policy in shadow. No event has them, because its plans are not applied; without
 * them it would decide as if it had no memory.
 */
public final class ShadowNotes {
  private final Map<JobId, Map<String, JobNote>> notes = new HashMap<>();

  /** The picture with these notes on its jobs. */
  public Cluster on(Cluster picture) {
    if (notes.isEmpty()) {
      return picture;
    }
    var jobs = new ArrayList<Job>(picture.jobs().size());
    Set<JobId> present = new HashSet<>();
    for (Job job : picture.jobs()) {
      Job noted = job;
      for (JobNote note : notes.getOrDefault(job.id(), Map.of()).values()) {
        noted = noted.withNote(note.policy(), note.note());
      }
      jobs.add(noted);
      present.add(job.id());
    }
    notes.keySet().retainAll(present);
    return Cluster.of(picture.now(), picture.nodes(), jobs)
        .withSettings(picture.settings())
        .withUsage(picture.usage());
  }

  /** Keeps the notes of a plan that is not applied. */
  public void keep(Plan plan) {
    for (JobNote note : plan.notes()) {
      notes.computeIfAbsent(note.job(), _ -> new HashMap<>()).put(note.policy(), note);
    }
  }

  public void clear() {
    notes.clear();
  }
}
