package dev.ductile.scenario.file;

import dev.ductile.api.Nodes;
import dev.ductile.api.Reason;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ElasticJobs;
import dev.ductile.scenario.Elasticity;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.Workload;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The jobs of a trace. Small traces and streams are read once and kept in memory; a large trace is
 * read at every use.
 */
final class TraceWorkload implements Workload {
  private static final long MOST_BYTES_KEPT = 32 << 20;

  private final InputFile trace;
  private final TraceFormat format;
  private final Catalog catalog;
  private final Nodes nodes;
  private final Optional<Elasticity> elasticity;
  private final long mostBytesKept;
  private Optional<List<Submission>> kept = Optional.empty();
  private List<String> notes = List.of();

  TraceWorkload(
      InputFile trace,
      TraceFormat format,
      Catalog catalog,
      Nodes nodes,
      Optional<Elasticity> elasticity) {
    this(trace, format, catalog, nodes, elasticity, MOST_BYTES_KEPT);
  }

  private TraceWorkload(
      InputFile trace,
      TraceFormat format,
      Catalog catalog,
      Nodes nodes,
      Optional<Elasticity> elasticity,
      long mostBytesKept) {
    this.trace = trace;
    this.format = format;
    this.catalog = catalog;
    this.nodes = nodes;
    this.elasticity = elasticity;
    this.mostBytesKept = mostBytesKept;
  }

  /** The same workload; a trace of more bytes is read at every use. */
  TraceWorkload keeping(long bytes) {
    return new TraceWorkload(trace, format, catalog, nodes, elasticity, bytes);
  }

  @Override
  public Stream<Submission> submissions(long seed, double load) {
    Stream<Submission> jobs = isSmall() ? kept().stream() : read();
    return load == 1 ? jobs : sooner(jobs, load);
  }

  /**
   * The remarks. A large trace has none before it has been read, and counts no jobs before it has
   * been read to its end.
   */
  @Override
  public synchronized List<String> notes() {
    if (isSmall()) {
      kept();
    }
    return notes;
  }

  @Override
  public boolean isLazy() {
    return isSmall() || format.isLazy();
  }

  @Override
  public boolean isRigid() {
    return elasticity.isEmpty() && format instanceof RigidTraceFormat;
  }

  @Override
  public String sizesAdvice() {
    return "see ductile import --elastic, or elastic: under workload:";
  }

  private synchronized List<Submission> kept() {
    if (kept.isPresent()) {
      return kept.get();
    }
    try (Stream<Submission> jobs = read()) {
      List<Submission> all = jobs.toList();
      kept = Optional.of(all);
      return all;
    }
  }

  private Stream<Submission> read() {
    var skipped = new Skipped();
    var projection = new ResourceProjection(nodes);
    var elastic = elasticity.map(rule -> new ElasticJobs(rule, catalog, nodes));
    var isRead = new AtomicBoolean();
    Stream<Submission> jobs =
        format
            .read(trace, new TraceFormat.Reading(catalog, nodes, skipped))
            .flatMap(job -> {
              Optional<Submission> projected = projection.of(job);
              if (projected.isEmpty()) {
                skipped.skipped("needs nothing that the cluster counts");
              }
              return projected.map(one -> resizable(elastic, one)).stream();
            });
    return then(jobs, () -> isRead.set(true))
        .onClose(() -> {
          if (isRead.get()) {
            note(skipped, projection, elastic);
          } else {
            noteAssumptions(skipped, elastic);
          }
        });
  }

  /** The same jobs; the action runs after the last one. */
  private static Stream<Submission> then(Stream<Submission> jobs, Runnable atEnd) {
    Stream<Submission> end =
        Stream.of(atEnd)
            .flatMap(action -> {
              action.run();
              return Stream.empty();
            });
    return Stream.concat(jobs, end);
  }

  private static Submission resizable(Optional<ElasticJobs> elastic, Submission job) {
    return elastic.map(jobs -> jobs.of(job)).orElse(job);
  }

  /** The remarks on a trace of which a part has been read. */
  private synchronized void noteAssumptions(Skipped skipped, Optional<ElasticJobs> elastic) {
    if (notes.isEmpty()) {
      notes =
          Stream.concat(
                  skipped.assumptions.stream(),
                  elastic.stream().flatMap(jobs -> jobs.assumption().stream()))
              .map(sentence -> "%s: %s".formatted(trace, sentence))
              .toList();
    }
  }

  private synchronized void note(
      Skipped skipped, ResourceProjection projection, Optional<ElasticJobs> elastic) {
    var found = new ArrayList<String>();
    skipped.assumptions.forEach(sentence -> found.add("%s: %s".formatted(trace, sentence)));
    elastic.ifPresent(
        jobs -> jobs.notes().forEach(sentence -> found.add("%s: %s".formatted(trace, sentence))));
    skipped.reasons.forEach((reason, jobs) ->
        found.add("%s: left out %s: %s".formatted(trace, Reason.count(jobs, "job"), reason)));
    for (String name : projection.ignored()) {
      found.add("%s: %s is not counted, for no node has it".formatted(trace, name));
    }
    notes = List.copyOf(found);
  }

  private static Stream<Submission> sooner(Stream<Submission> jobs, double load) {
    Instant[] first = new Instant[1];
    return jobs.map(job -> {
      if (first[0] == null) {
        first[0] = job.at();
      }
      return job.sooner(first[0], load);
    });
  }

  private boolean isSmall() {
    try {
      return trace.isFolder() || trace.isStream() || Files.size(trace.path()) <= mostBytesKept;
    } catch (IOException problem) {
      throw TextFile.failed(trace, problem);
    }
  }

  /** Throws at the first mistake, and counts skipped jobs by reason. */
  private static final class Skipped implements TraceFormat.Findings {
    private final SortedMap<String, Long> reasons = new TreeMap<>();
    private final List<String> assumptions = new ArrayList<>();

    @Override
    public void wrong(InputException problem) {
      throw problem;
    }

    @Override
    public void skipped(String reason) {
      reasons.merge(reason, 1L, Long::sum);
    }

    @Override
    public void assumed(String sentence) {
      assumptions.add(sentence);
    }
  }
}
