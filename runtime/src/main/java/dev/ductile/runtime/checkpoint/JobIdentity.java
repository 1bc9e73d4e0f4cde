package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings of a job that its checkpoints depend on, as the job's file names them. A checkpoint
 * is loaded only by a job with the same {@code fixed} settings; a {@code free} one may change, and
 * the change is reported. All other settings (size, stop rule, checkpoint rule, faults, name) are
 * not in it.
 */
public record JobIdentity(Map<String, String> fixed, Map<String, String> free) {
  private static final String ABSENT = "absent";
  private static final String ALL_EXAMPLES = Integer.toString(BatchSpec.ALL.examples());

  public JobIdentity {
    fixed = Collections.unmodifiableMap(new LinkedHashMap<>(fixed));
    free = Collections.unmodifiableMap(new LinkedHashMap<>(free));
  }

  /** The identity of a job. The path of a data file is no part of it: files may be moved. */
  public static JobIdentity of(TrainingJob job) {
    var fixed = new LinkedHashMap<String, String>();
    put(fixed, job.model());
    put(fixed, job.data());
    put(fixed, job.optimizer());
    fixed.put("synchrony", word(job.synchrony()));
    put(fixed, job.batch());
    fixed.put("seed", Long.toString(job.seed()));
    job.validation()
        .filter(ValidationSpec.Share.class::isInstance)
        .ifPresent(share -> fixed.put("validation", share.toString()));
    var free = new LinkedHashMap<String, String>();
    free.put("optimizer.learningRate", Double.toString(job.optimizer().learningRate()));
    free.put("optimizer.decay", Double.toString(job.optimizer().decay()));
    return new JobIdentity(fixed, free);
  }

  private static void put(Map<String, String> all, ModelSpec model) {
    all.put("model.kind", word(model.kind()));
    all.put("model.classes", Integer.toString(model.classes()));
    all.put("model.hidden", model.hidden().toString());
    all.put("model.l1", Double.toString(model.l1()));
    all.put("model.l2", Double.toString(model.l2()));
    all.put("model.huber", Double.toString(model.huber()));
    all.put("model.bias", Boolean.toString(model.bias()));
  }

  private static void put(Map<String, String> all, DataSpec data) {
    switch (data.source()) {
      case DataSpec.Source.Stored stored -> {
        all.put("data", stored.isWeb() ? stored.where() : "a file");
        all.put("data.format", word(stored.format()));
      }
      case DataSpec.Source.Generated(String shape, long examples) -> {
        all.put("data.generate", shape);
        all.put("data.examples", Long.toString(examples));
      }
    }
    all.put("data.features", Integer.toString(data.features()));
    all.put("data.splits", Integer.toString(data.splits()));
    all.put("data.shuffle", Boolean.toString(data.shuffle()));
  }

  private static void put(Map<String, String> all, OptimizerSpec optimizer) {
    all.put("optimizer.kind", word(optimizer.kind()));
    all.put("optimizer.momentum", Double.toString(optimizer.momentum()));
    all.put("optimizer.beta1", Double.toString(optimizer.beta1()));
    all.put("optimizer.beta2", Double.toString(optimizer.beta2()));
    all.put("optimizer.epsilon", Double.toString(optimizer.epsilon()));
  }

  private static void put(Map<String, String> all, BatchSpec batch) {
    all.put(
        batch.perWorker() ? "batch.perWorker" : "batch.examples",
        Integer.toString(batch.examples()));
    all.put("batch.rate", word(batch.rate()));
  }

  private static String word(Synchrony synchrony) {
    String kind = word(synchrony.kind());
    return synchrony.kind() == Synchrony.Kind.SSP
        ? "%s(%d)".formatted(kind, synchrony.staleness())
        : kind;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The fixed settings in which a checkpoint differs from this job, each as the end of a sentence.
   */
  public List<String> differences(JobIdentity saved) {
    return differences(saved.fixed(), fixed);
  }

  /** The free settings that have changed since. */
  public List<String> changes(JobIdentity saved) {
    return differences(saved.free(), free);
  }

  private static List<String> differences(Map<String, String> saved, Map<String, String> here) {
    var names = new LinkedHashSet<>(saved.keySet());
    names.addAll(here.keySet());
    var found = new ArrayList<String>();
    for (String name : names) {
      String there = saved.getOrDefault(name, ABSENT);
      String now = here.getOrDefault(name, ABSENT);
      if (!there.equals(now)) {
        found.add("%s was %s and is %s".formatted(name, text(there), text(now)));
      }
    }
    return found;
  }

  /** A value as a job file writes it: a batch of all examples is stored as the largest number. */
  private static String text(String value) {
    return value.equals(ALL_EXAMPLES) ? "all" : value;
  }
}
