package dev.ductile.cli;

import dev.ductile.cli.server.LogFormat;
import dev.ductile.cli.server.ServerLogs;
import dev.ductile.server.RememberedFile;
import dev.ductile.server.ServiceFolder;
import dev.ductile.server.backup.BackupManifest;
import dev.ductile.server.backup.Restoration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes the data folder of a server from a backup. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    header = "Makes the data folder of a server from a backup.",
    description = {
      "",
      "The folder must be new or empty. End the old server and its jobs first: a server on the"
          + " restored folder starts the jobs that ran at the time of the backup again. The server file"
          + " is not in a backup; give the server the same one."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile restore monday.zip ductile-data",
      "  ductile server server.yaml --data ductile-data"
    })
final class RestoreCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      completionCandidates = Known.Files.class,
      description = "The file that 'ductile backup' has written.")
  private Path file = Path.of("");

  @Parameters(index = "1", paramLabel = "DATA", description = "The new data folder.")
  private Path data = Path.of("");

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws IOException {
    ServerLogs.begin(LogFormat.text);
    BackupManifest manifest = new Restoration(file).into(data);
    String serverFile =
        new RememberedFile(new ServiceFolder(data).rememberedFile())
            .name()
            .map(name -> " " + name)
            .orElse("");
    console.note(
        "%s: as of %s. Next: ductile server%s --data %s"
            .formatted(data, manifest.created().truncatedTo(ChronoUnit.SECONDS), serverFile, data));
    return ExitStatus.OK;
  }
}
