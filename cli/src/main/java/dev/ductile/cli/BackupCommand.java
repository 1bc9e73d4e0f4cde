package dev.ductile.cli;

import dev.ductile.api.Reason;
import dev.ductile.cli.server.LogFormat;
import dev.ductile.cli.server.ServerLogs;
import dev.ductile.server.ServiceFolder;
import dev.ductile.server.backup.Backup;
import dev.ductile.server.backup.BackupManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Saves the data folder of a server. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    header = "Saves the data of a server in one file.",
    description = {
      "",
      "The file has the database at one instant, the secrets, the settings and the token. The server may run meanwhile. Only you can read the"
          + " file, because the secrets and the token are in it as they are. Logs and checkpoints of"
          + " jobs (DATA/jobs) and the server file are not in it. With PostgreSQL, use pg_dump."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile backup ductile-data monday.zip",
      "  ductile restore monday.zip ductile-data-of-monday"
    })
final class BackupCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DATA", description = "The data folder of the server.")
  private Path data = Path.of("");

  @Parameters(index = "1", paramLabel = "FILE", description = "The new file.")
  private Path file = Path.of("");

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws IOException {
    ServerLogs.begin(LogFormat.text);
    var backup = new Backup(new ServiceFolder(data));
    var manifest = BackupManifest.of(Instant.now(), Version.ofDuctile());
    long bytes = backup.write(file, manifest);
    console.note(
        "%s: %,d bytes, with %s".formatted(file, bytes, Reason.count(backup.secrets(), "secret")));
    return ExitStatus.OK;
  }
}
