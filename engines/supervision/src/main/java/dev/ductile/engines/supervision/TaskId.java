package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;

/**
 * The unique name of one task of a launcher.
 *
 * @param generation the generation of the job that the task belongs to
 * @param index number of the task among those of its role
 * @param start how often a task with this role and index was started in this generation, from 1 on
 */
public record TaskId(JobId job, int generation, Role role, int index, int start) {
  @Override
  public String toString() {
    return "%s/g%d/%s-%d.%d".formatted(job, generation, role.word(), index, start);
  }
}
