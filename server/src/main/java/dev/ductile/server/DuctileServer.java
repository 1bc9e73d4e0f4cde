package dev.ductile.server;

import dev.ductile.answers.why.JobHistory;
import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.engines.local.CommandCheck;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.history.EventCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.Lease;
import dev.ductile.rest.AuditEntry;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.accounts.Accounts;
import dev.ductile.server.accounts.AdminTokenFile;
import dev.ductile.server.accounts.AuditLog;
import dev.ductile.server.accounts.DatabaseAudit;
import dev.ductile.server.accounts.DatabaseTokens;
import dev.ductile.server.accounts.OpenIdIssuer;
import dev.ductile.server.accounts.OpenIdSettings;
import dev.ductile.server.accounts.Tokens;
import dev.ductile.server.cluster.Alerts;
import dev.ductile.server.cluster.ClusterQueries;
import dev.ductile.server.cluster.ClusterService;
import dev.ductile.server.cluster.DatabaseRecords;
import dev.ductile.server.cluster.DecisionQueries;
import dev.ductile.server.cluster.JobChanges;
import dev.ductile.server.cluster.JobLogs;
import dev.ductile.server.cluster.JobQueries;
import dev.ductile.server.cluster.LaunchNotes;
import dev.ductile.server.cluster.LiveAnswers;
import dev.ductile.server.cluster.PastJobs;
import dev.ductile.server.cluster.PolicySource;
import dev.ductile.server.cluster.RetriedJournal;
import dev.ductile.server.cluster.SampleRecorder;
import dev.ductile.server.cluster.ServiceReaders;
import dev.ductile.server.cluster.ShadowPolicies;
import dev.ductile.server.cluster.Submissions;
import dev.ductile.server.cluster.UsageQueries;
import dev.ductile.server.http.EventLimits;
import dev.ductile.server.http.Events;
import dev.ductile.server.http.HttpServer;
import dev.ductile.server.http.HttpService;
import dev.ductile.server.http.Metrics;
import dev.ductile.server.http.Route;
import dev.ductile.server.metrics.ClusterGauges;
import dev.ductile.server.metrics.SchedulerMetrics;
import dev.ductile.server.notify.DeliverySettings;
import dev.ductile.server.notify.Notifier;
import dev.ductile.server.reload.LastFile;
import dev.ductile.server.reload.LiveParts;
import dev.ductile.server.reload.ReloadOutcome;
import dev.ductile.server.reload.ServerFileReload;
import dev.ductile.server.reload.SettingsFile;
import dev.ductile.server.reload.StartedFile;
import dev.ductile.server.routes.AnswerRoutes;
import dev.ductile.server.routes.ClusterRoutes;
import dev.ductile.server.routes.JobRoutes;
import dev.ductile.server.routes.QueueRoutes;
import dev.ductile.server.routes.ReloadRoute;
import dev.ductile.server.routes.SecretRoutes;
import dev.ductile.server.routes.ShadowRoutes;
import dev.ductile.server.routes.SubmitRoute;
import dev.ductile.server.secrets.SecretCheck;
import dev.ductile.server.secrets.SecretFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A server with all of its parts: database, scheduler, engine and HTTP interface. */
public final class DuctileServer implements AutoCloseable {
  private static final EventLimits EVENTS = new EventLimits(1_000, Duration.ofSeconds(15));
  private static final Duration FIRST_FORECAST = Duration.ofSeconds(5);
  private static final Duration FORECASTS = Duration.ofMinutes(1);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final ServerOptions options;
  private final ServerHealth health;
  private final boolean isOnThisMachine;
  private final ServiceFolder folder;
  private final SecretFolder secrets;
  private final TaskIdentity jobUsers;
  private final JobHistory history;
  private final ShadowPolicies shadows;
  private final Metrics metrics;
  private final ServerUse use;
  private final ClusterService service;
  private final ClusterQueries cluster;
  private final CompletableFuture<Void> ended;
  private final Accounts accounts;
  private final AuditLog audit;
  private final HttpServer http;
  private final LastFile lastFile;
  private final StartedFile started;
  private volatile Optional<ServerFileReload> reload = Optional.empty();

  /** Makes the engine of a server, which is also its clock. */
  @FunctionalInterface
  private interface EngineSource<E extends Engine & Clock> {
    E make(DuctileServer server, LiveEvents live, DatabaseRecords records) throws IOException;
  }

  private <E extends Engine & Clock> DuctileServer(
      ServerOptions options, boolean isOnThisMachine, EngineSource<E> engines) throws IOException {
    this.options = options;
    this.health = new ServerHealth(options.time().nanos());
    this.isOnThisMachine = isOnThisMachine;
    options.requireFreePort();
    this.folder = options.openFolder();
    this.secrets = new SecretFolder(folder.secrets());
    this.jobUsers = TaskIdentity.of(options.settings().runAs(), folder);
    boolean isComplete = false;
    try {
      HeldData data =
          HeldData.await(options, folder, health.lease(), isOnThisMachine, opened::push);
      Database database = data.database();
      this.lastFile =
          new LastFile(folder.lastFile(), new EventCodec(options.catalog()), options.notes());
      this.started = new StartedFile(lastFile, folder.settings());
      started.writeSettings(options.settings());
      this.use = ServerUse.of(database);
      DatabaseRecords records = open(new DatabaseRecords(database, use.live()));
      var events = open(new Events(EVENTS));
      var live = open(new LiveEvents(events));
      this.history = new JobHistory(records::changed);
      this.shadows =
          open(
              new ShadowPolicies(
                  options.settings().shadows(),
                  new PolicySource(options.settings(), options.catalog())::made,
                  live::policy));
      this.metrics = new Metrics(options.http().version());
      health.show(metrics.registry());
      this.service = open(service(data.lease(), records, live, engines.make(this, live, records)));
      this.cluster =
          new ClusterQueries(
              service,
              options.http().version(),
              () -> Alerts.of(health.databaseProblem(), service.unsteady(), use.live()),
              use.live());
      live.of(service, cluster::cluster, health::databaseProblem);
      this.accounts = accounts(database);
      this.audit = open(AuditLog.start(new DatabaseAudit(database)));
      this.http = open(http(database, events));
      started.apply(options.settings(), service);
      open(use).start(() -> service.settings().idleAfter());
      this.ended = service.start();
      health.schedules(ended);
      this.reload = options.file().map(this::reloadOf);
      isComplete = true;
    } finally {
      if (!isComplete) {
        close();
      }
    }
    writeAddress();
  }

  /**
   * Starts a server. With a database that another server holds, it waits until it can take over.
   *
   * @throws IOException with a sentence for operators if that is impossible
   */
  public static DuctileServer start(ServerOptions options) throws IOException {
    return started(options, true, DuctileServer::processes);
  }

  /**
   * Starts a server whose jobs run on another engine than the processes of this machine.
   *
   * @param engine the engine, which the server closes
   * @throws IOException with a sentence for operators if that is impossible
   */
  public static <E extends Engine & Clock> DuctileServer start(ServerOptions options, E engine)
      throws IOException {
    return started(options, false, (_, _, _) -> engine);
  }

  private static <E extends Engine & Clock> DuctileServer started(
      ServerOptions options, boolean isOnThisMachine, EngineSource<E> engines) throws IOException {
    try {
      return new DuctileServer(options, isOnThisMachine, engines);
    } catch (IOException failure) {
      throw new ServiceFolder(options.data().folder()).named(failure);
    }
  }

  private LocalEngine processes(LiveEvents live, DatabaseRecords records) throws IOException {
    var time = new SteadyTime();
    var samples = new SampleRecorder(time, live::find, records::sample);
    var engine =
        new LocalEngine(
            options.tasks().lifetime(),
            options.settings().nodes().list(),
            folder.jobs(),
            jobUsers.environment(options.tasks().environment()),
            secrets,
            jobUsers.users(),
            Settings.DEFAULT,
            time,
            options.notes(),
            samples::take);
    return use.watch(engine, live, records);
  }

  private <T extends AutoCloseable> T open(T part) {
    opened.push(part);
    return part;
  }

  private <E extends Engine & Clock> ClusterService service(
      Lease lease, DatabaseRecords records, LiveEvents live, E engine) throws IOException {
    Notifier notifier = open(new Notifier(DeliverySettings.DEFAULT, secrets, options.notes()));
    var hooks = new HookReader(options.catalog(), notifier);
    RetriedJournal journal =
        ServerJournal.open(options, lease, health.journal(), () -> service.settings());
    var scheduling =
        new SchedulerMetrics(metrics.registry(), live::find, live::lastDecision, journal::failures);
    ClusterService made =
        new ClusterService(
            options.settings(),
            options.catalog(),
            engine,
            journal,
            records,
            new ServiceReaders(
                history,
                live.and(hooks).and(notifier).and(scheduling).and(shadows),
                List.of(hooks, scheduling),
                ServerTracing.open(options, live::lastDecision, opened::push)),
            options.time().nanos());
    made.refuseDuring(health::longOutage);
    made.showRounds(scheduling::round);
    made.showIdle(use.live().idle()::contains);
    return made;
  }

  private Accounts accounts(Database database) throws IOException {
    InstantSource clock = options.time().clock();
    var tokens = new Tokens(new DatabaseTokens(database), clock, options.time().random());
    if (new AdminTokenFile(folder.token()).ensure(tokens)) {
      options.notes().accept("the token of the administrator is in " + folder.token());
    }
    return new Accounts(tokens, issuer(options.settings()), clock, options.time().random());
  }

  private HttpServer http(Database database, Events events) throws IOException {
    return HttpServer.start(
        options.http(),
        new HttpService(
            routes(database, events),
            accounts,
            audit,
            metrics,
            health::unready,
            options.time().clock(),
            options.time().nanos()));
  }

  private Optional<OpenIdIssuer> issuer(ServerSettings settings) {
    return settings
        .openId()
        .map(provider -> new OpenIdIssuer(OpenIdSettings.of(provider), options.time().clock()));
  }

  private ServerFileReload reloadOf(SettingsFile file) {
    return new ServerFileReload(
        file.settings(),
        options.settings(),
        service,
        lastFile,
        new LiveParts(
            this::change,
            settings -> shadows.replace(settings.shadows()),
            settings -> accounts.replaceIssuer(issuer(settings)),
            () -> http.changedCertificate()));
  }

  private void change(ServerSettings settings) {
    service.change(settings);
    try {
      started.writeSettings(settings);
    } catch (IOException failure) {
      options.notes().accept("the settings cannot be written: " + failure.getMessage());
    }
  }

  /** Reads the server file again; nothing changes if it has a mistake. */
  public ReloadOutcome reload() {
    return reload
        .map(ServerFileReload::reload)
        .orElseGet(() ->
            new ReloadOutcome.Refused(
                options.file().isPresent()
                    ? "the server is still starting; try again in a few seconds"
                    : "the server has no server file; start it with --config FILE"));
  }

  /** The same for a signal, which is in the audit log as a request is. */
  public ReloadOutcome reloadBySignal() {
    ReloadOutcome outcome = reload();
    audit.add(
        new AuditEntry(
            0,
            options.time().clock().instant(),
            "system",
            "signal",
            "reload",
            options.file().map(file -> file.path().toString()).orElse(""),
            outcome instanceof ReloadOutcome.Done ? "200" : "422"));
    return outcome;
  }

  private List<Route> routes(Database database, Events events) {
    var jobs =
        new JobQueries(service, new PastJobs(database), new JobLogs(folder.jobs()), use.live());
    var gauges =
        new ClusterGauges(
            cluster, service::decidingSeconds, () -> service.unsteady().size(), metrics.registry());
    metrics.beforeScrape(gauges::refresh);
    var submissions =
        Submissions.of(service, database, options.catalog(), options.tasks().programs());
    var answers =
        new LiveAnswers(
            service,
            options.catalog(),
            new JobChanges(history, new PastJobs(database)),
            new PastJobs(database),
            use.live().idle(),
            options.time().clock(),
            ZoneId.systemDefault(),
            options.time().nanos());
    shadows.start(answers::compare, FIRST_FORECAST, FORECASTS);
    var usage =
        new UsageQueries(service, new PastJobs(database), use.live(), options.time().clock());
    var routes = new ArrayList<Route>();
    var check = new SecretCheck(secrets);
    routes.add(
        new SubmitRoute(submissions, answers, launchNotes(), check, jobUsers.users(), Path.of("/"))
            .route());
    routes.addAll(new JobRoutes(jobs, service).routes());
    routes.addAll(new ShadowRoutes(shadows).routes());
    routes.add(new ReloadRoute(this::reload).route());
    routes.addAll(new SecretRoutes(secrets).routes());
    routes.addAll(new AnswerRoutes(jobs, answers, usage, cluster, submissions).routes());
    routes.addAll(new QueueRoutes(service, cluster).routes());
    routes.addAll(
        new ClusterRoutes(service, cluster, new DecisionQueries(database), events).routes());
    return routes;
  }

  private LaunchNotes launchNotes() {
    return isOnThisMachine && !jobUsers.areOthers()
        ? new LaunchNotes(new CommandCheck(), options.tasks().environment())
        : LaunchNotes.NONE;
  }

  private void writeAddress() throws IOException {
    new RememberedFile(folder.rememberedFile()).write(options.file().map(SettingsFile::path));
    Files.writeString(folder.address(), http.address() + "\n");
  }

  /** The address of the HTTP interface and of the page. */
  public URI address() {
    return http.address();
  }

  public ServiceFolder folder() {
    return folder;
  }

  /** Completes when the scheduler ends, exceptionally if it has failed. */
  public CompletableFuture<Void> ended() {
    return ended;
  }

  /** Stops the server; jobs continue, and the next server takes them over. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception failure) {
        options.notes().accept("while stopping: " + failure.getMessage());
      }
    }
  }
}
