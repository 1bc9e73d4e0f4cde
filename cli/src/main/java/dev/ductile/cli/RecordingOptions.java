package dev.ductile.cli;

import dev.ductile.api.Event;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.cli.service.Moment;
import dev.ductile.history.EventCodec;
import dev.ductile.history.EventSource;
import dev.ductile.history.FileJournal;
import dev.ductile.history.RecordedJournal;
import dev.ductile.history.RecordedPeriod;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scheduler.LedgerSnapshot;
import dev.ductile.server.ServerRecording;
import dev.ductile.server.ServiceFolder;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options for the recording of a server or of a run, and for a period of it. */
final class RecordingOptions {
  private static final String URL = "jdbc:";

  @Parameters(
      index = "0",
      paramLabel = "FOLDER",
      completionCandidates = Known.Files.class,
      description =
          "The data folder of 'ductile server', the URL of its database, or the folder of one run of"
              + " 'ductile run', which holds a file named journal.")
  private String folder = "";

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "The database of the server, if it is not in the folder; as for 'ductile server'.")
  private Optional<String> database = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "The start: 2026-01-01, \"2026-01-01 12:00:00\" (UTC), yesterday, today, or 24h for so long"
              + " ago (default: the first event). Jobs that are not over then begin with the work"
              + " that they have left.")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "The end, written like the start (default: the last event).")
  private Optional<String> to = Optional.empty();

  /** The first and the last event of a journal. */
  private static final class Extent {
    private Optional<Instant> first = Optional.empty();
    private Optional<Instant> last = Optional.empty();

    EventSource of(EventSource source) {
      return events -> source.read(taken(events));
    }

    private Consumer<Event> taken(Consumer<Event> events) {
      return event -> {
        first = first.or(() -> Optional.of(event.at()));
        last = Optional.of(event.at());
        events.accept(event);
      };
    }

    @Override
    public String toString() {
      return first.isEmpty()
          ? "the journal is empty"
          : "the journal has events from %s to %s".formatted(first.get(), last.orElseThrow());
    }
  }

  /** The recording in messages. */
  String name() {
    return folder;
  }

  /** The recording without the folder above it, or a password. */
  String shownName() {
    return isUrl()
        ? folder.replaceAll("[?].*", "").replaceAll("//[^/@]*@", "//")
        : String.valueOf(Path.of(folder).toAbsolutePath().normalize().getFileName());
  }

  /** The recorded events, or those of the period. */
  EventSource source(Catalog catalog, Console console) throws IOException {
    RecordedJournal journal = journal(catalog);
    return period(journal, journal.events(), catalog, console);
  }

  /**
   * The recorded run, or the period of it.
   *
   * @throws InputException if the period has no job
   */
  RecordedRun run(Catalog catalog, Console console) throws IOException {
    var extent = new Extent();
    RecordedJournal journal = journal(catalog);
    EventSource source = period(journal, extent.of(journal.events()), catalog, console);
    RecordedRun recorded = RecordedRun.read(folder, source);
    if (isPeriod() && recorded.submissions().isEmpty()) {
      throw new InputException(
          "no job waited or ran from %s to %s; %s"
              .formatted(words(from, "the first event"), words(to, "the last event"), extent));
    }
    return recorded;
  }

  private static String words(Optional<String> time, String other) {
    return time.map(text -> Moment.of("", text, ServiceOptions.times()).toString()).orElse(other);
  }

  private boolean isPeriod() {
    return from.isPresent() || to.isPresent();
  }

  private Optional<Instant> begin() {
    return from.map(text -> Moment.of("--from", text, ServiceOptions.times()));
  }

  private Optional<Instant> end() {
    return to.map(text -> Moment.of("--to", text, ServiceOptions.times()));
  }

  private EventSource period(
      RecordedJournal journal, EventSource events, Catalog catalog, Console console) {
    if (!isPeriod() && journal.begin().isEmpty()) {
      return events;
    }
    Instant begin = laterOf(begin().orElse(Instant.EPOCH), journal, console);
    Optional<Instant> end = end();
    if (end.filter(last -> !last.isAfter(begin)).isPresent()) {
      throw new InputException(
          "--to %s is not after --from %s".formatted(end.orElseThrow(), begin));
    }
    return new RecordedPeriod(journal.begin(), events, catalog, begin, end);
  }

  /** This time, or that where the journal begins. */
  private static Instant laterOf(Instant from, RecordedJournal journal, Console console) {
    Instant first = journal.begin().map(LedgerSnapshot::foldedAt).orElse(from);
    if (!first.isAfter(from)) {
      return from;
    }
    console.note(
        "note: from %s, where the journal begins; the server no longer keeps older events"
            .formatted(first));
    return first;
  }

  /** The journal of a server or of a run. */
  private RecordedJournal journal(Catalog catalog) throws IOException {
    ServerRecording server = server();
    if (server.exists()) {
      return server.journal(catalog);
    }
    Path journal = new RunFolder(Path.of(folder)).requireJournal().journal();
    return RecordedJournal.whole(
        events -> FileJournal.read(journal, new EventCodec(catalog), events));
  }

  private boolean isUrl() {
    return folder.startsWith(URL);
  }

  private ServerRecording server() {
    return isUrl()
        ? new ServerRecording(new ServiceFolder(Path.of("")), Optional.of(folder))
        : new ServerRecording(new ServiceFolder(Path.of(folder)), database);
  }

  /** The settings of the server's last start, or of the run; the run of a period ends with it. */
  RunSettings settings(Console console) throws IOException {
    RunSettings whole = wholeSettings(console);
    return begin()
        .flatMap(first -> end().map(last -> whole.withHorizon(Duration.between(first, last))))
        .orElse(whole);
  }

  private RunSettings wholeSettings(Console console) throws IOException {
    ServerRecording server = server();
    if (!isUrl() && !server.exists()) {
      return RunSettings.read(new RunFolder(Path.of(folder)).settings());
    }
    Optional<RunSettings> written = isUrl() ? Optional.empty() : server.settings();
    if (written.isEmpty()) {
      console.note(
          isUrl()
              ? "note: a database has no settings of its server, so the simulation has the defaults; name the data folder, and the database with --database"
              : "note: %s has no settings of the server, so the simulation has the defaults; the next start of the server writes them"
                  .formatted(folder));
    }
    return written.orElseGet(
        () -> RunSettings.of("server", ServerSettings.of(Nodes.uniform(1, Resources.gpus(1)))));
  }
}
