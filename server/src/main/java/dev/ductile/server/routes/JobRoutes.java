package dev.ductile.server.routes;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobAmendment;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogPart;
import dev.ductile.rest.ScaleRequest;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.WhyRequest;
import dev.ductile.server.cluster.JobFilter;
import dev.ductile.server.cluster.JobLogs;
import dev.ductile.server.cluster.JobQueries;
import dev.ductile.server.cluster.PriorityLimits;
import dev.ductile.server.http.Access;
import dev.ductile.server.http.ParameterType;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Request;
import dev.ductile.server.http.Route;
import dev.ductile.server.http.RouteDraft;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Lists, shows and changes jobs. */
public final class JobRoutes {
  static final ParameterType ID = new ParameterType.Name(200);

  private static final String JOB = "/api/v1/jobs/{id}";
  private static final int USUAL_JOBS = 100;
  private static final int MOST_JOBS = 1_000;
  private static final int MOST_SAMPLES = 10_000;
  private static final int USUAL_LOG_BYTES = 64 * 1024;

  private final JobQueries jobs;
  private final Commands commands;

  public JobRoutes(JobQueries jobs, dev.ductile.server.cluster.ClusterService service) {
    this.jobs = jobs;
    this.commands = new Commands(service);
  }

  public List<Route> routes() {
    return List.of(
        list(),
        get("", "All about a job.")
            .answers(JobDetails.class)
            .by(request -> Reply.json(job(request))),
        get("/samples", "The newest measurements of a job, in order of time.")
            .query("limit", new ParameterType.Whole(1, MOST_SAMPLES), "At most so many.")
            .answersPageOf(JobSample.class)
            .by(request -> Reply.json(jobs.samples(id(job(request)), request.whole("limit", 500)))),
        logs(),
        command("cancel", "Ends a job for good.", WhyRequest.class, this::cancel),
        command("hold", "Stops a job until it is resumed.", WhyRequest.class, this::hold),
        command("scale", "Fixes the size of a job by hand.", ScaleRequest.class, this::scale),
        change(Route.post(JOB + "/resume", Permission.USE, "Lets a held job run again."))
            .by(request -> commands.send(new Command.Resume(changed(request), user(request)))),
        change(
                Route.post(
                    JOB + "/unscale", Permission.USE, "Lets the policy choose the size again."))
            .by(request -> commands.send(new Command.Unscale(changed(request), user(request)))),
        change(Route.patch(JOB, Permission.USE, "Changes the priority, queue or sizes of a job."))
            .takes(JobAmendment.class)
            .by(this::amend));
  }

  private Route list() {
    return Route.get("/api/v1/jobs", Permission.VIEW, "Jobs; those that are not over by default.")
        .query(
            "state",
            new ParameterType.Text(200),
            "States, with commas between them; active and ended stand for several, all for all.")
        .query("queue", ID, "Only jobs of this queue.")
        .query("owner", ID, "Only jobs of this user.")
        .query("text", new ParameterType.Text(200), "Only jobs whose id has this text.")
        .query("after", new ParameterType.Text(40), "Where the list before ended.")
        .query("limit", new ParameterType.Whole(1, MOST_JOBS), "At most so many.")
        .answersPageOf(JobSummary.class)
        .by(request -> Reply.json(jobs.list(filter(request))));
  }

  private static JobFilter filter(Request request) {
    Optional<String> after = request.maybeText("after");
    if (after.filter(place -> !place.matches("(past:)?\\d{1,18}")).isPresent()) {
      throw Refusal.invalid("parameter after: give the value of next of the list before");
    }
    return new JobFilter(
        request.maybeText("state").map(JobRoutes::states).orElse(Set.of()),
        request.maybeText("queue"),
        request.maybeText("owner"),
        request.maybeText("text").orElse(""),
        after,
        request.whole("limit", USUAL_JOBS));
  }

  private static Set<String> states(String words) {
    Set<String> states = new java.util.HashSet<>();
    for (String word : Arrays.asList(words.split(",", -1))) {
      switch (word) {
        case "active" -> states.addAll(JobFilter.ACTIVE);
        case "ended" -> states.addAll(JobFilter.OVER);
        case "all" -> {
          states.addAll(JobFilter.ACTIVE);
          states.addAll(JobFilter.OVER);
        }
        default -> {
          if (!JobFilter.ACTIVE.contains(word) && !JobFilter.OVER.contains(word)) {
            throw Refusal.invalid(
                "parameter state: \"%s\" is none of active, ended, all, pending, starting, running, succeeded, failed, cancelled"
                    .formatted(word));
          }
          states.add(word);
        }
      }
    }
    return states;
  }

  private Route logs() {
    return get("/logs", "A part of the log of one task.")
        .query("task", new ParameterType.Name(40), "Such as worker-0, which is also the default.")
        .query(
            "generation", new ParameterType.Whole(0, 1_000_000_000), "By default the newest one.")
        .query(
            "from",
            new ParameterType.Whole(-(1L << 40), 1L << 40),
            "The first byte; below zero counts from the end.")
        .query("limit", new ParameterType.Whole(1, JobLogs.MOST_BYTES), "At most so many bytes.")
        .answers(LogPart.class)
        .by(this::log);
  }

  /** The logs of a job may have secrets of its owner. */
  private Reply log(Request request) {
    JobDetails job = job(request);
    Access.requireOwner(request.principal(), job.job().owner(), job.job().queue());
    String task = request.maybeText("task").orElseGet(() -> firstTask(job));
    int generation =
        request.whole("generation").map(Math::toIntExact).orElseGet(() -> newest(job, task));
    return jobs.log(
            id(job),
            task,
            generation,
            request.whole("from").orElse(0L),
            request.whole("limit", USUAL_LOG_BYTES))
        .map(Reply::json)
        .orElseThrow(() ->
            Refusal.notFound(
                "job %s has no log of %s in generation %d%s"
                    .formatted(job.job().id(), task, generation, known(job))));
  }

  private static String firstTask(JobDetails job) {
    boolean hasMaster = job.logs().stream().anyMatch(log -> log.task().equals("master-0"));
    boolean hasWorker = job.logs().stream().anyMatch(log -> log.task().equals("worker-0"));
    return hasMaster && !hasWorker ? "master-0" : "worker-0";
  }

  private static int newest(JobDetails job, String task) {
    return job.logs().stream()
        .filter(log -> log.task().equals(task))
        .mapToInt(log -> log.generation())
        .max()
        .orElse(0);
  }

  private static String known(JobDetails job) {
    List<String> tasks = job.logs().stream().map(log -> log.task()).distinct().limit(10).toList();
    return tasks.isEmpty()
        ? "; none of its tasks has been started"
        : "; it has those of " + String.join(", ", tasks);
  }

  private static RouteDraft get(String rest, String summary) {
    return Route.get(JOB + rest, Permission.VIEW, summary).path("id", ID, "The id of the job.");
  }

  private static RouteDraft change(RouteDraft draft) {
    return draft.path("id", ID, "The id of the job.").answers(Accepted.class);
  }

  private Route command(
      String word, String summary, Class<? extends Record> type, Function<Request, Reply> handler) {
    return change(Route.post(JOB + "/" + word, Permission.USE, summary)).takes(type).by(handler);
  }

  private Reply cancel(Request request) {
    JobId job = changed(request);
    return commands.send(
        new Command.Cancel(job, why(request.body(WhyRequest.class).why(), request), user(request)));
  }

  private Reply hold(Request request) {
    JobId job = changed(request);
    return commands.send(
        new Command.Hold(job, why(request.body(WhyRequest.class).why(), request), user(request)));
  }

  private Reply scale(Request request) {
    ScaleRequest body = request.body(ScaleRequest.class);
    JobId job = changed(request);
    if (body.workers() < 1 || body.servers() < 0) {
      throw Refusal.invalid(
          "a size has at least 1 worker, not %d workers and %d servers; hold the job to take all of its resources"
              .formatted(body.workers(), body.servers()));
    }
    return commands.send(
        new Command.Scale(job, new Size(body.workers(), body.servers()), user(request)));
  }

  private Reply amend(Request request) {
    JobId job = changed(request);
    JobAmendment change = request.body(JobAmendment.class);
    change.queue().ifPresent(JobRoutes::requireQueue);
    JobSpec spec = commands.service().requested(job).orElseThrow(() -> over(job));
    JobSpec queued =
        spec.withQueue(
            change.queue().orElse(spec.queue()), change.priority().orElse(spec.priority()));
    requirePriority(request, spec, queued);
    return commands.send(new Command.Amend(bounded(queued, change), user(request)));
  }

  /** A priority that an admin has given stays allowed while neither it nor the queue changes. */
  private void requirePriority(Request request, JobSpec now, JobSpec changed) {
    String queue = changed.queue();
    if (changed.priority() != now.priority() || !queue.equals(now.queue())) {
      int most = new PriorityLimits(commands.service()).most(queue);
      Access.requirePriority(request.principal(), queue, changed.priority(), most);
    }
  }

  private static void requireQueue(String queue) {
    if (queue.isBlank() || queue.length() > 200) {
      throw Refusal.invalid("a queue has a name of 1 to 200 characters");
    }
  }

  private static JobSpec bounded(JobSpec spec, JobAmendment change) {
    if (change.least().isEmpty() && change.most().isEmpty()) {
      return spec;
    }
    TaskCounts least = change.least().orElse(counts(spec.bounds().least()));
    TaskCounts most = change.most().orElse(counts(spec.bounds().most()));
    try {
      var bounds =
          new Bounds(
              Range.between(least.workers(), most.workers()),
              Range.between(least.servers(), most.servers()));
      return spec.withBounds(bounds, bounds.atMost(spec.asked()));
    } catch (IllegalArgumentException impossible) {
      throw Refusal.invalid(String.valueOf(impossible.getMessage()));
    }
  }

  private static TaskCounts counts(Size size) {
    return new TaskCounts(size.workers(), size.servers());
  }

  /** The job of the path, which the caller may change and which is not over. */
  private JobId changed(Request request) {
    JobDetails job = job(request);
    Access.requireOwner(request.principal(), job.job().owner(), job.job().queue());
    if (job.job().ended().isPresent()) {
      throw over(id(job));
    }
    return id(job);
  }

  private static Refusal over(JobId job) {
    return Refusal.conflict("job %s is over".formatted(job));
  }

  /** The job of the path. */
  JobDetails job(Request request) {
    String id = request.text("id");
    return jobs.find(new JobId(id)).orElseThrow(() -> Refusal.notFound(jobs.unknown(id)));
  }

  private static JobId id(JobDetails job) {
    return new JobId(job.job().id());
  }

  private static String user(Request request) {
    return request.principal().user();
  }

  private static String why(String given, Request request) {
    return given.isBlank() ? "by " + user(request) : given;
  }
}
