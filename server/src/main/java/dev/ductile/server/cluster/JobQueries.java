package dev.ductile.server.cluster;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.LogName;
import dev.ductile.rest.LogPart;
import dev.ductile.server.use.LiveUse;
import dev.ductile.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers to questions about jobs: those of the live view, and those that are over. */
public final class JobQueries {
  private static final int MOST_NAMED = 5;

  private final ClusterService service;
  private final PastJobs past;
  private final JobLogs logs;
  private final LiveUse use;

  public JobQueries(ClusterService service, PastJobs past, JobLogs logs, LiveUse use) {
    this.service = service;
    this.past = past;
    this.logs = logs;
    this.use = use;
  }

  /** Jobs in the order of their submission, and after them those that are over, newest first. */
  public ListPage<JobSummary> list(JobFilter filter) {
    LiveView view = service.view();
    ActivePage page = ActivePage.of(view.cluster(), filter);
    long total = page.total() + (filter.asksForOver() ? past.count(filter) : 0);
    var items = new ArrayList<JobSummary>();
    page.jobs().forEach(job -> items.add(summary(job, view)));
    return page.isLast() && filter.asksForOver()
        ? withPast(filter, items, total)
        : new ListPage<>(List.copyOf(items), page.next(), total);
  }

  private ListPage<JobSummary> withPast(JobFilter filter, List<JobSummary> items, long total) {
    long skip =
        filter
            .after()
            .filter(place -> place.startsWith(ActivePage.PAST))
            .map(place -> Long.parseLong(place.substring(ActivePage.PAST.length())))
            .orElse(0L);
    List<JobSummary> more = past.list(filter, skip, filter.limit() - items.size());
    items.addAll(more);
    boolean isEnd = items.size() < filter.limit();
    return new ListPage<>(
        List.copyOf(items),
        isEnd ? Optional.empty() : Optional.of(ActivePage.PAST + (skip + more.size())),
        total);
  }

  /** All that is known about a job; empty if there never was one. */
  public Optional<JobDetails> find(JobId id) {
    LiveView view = service.view();
    List<LogName> logged = logs.list(id);
    Optional<JobDetails> active =
        view.find(id)
            .flatMap(
                job -> service.tracks().find(id).map(track -> details(job, track, view, logged)));
    return active
        .or(() -> past.find(id))
        .or(() -> service.tracks().findEnded(id).map(this::finalRecord))
        .map(record -> withLogs(record, logged));
  }

  /**
   * The message for a job that there never was, with the jobs of the array that has the name, or
   * with the nearest name of a job that is not over.
   */
  public String unknown(String id) {
    List<JobId> array = service.names().find(id);
    if (array.size() > 1) {
      return "%s is an array of %d jobs; name one or several of them: %s%s"
          .formatted(
              id,
              array.size(),
              array.stream().limit(MOST_NAMED).map(JobId::name).collect(Collectors.joining(", ")),
              array.size() > MOST_NAMED ? " and so on" : "");
    }
    List<String> active =
        service.view().cluster().jobs().stream().map(job -> job.id().name()).toList();
    return Suggestion.nearest(id, active)
        .map(near -> "there is no job %s; did you mean %s?".formatted(id, near))
        .orElseGet(() -> "there is no job %s; 'ductile jobs --all' lists all jobs".formatted(id));
  }

  private JobDetails details(Job job, JobTrack track, LiveView view, List<LogName> logged) {
    Optional<Size> fixed = job.manualOverride().unscaled().map(_ -> job.spec().bounds().least());
    JobAccount account = JobDocuments.account(track, view.cluster().now(), use.find(job.id()));
    return JobDocuments.details(summary(job, track, view), track, fixed, account, logged);
  }

  /** The record of a job that has just ended, until the database has it. */
  private JobDetails finalRecord(JobTrack track) {
    return JobDocuments.finalRecord(track, use.find(track.spec().id()));
  }

  /** The summary of a job of this view. */
  JobSummary summary(Job job, LiveView view) {
    return service
        .tracks()
        .find(job.id())
        .map(track -> summary(job, track, view))
        .or(() -> service.tracks().findEnded(job.id()).map(JobDocuments::summary))
        .orElseGet(() -> past.find(job.id()).orElseThrow().job());
  }

  private JobSummary summary(Job job, JobTrack track, LiveView view) {
    return JobDocuments.summary(
        job, track, view.why(job), service.isIdle(job.id()), view.cluster().now());
  }

  /** A part of the log of a task; empty if there is none. */
  public Optional<LogPart> log(JobId id, String task, int generation, long from, int most) {
    return logs.read(id, task, generation, from, most, service.view().find(id).isEmpty());
  }

  /** The newest measurements of a job, in the order of time. */
  public ListPage<JobSample> samples(JobId id, int limit) {
    List<JobSample> samples = past.samples(id, limit);
    return new ListPage<>(samples, Optional.empty(), samples.size());
  }

  private static JobDetails withLogs(JobDetails record, List<LogName> logged) {
    return new JobDetails(
        record.job(),
        record.aggregation(),
        record.rescaleMode(),
        record.unit(),
        record.request(),
        record.fixed(),
        record.sizes(),
        record.workerResources(),
        record.serverResources(),
        record.nodes(),
        record.command(),
        record.directory(),
        record.after(),
        record.labels(),
        record.account(),
        record.speedSource(),
        record.message(),
        logged,
        record.file());
  }
}
