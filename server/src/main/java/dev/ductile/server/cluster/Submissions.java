package dev.ductile.server.cluster;

import dev.ductile.api.Command;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Origin;
import dev.ductile.api.Program;
import dev.ductile.journal.Database;
import dev.ductile.rest.Submitted;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.scenario.job.ProfileChoice;
import dev.ductile.scenario.job.SubmittedJobs;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.text.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Turns job files into submitted jobs. */
public final class Submissions {
  /** Notes about the speeds of one file. */
  private static final int MOST_SOURCES = 5;

  private final ClusterService service;
  private final Catalog catalog;
  private final UnaryOperator<Program> programs;
  private final EarlierSpeeds speeds;

  /**
   * Submissions to a service.
   *
   * @param database has the speeds of jobs that are over
   * @param programs makes a program that an engine can start, from one that may name a bundled
   *     program
   */
  public static Submissions of(
      ClusterService service, Database database, Catalog catalog, UnaryOperator<Program> programs) {
    var speeds =
        new EarlierSpeeds(service, new PastJobs(database), new SpeedTable(database, catalog));
    return new Submissions(service, catalog, programs, speeds);
  }

  private Submissions(
      ClusterService service,
      Catalog catalog,
      UnaryOperator<Program> programs,
      EarlierSpeeds speeds) {
    this.service = service;
    this.catalog = catalog;
    this.programs = programs;
    this.speeds = speeds;
  }

  /** The result of a submission. */
  public sealed interface Outcome {
    /** All jobs of the file are in the journal. */
    record Done(Submitted submitted) implements Outcome {}

    /**
     * None of them runs.
     *
     * @param mayPass whether the same file may be accepted later
     */
    record Refused(String why, boolean mayPass) implements Outcome {}
  }

  /** The commands of a job file, before anything is sent. */
  public record Prepared(JobRequest request, List<Command.Submit> commands) {
    /** The hints of the file, and the jobs whose measured speeds the new ones start with. */
    public List<String> notes() {
      return Stream.concat(request.notes().stream(), speeds()).toList();
    }

    private Stream<String> speeds() {
      String choice =
          request.profile() instanceof ProfileChoice.Newest
              ? "; 'profile: {skip: true}' in the job file leaves them out"
              : "";
      return commands.stream()
          .flatMap(command ->
              command.origin().speedFrom().stream()
                  .map(job -> SpeedSource.earlier(job, command.speed())))
          .distinct()
          .limit(MOST_SOURCES)
          .map(source -> "starts with the %s%s".formatted(source, choice));
    }
  }

  /**
   * Reads a job file.
   *
   * @param name its name in messages
   * @param folder where its relative paths begin
   * @throws dev.ductile.text.InputException with all mistakes in it
   */
  public JobRequest read(String name, String text, Path folder) {
    return reader(folder).read(name, text);
  }

  /** The same for a document that a program has made; mistakes have their key and no line. */
  public JobRequest readGenerated(String name, String text, Path folder) {
    return reader(folder).of(Document.words(name, text).root());
  }

  private JobFile reader(Path folder) {
    return new JobFile(catalog, service.settings().nodes(), folder);
  }

  /** The highest priority that users may give to jobs of a queue. */
  public int highestPriority(String queue) {
    return new PriorityLimits(service).most(queue);
  }

  /** The commands that submit the jobs of a file for this owner; their identifiers are reserved. */
  public Prepared prepare(JobRequest request, String text, String owner) {
    return prepared(request, text, owner, service.names()::reserve);
  }

  /** The same commands, which are never sent: their identifiers stay free. */
  public Prepared propose(JobRequest request, String text, String owner) {
    return prepared(request, text, owner, service.names().proposed());
  }

  private Prepared prepared(
      JobRequest request, String text, String owner, Function<String, JobId> ids) {
    List<Optional<MeasuredSpeed>> earlier =
        speeds.of(
            request,
            owner,
            request.jobs().stream()
                .map(job -> job.withProgram(programs.apply(job.program())))
                .toList());
    ServerSettings settings = service.settings();
    List<Command.Submit> written =
        new SubmittedJobs(owner, ids, service.names()::find, settings.rescale()::expected)
            .commands(request);
    var origin = new Origin(request.name(), written.getFirst().job().name(), text);
    var commands = new ArrayList<Command.Submit>();
    for (int i = 0; i < written.size(); i++) {
      commands.add(prepared(written.get(i), origin, earlier.get(i)));
    }
    return new Prepared(request, List.copyOf(commands));
  }

  private Command.Submit prepared(
      Command.Submit command, Origin origin, Optional<MeasuredSpeed> earlier) {
    JobSpec spec = command.spec();
    return new Command.Submit(
        spec.withProgram(programs.apply(spec.program())),
        earlier.map(MeasuredSpeed::speed).orElse(command.speed()),
        command.pause(),
        earlier.map(measured -> origin.withSpeedFrom(measured.job())).orElse(origin));
  }

  /** Gives up what {@link #prepare} has reserved. */
  public void abandon(Prepared prepared) {
    prepared.commands().forEach(command -> service.names().release(command.job()));
  }

  /**
   * Sends the commands; if one is refused, the others are cancelled.
   *
   * @param notes hints for the user, in addition to those of the file
   */
  public CompletableFuture<Outcome> submit(Prepared prepared, List<String> notes) {
    List<CompletableFuture<CommandAnswer>> answers =
        prepared.commands().stream().map(service::send).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(_ -> outcome(prepared, answers, notes));
  }

  private Outcome outcome(
      Prepared prepared, List<CompletableFuture<CommandAnswer>> answers, List<String> notes) {
    var accepted = new ArrayList<JobId>();
    Optional<CommandAnswer.Refused> refusal = Optional.empty();
    for (int i = 0; i < answers.size(); i++) {
      JobId job = prepared.commands().get(i).job();
      switch (answers.get(i).join()) {
        case CommandAnswer.Accepted _ -> accepted.add(job);
        case CommandAnswer.Refused refused -> {
          service.names().release(job);
          refusal = refusal.or(() -> Optional.of(refused));
        }
      }
    }
    if (refusal.isEmpty()) {
      return new Outcome.Done(
          new Submitted(
              accepted.stream().map(JobId::name).toList(),
              Stream.concat(prepared.notes().stream(), notes.stream()).toList()));
    }
    String why = refusal.get().why();
    for (JobId job : accepted) {
      var _ = service.send(new Command.Cancel(job, "another job of its file was refused: " + why));
    }
    return new Outcome.Refused(why, refusal.get().mayPass());
  }
}
