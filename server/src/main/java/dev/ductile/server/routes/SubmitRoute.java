package dev.ductile.server.routes;

import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.JobSpec;
import dev.ductile.engines.supervision.TaskUsers;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.Submitted;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.server.accounts.Principal;
import dev.ductile.server.cluster.LaunchNotes;
import dev.ductile.server.cluster.LiveAnswers;
import dev.ductile.server.cluster.Submissions;
import dev.ductile.server.http.Access;
import dev.ductile.server.http.Answer;
import dev.ductile.server.http.ParameterType;
import dev.ductile.server.http.Permission;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import dev.ductile.server.http.Request;
import dev.ductile.server.http.Route;
import dev.ductile.server.secrets.SecretCheck;
import dev.ductile.text.InputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Takes job files. */
public final class SubmitRoute {
  private final Submissions submissions;
  private final LiveAnswers answers;
  private final LaunchNotes launches;
  private final SecretCheck secrets;
  private final TaskUsers users;
  private final Path folder;

  /**
   * The route.
   *
   * @param answers tells what would happen to jobs
   * @param launches finds programs and files that are missing
   * @param secrets finds the secrets that are missing
   * @param users refuses owners whose tasks cannot run
   * @param folder where relative paths begin if a client names no folder
   */
  public SubmitRoute(
      Submissions submissions,
      LiveAnswers answers,
      LaunchNotes launches,
      SecretCheck secrets,
      TaskUsers users,
      Path folder) {
    this.submissions = submissions;
    this.answers = answers;
    this.launches = launches;
    this.secrets = secrets;
    this.users = users;
    this.folder = folder;
  }

  public Route route() {
    return Route.post("/api/v1/jobs", Permission.USE, "Submits the jobs of a job file.")
        .query("dryRun", new ParameterType.Flag(), "Only answers what would happen to the jobs.")
        .query(
            "waitForResources",
            new ParameterType.Flag(),
            "Accepts also jobs that the cluster cannot hold; they wait until it or a quota grows.")
        .query(
            "folder",
            new ParameterType.Text(4096),
            "The absolute folder of the user, where relative paths of the file begin.")
        .query("name", new ParameterType.Text(200), "The name of the file, for messages.")
        .query(
            "generated",
            new ParameterType.Flag(),
            "A program has made the document; messages name its keys and no lines.")
        .takesFile(JobFile.MOST_BYTES)
        .answers(new Answer.Either(Submitted.class, DryRun.class))
        .status(201)
        .by(this::submit);
  }

  private Reply submit(Request request) {
    String text = request.body(String.class);
    JobRequest read = read(request, text);
    String owner = request.principal().user();
    requireUser(owner);
    requirePriorities(read, request.principal());
    requireSecrets(read, owner);
    return request.flag("dryRun")
        ? Reply.json(tried(answers.state(), jobs(() -> submissions.propose(read, text, owner))))
        : submitted(
            jobs(() -> submissions.prepare(read, text, owner)), request.flag("waitForResources"));
  }

  /** The notes of the file come before those of the cluster and of the machine. */
  private DryRun tried(LiveState state, Submissions.Prepared prepared) {
    DryRun answer = Simulations.answer(() -> answers.dryRun(state, prepared));
    return new DryRun(
        answer.accepted(),
        answer.problems(),
        Stream.of(prepared.notes(), answer.notes(), launches.of(prepared))
            .flatMap(List::stream)
            .toList(),
        answer.forecasts());
  }

  private List<String> notes(Submissions.Prepared prepared) {
    return Stream.concat(answers.notes(prepared).stream(), launches.of(prepared).stream()).toList();
  }

  private Reply submitted(Submissions.Prepared prepared, boolean waits) {
    List<String> problems = waits ? List.of() : answers.problems(prepared);
    if (!problems.isEmpty()) {
      submissions.abandon(prepared);
      throw Refusal.infeasible(
          "the job can never start: %s; make it smaller, or let it wait until the cluster or the quota grows: ductile submit --wait-for-resources"
              .formatted(problems.getFirst()),
          problems);
    }
    return switch (Commands.await(submissions.submit(prepared, notes(prepared)))) {
      case Submissions.Outcome.Done done -> Reply.created(done.submitted());
      case Submissions.Outcome.Refused refused ->
          throw Commands.refusal(refused.why(), refused.mayPass());
    };
  }

  private JobRequest read(Request request, String text) {
    String name = request.maybeText("name").orElse("the job file");
    Path start = folder(request);
    try {
      return request.flag("generated")
          ? submissions.readGenerated(name, text, start)
          : submissions.read(name, text, start);
    } catch (InputException wrong) {
      throw Refusal.mistakes(
          String.valueOf(wrong.getMessage()),
          wrong.mistakes().stream().map(mistake -> String.valueOf(mistake.getMessage())).toList());
    }
  }

  private void requireUser(String owner) {
    users
        .problem(owner)
        .ifPresent(problem -> {
          throw Refusal.forbidden(problem);
        });
  }

  private void requirePriorities(JobRequest request, Principal principal) {
    for (JobSpec job : request.jobs()) {
      Access.requirePriority(
          principal, job.queue(), job.priority(), submissions.highestPriority(job.queue()));
    }
  }

  private void requireSecrets(JobRequest request, String owner) {
    List<String> missing = secrets.missing(request, owner);
    if (!missing.isEmpty()) {
      throw Refusal.mistakes(missing.getFirst(), missing);
    }
  }

  private Path folder(Request request) {
    try {
      Path named = request.maybeText("folder").map(Path::of).orElse(folder);
      if (named.isAbsolute()) {
        return named;
      }
    } catch (InvalidPathException invalid) {
      // refused below, like a relative folder
    }
    throw Refusal.invalid("parameter folder: give an absolute folder of the machine of the server");
  }

  private static Submissions.Prepared jobs(Supplier<Submissions.Prepared> source) {
    try {
      return source.get();
    } catch (IllegalArgumentException wrong) {
      throw Refusal.conflict(String.valueOf(wrong.getMessage()));
    }
  }
}
