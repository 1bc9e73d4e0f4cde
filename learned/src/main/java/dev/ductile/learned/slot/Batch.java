package dev.ductile.learned.slot;

import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import java.util.List;

/** The inferences of a slot for the jobs that the network sees at once. */
public final class Batch {
  private final List<JobId> jobs;
  private final List<Size> sizes;
  private final List<Inference> inferences;
  private final float[] end;

  /**
   * The inferences for some jobs.
   *
   * @param jobs the jobs in the order of their rows
   * @param sizes what was decided for each
   * @param inferences in the order in which they were made
   * @param end the state after the last inference, which nothing may change afterwards
   */
  public Batch(List<JobId> jobs, List<Size> sizes, List<Inference> inferences, float[] end) {
    this.jobs = List.copyOf(jobs);
    this.sizes = List.copyOf(sizes);
    this.inferences = List.copyOf(inferences);
    this.end = end;
  }

  /** Inferences from which nothing learns that needs the state after them. */
  public Batch(List<JobId> jobs, List<Inference> inferences) {
    this(jobs, List.of(), inferences, new float[0]);
  }

  /** The jobs in the order of their rows. */
  public List<JobId> jobs() {
    return jobs;
  }

  /** The size that was decided for each job. */
  public List<Size> sizes() {
    return sizes;
  }

  /** In the order in which they were made. */
  public List<Inference> inferences() {
    return inferences;
  }

  /** The state after the last inference, not to be changed. */
  public float[] end() {
    return end;
  }
}
