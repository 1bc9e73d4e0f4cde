package dev.ductile.server.routes;

import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.JobId;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.SpeedCurve;
import dev.ductile.rest.UsageRow;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfQuestion;
import dev.ductile.rest.Why;
import dev.ductile.server.cluster.ClusterQueries;
import dev.ductile.server.cluster.JobQueries;
import dev.ductile.server.cluster.LiveAnswers;
import dev.ductile.server.cluster.Submissions;
import dev.ductile.server.cluster.UsageQueries;
import dev.ductile.server.http.ParameterType;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Request;
import dev.ductile.server.http.Route;
import dev.ductile.server.http.RouteDraft;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Explains jobs and answers what-if questions. */
public final class AnswerRoutes {
  private static final int MOST_BYTES = 1 << 20;

  private final JobQueries jobs;
  private final LiveAnswers answers;
  private final UsageQueries usage;
  private final NodeNames nodes;
  private final Submissions submissions;

  public AnswerRoutes(
      JobQueries jobs,
      LiveAnswers answers,
      UsageQueries usage,
      ClusterQueries cluster,
      Submissions submissions) {
    this.jobs = jobs;
    this.answers = answers;
    this.usage = usage;
    this.nodes = new NodeNames(cluster);
    this.submissions = submissions;
  }

  public List<Route> routes() {
    return List.of(
        ofJob("/why", "Why the job waits, or has its size.")
            .answers(Why.class)
            .by(request -> Reply.json(why(request))),
        ofJob("/history", "The events of the life of the job.")
            .answersPageOf(JobChange.class)
            .by(request -> Reply.json(whole(answers.changes(id(job(request)))))),
        ofJob("/speeds", "The predicted and the measured speed at each size.")
            .answers(SpeedCurve.class)
            .by(request -> Reply.json(answers.speeds(id(job(request))))),
        Route.post(
                "/api/v1/what-if",
                Permission.USE,
                "Simulates the present jobs with another policy, other nodes or one more job.")
            .takes(WhatIfQuestion.class, MOST_BYTES)
            .answers(WhatIfAnswer.class)
            .by(request -> Reply.json(whatIf(request))),
        Route.get("/api/v1/usage", Permission.VIEW, "The use of the cluster in a period.")
            .query("from", new ParameterType.Time(), "The begin; a week ago by default.")
            .query("to", new ParameterType.Time(), "The end; now by default.")
            .query(
                "by", new ParameterType.Choice(List.of("user", "queue")), "The rows of the table.")
            .answersPageOf(UsageRow.class)
            .by(request -> Reply.json(usage(request))));
  }

  private Why why(Request request) {
    JobDetails job = job(request);
    return Simulations.answer(() -> answers.why(id(job))).orElseGet(() -> over(job));
  }

  private Why over(JobDetails job) {
    String id = job.job().id();
    String cause = job.message().map(why -> ": " + why).orElse("");
    return new Why(
        id,
        job.job().state(),
        "has %s%s".formatted(job.job().state(), cause),
        Optional.empty(),
        java.util.Map.of(),
        java.util.Map.of(),
        List.of(),
        Optional.empty(),
        0,
        Optional.empty(),
        job.speedSource(),
        List.of(),
        List.of(),
        answers.changes(new JobId(id)));
  }

  private WhatIfAnswer whatIf(Request request) {
    WhatIfQuestion question = request.body(WhatIfQuestion.class);
    question.removeNodes().forEach(nodes::find);
    LiveState state = answers.state();
    Optional<Submissions.Prepared> proposed =
        question.job().map(file -> proposed(file, request.principal().user()));
    try {
      return Simulations.answer(() -> answers.whatIf(state, question, proposed));
    } catch (InputException | IllegalArgumentException wrong) {
      throw Refusal.invalid(String.valueOf(wrong.getMessage()));
    }
  }

  private Submissions.Prepared proposed(String file, String owner) {
    try {
      return submissions.propose(submissions.read("the job file", file, Path.of("/")), file, owner);
    } catch (InputException wrong) {
      throw Refusal.mistakes(
          String.valueOf(wrong.getMessage()),
          wrong.mistakes().stream().map(mistake -> String.valueOf(mistake.getMessage())).toList());
    } catch (IllegalArgumentException wrong) {
      throw Refusal.invalid(String.valueOf(wrong.getMessage()));
    }
  }

  private ListPage<UsageRow> usage(Request request) {
    Optional<Instant> from = request.time("from");
    Optional<Instant> to = request.time("to");
    boolean byQueue = request.maybeText("by").orElse("user").equals("queue");
    try {
      return whole(usage.rows(from, to, byQueue));
    } catch (IllegalArgumentException reversed) {
      throw Refusal.invalid("parameters from and to: " + reversed.getMessage());
    }
  }

  private static RouteDraft ofJob(String rest, String summary) {
    return Route.get("/api/v1/jobs/{id}" + rest, Permission.VIEW, summary)
        .path("id", JobRoutes.ID, "The id of the job.");
  }

  private JobDetails job(Request request) {
    String id = request.text("id");
    return jobs.find(new JobId(id)).orElseThrow(() -> Refusal.notFound(jobs.unknown(id)));
  }

  private static JobId id(JobDetails job) {
    return new JobId(job.job().id());
  }

  private static <T> ListPage<T> whole(List<T> items) {
    return new ListPage<>(items, Optional.empty(), items.size());
  }
}
