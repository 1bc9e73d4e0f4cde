package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phase;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The cluster while a plan is made: who holds what by now, what is free, and why. */
final class Draft {
  private final Cluster cluster;
  private final Free free;
  private final List<Holder> holders = new ArrayList<>();
  private final Notebook<Trial> notebook;
  private final Map<JobId, Trial> trials = new HashMap<>();
  private final Map<Long, Word> words = new HashMap<>();
  private final Map<Demand, Integer> kinds = new HashMap<>();
  private int training;

  /** Why a job is treated as it is: a kind, for one that waits, and the end of a sentence. */
  record Word(Reason.Kind kind, Supplier<Phrase> because) {}

  Draft(Cluster cluster, Notebook<Trial> notebook) {
    this.cluster = cluster;
    this.notebook = notebook;
    this.free = cluster.left();
    for (Job job : cluster.running()) {
      holders.add(Holder.of(job, job.allocation(), free));
      count(job);
    }
    cluster.pinned().forEach(this::count);
  }

  Cluster cluster() {
    return cluster;
  }

  Free free() {
    return free;
  }

  /** The same number for equal demands. */
  int kind(Demand demand) {
    return kinds.computeIfAbsent(demand, any -> kinds.size());
  }

  /** How many kinds there are, those of these jobs among them. */
  int kinds(List<Holder> some) {
    some.forEach(holder -> holder.kind(this));
    return kinds.size();
  }

  /** The jobs that hold something and may be changed, in order of arrival, new ones last. */
  List<Holder> holders() {
    return holders;
  }

  /** How many jobs hold something. */
  int running() {
    return holders.size() + cluster.pinned().size();
  }

  /** How many of them are past their early feedback. */
  int training() {
    return training;
  }

  /** Takes in a job that is given this, which has been taken from what is free. */
  void start(Job job, Allocation allocation) {
    holders.add(Holder.of(job, allocation, free));
    count(job);
    forget(job);
  }

  /** What was remembered of the job before this decision. */
  Trial noted(Job job) {
    return notebook.read(job, Trial.NONE);
  }

  /** What is remembered of the job by now. */
  Trial trial(Job job) {
    return trials.getOrDefault(job.id(), noted(job));
  }

  void note(Job job, Trial trial) {
    if (trial.equals(noted(job))) {
      trials.remove(job.id());
    } else {
      trials.put(job.id(), trial);
    }
  }

  void forget(Job job) {
    note(job, Trial.NONE);
  }

  List<JobNote> notes() {
    return notebook.write(trials).toList();
  }

  /** The last word on a job that holds something. */
  void say(Job job, Supplier<Phrase> because) {
    say(job, Reason.Kind.KEPT, because);
  }

  void say(Job job, Reason.Kind kind, Supplier<Phrase> because) {
    words.put(job.arrival(), new Word(kind, because));
  }

  Map<Long, Word> words() {
    return words;
  }

  private void count(Job job) {
    training += job.phase() == Phase.TRAINING ? 1 : 0;
  }
}
