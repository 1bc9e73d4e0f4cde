package dev.ductile.house.policy;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.queueing.QueueDiscipline;
import dev.ductile.policies.queueing.QueueOrder;
import dev.ductile.policies.queueing.QueuePolicy;
import java.time.Instant;

/** Serves jobs in order of their requests, the fewest tasks first. */
public final class SmallestFirst implements PolicyProvider<NoSettings>, QueueOrder {
  @Override
  public Profile profile() {
    return new Profile("smallest-first", "", "the job that asks for the fewest tasks first");
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new QueuePolicy(this, QueueDiscipline.preemptive(context.placement()));
  }

  @Override
  public String criterion() {
    return "size";
  }

  @Override
  public double key(Job job, Instant now) {
    return job.spec().asked().tasks();
  }

  @Override
  public Phrase value(Job job, Instant now) {
    return Phrase.of("requests {tasks} tasks", job.spec().asked().tasks());
  }
}
