package dev.ductile.api;

import java.util.Map;
import java.util.stream.Stream;

/**
 * The notes of one policy: the policy reads its own notes on jobs, and writes notes for a plan. A
 * policy that uses shared code passes its notebook to that code.
 *
 * @param policy the policy's name, under which jobs keep its notes
 * @param type the record of the notes, or a sealed interface of several records
 */
public record Notebook<N extends Note>(String policy, Class<N> type) {
  /** This policy's note on the job, or {@code blank} if there is none of this type. */
  public N read(Job job, N blank) {
    Note note = job.notes().byPolicy().get(policy);
    return type.isInstance(note) ? type.cast(note) : blank;
  }

  /** A note on a job, for a plan. */
  public JobNote write(JobId job, N note) {
    return new JobNote(job, policy, note);
  }

  /** Notes on several jobs, for a plan, in the order of the map. */
  public Stream<JobNote> write(Map<JobId, ? extends N> notes) {
    return notes.entrySet().stream().map(note -> write(note.getKey(), note.getValue()));
  }
}
