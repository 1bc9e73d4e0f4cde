package dev.ductile.scenario.file;

import dev.ductile.api.Dependency;
import dev.ductile.api.JobId;
import java.util.Optional;

/**
 * A job that must end before this one may start. A name alone stands for a job that must succeed.
 *
 * @param job the name of the other job
 * @param condition how it must end: succeeded (the default), or ended for any end
 */
record AfterEntry(String job, Optional<Dependency.Condition> condition) {
  Dependency dependency() {
    return new Dependency(new JobId(job), condition.orElse(Dependency.Condition.SUCCEEDED));
  }
}
