package dev.ductile.cli;

import dev.ductile.cli.server.LogFormat;
import dev.ductile.cli.server.MachineNodes;
import dev.ductile.cli.server.RunningServer;
import dev.ductile.cli.server.ServerLogs;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.rest.client.Connection;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.ServerOptions;
import dev.ductile.server.TaskOptions;
import dev.ductile.server.http.HttpLimits;
import dev.ductile.server.http.HttpSettings;
import dev.ductile.server.http.TlsSettings;
import dev.ductile.server.reload.SettingsFile;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The service that users submit jobs to. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    header = "Runs the service that takes jobs, on this machine.",
    description = {
      "",
      "Schedules the jobs that users submit, and serves the REST interface and the page. Jobs are"
          + " processes of this machine. They outlive the server: the next one on the same data"
          + " folder takes them over. On the first start the token of the administrator is written"
          + " to DATA/token, which only its owner can read. Ctrl-C stops the server, not the jobs.",
      "",
      "'ductile reload' and SIGHUP let the server read its file again."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile server",
      "  ductile server server.yaml",
      "  ductile server server.yaml --database jdbc:postgresql://db/ductile \\",
      "      --listen 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem"
    })
final class ServerCommand implements Callable<Integer> {
  private static final int PORT = Connection.DEFAULT_PORT;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "The server file: nodes, queues and the policy (default: this machine as one node).")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--config", paramLabel = "FILE", description = "The same as FILE.")
  private Optional<Path> config = Optional.empty();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = "ductile-data",
      description = "The folder of the database, logs and checkpoints (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of("ductile-data");

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "The database: jdbc:postgresql://HOST/NAME, or jdbc:sqlite:FILE (default: SQLite in the"
              + " data folder).")
  private Optional<String> database = Optional.empty();

  @Option(
      names = "--replace-folder",
      description =
          "Uses this data folder although the database names another one. Only if that one is lost and"
              + " none of its tasks runs any more: its jobs start again.")
  private boolean replacesFolder;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "The address to listen on (default: ${DEFAULT-VALUE}). Others than those of this machine"
              + " need TLS.")
  private String listen = "127.0.0.1";

  @Option(
      names = "--port",
      defaultValue = "" + PORT,
      description = "The port; 0 lets the system choose (default: ${DEFAULT-VALUE}).")
  private int port = PORT;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "A further name by which clients reach the server; may be given again.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "The certificate chain, as PEM; needs --tls-key.")
  private Optional<Path> certificate = Optional.empty();

  @Option(names = "--tls-key", paramLabel = "FILE", description = "The private key, as PEM.")
  private Optional<Path> key = Optional.empty();

  @Option(
      names = "--insecure-plain-text",
      description =
          "Listens on any address without TLS, so that everybody on the network can read the tokens.")
  private boolean plainText;

  @Option(names = "--access-log", description = "Logs every request.")
  private boolean accessLog;

  @Option(
      names = "--log-format",
      paramLabel = "FORM",
      defaultValue = "text",
      description =
          "The form of the log on standard error: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private LogFormat logFormat = LogFormat.text;

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = plugins.catalog();
    Consumer<String> notes = log();
    Optional<Path> named = serverFile();
    Optional<SettingsFile> read =
        named.map(path ->
            new SettingsFile(path, () -> ServerFile.read(path, catalog, MachineNodes.nodes())));
    ServerSettings settings =
        read.map(one -> one.settings().get())
            .orElseGet(() -> ServerSettings.of(MachineNodes.nodes()));
    var options =
        ServerOptions.of(settings, catalog, data)
            .withFile(read)
            .withDatabase(database)
            .replacingFolder(replacesFolder)
            .with(http())
            .with(
                TaskOptions.of(LocalEngine.Lifetime.AGENT)
                    .withPrograms(
                        BundledPrograms.beside(Path.of("").toAbsolutePath().resolve("job"))
                            ::started))
            .withNotes(notes);
    return new RunningServer(options, notes).run();
  }

  /** Begins the log, and returns the receiver of notes for operators. */
  private Consumer<String> log() {
    ServerLogs.begin(logFormat);
    return switch (logFormat) {
      case text -> console::note;
      case json -> ServerLogs.notes(InstantSource.system());
    };
  }

  private Optional<Path> serverFile() {
    if (file.isPresent() && config.isPresent()) {
      throw new InputException(
          "%s and --config %s are two server files; name one".formatted(file.get(), config.get()));
    }
    return file.or(() -> config);
  }

  private HttpSettings http() {
    if (certificate.isPresent() != key.isPresent()) {
      throw new InputException("--tls-certificate and --tls-key belong together");
    }
    try {
      return new HttpSettings(
          listen,
          port,
          hosts,
          certificate.map(chain -> new TlsSettings.Pem(chain, key.orElseThrow())),
          plainText,
          HttpLimits.usual(),
          accessLog,
          Version.ofDuctile());
    } catch (IllegalArgumentException refused) {
      throw new InputException(String.valueOf(refused.getMessage()), refused);
    }
  }
}
