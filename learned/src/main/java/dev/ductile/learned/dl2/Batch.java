package dev.ductile.learned.dl2;

import dev.ductile.api.JobId;
import java.util.List;

/**
 * The inferences of a slot for the jobs that the network sees at once.
 *
 * @param jobs the jobs in the order of their rows
 * @param inferences in the order in which they were made
 */
public record Batch(List<JobId> jobs, List<Inference> inferences) {
  public Batch {
    jobs = List.copyOf(jobs);
    inferences = List.copyOf(inferences);
  }
}
